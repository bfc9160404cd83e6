import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { addPasskey, createTestPerson, signInOptions, signInWith, turnOn } from '../../../test/person.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url)
})
afterAll(() => product.close())

const STEP = 30_000
const wrong = (email: string) => signInWith(product, email, { totp_token: '000000' })

describe('failed attempts at codes', () => {
  it('waits after five in a row, whatever comes next, and the right code passes after it', async () => {
    const anke = await createTestPerson(product, 'anke')
    const { app, codes } = await turnOn(product, anke)
    product.clock.now += STEP
    for (let attempt = 0; attempt < 5; attempt++) expect((await wrong(anke.email)).status).toBe(400)
    for (const totp_token of ['000000', app(product.clock.now), codes[0]!])
      expect(await signInWith(product, anke.email, { totp_token })).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
    product.clock.now += 5000
    expect((await signInWith(product, anke.email, { totp_token: app(product.clock.now) })).status).toBe(200)
    expect((await wrong(anke.email)).status).toBe(400)
  })

  it('is counted at proving again as at signing in', async () => {
    const birk = await createTestPerson(product, 'birk')
    const { app } = await turnOn(product, birk)
    product.clock.now += STEP
    const prove = (totp_token: string) => birk.call('POST', '/account/password-check/', { password: PASSWORD, totp_token })
    for (let attempt = 0; attempt < 5; attempt++) expect((await prove('000000')).status).toBe(400)
    expect((await prove(app(product.clock.now))).status).toBe(429)
  })

  it('does not keep the owner of a passkey from signing in with it', async () => {
    const cleo = await createTestPerson(product, 'cleo')
    const passkey = await addPasskey(product, cleo)
    await turnOn(product, cleo)
    for (let attempt = 0; attempt < 5; attempt++) await wrong(cleo.email)
    expect((await wrong(cleo.email)).status).toBe(429)
    const answer = passkey.answer(await signInOptions(product))
    const signedIn = await product.send('POST', '/account/passkeys/sign-in/', { body: JSON.stringify({ passkey: answer }) })
    expect(signedIn.json).toMatchObject({ user: { email: cleo.email } })
  })
})
