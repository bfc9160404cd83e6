import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase, withTestDatabase } from '../../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { addPasskey, asPerson, signInOptions, turnOn } from '../../../test/person.ts'
import { passwordWork } from './passwords.ts'
import { CHROME, createTestTrader, FIREFOX, openTestBrowser } from '../../../test/browser.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url, { trustProxy: true, regionHeader: 'x-country' })
})
afterAll(() => product.close())

const REFUSED = { status: 400, json: { non_field_errors: ['Unable to log in with provided credentials.'] } }
const REQUIRED = 'Two Factor Authentication code is required'
const kindsTo = async (email: string) => (await product.mails(email)).map(({ kind }) => kind)

describe('signing in', () => {
  // Proves A 7.1.
  it('answers the token and the user, and leaves a cookie that no script reads and no other site sends', async () => {
    const email = await createTestTrader(product, 'rosa')
    const answer = await openTestBrowser(product, '203.0.113.1').signIn(email, { app_version: '0.133.6', app_type: null })
    expect(answer).toMatchObject({ status: 200, json: { token: expect.stringMatching(/^ps_/), user: { email, has_totp_enabled: false } } })
    expect(answer.headers['set-cookie']).toMatch(/^parley-device=[0-9A-Za-z]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
  })

  it('gives every sign-in a token of its own, whatever token came with it', async () => {
    const email = await createTestTrader(product, 'fixa')
    const browser = openTestBrowser(product, '203.0.113.1')
    const first = (await browser.signIn(email)).json as { token: string }
    const planted = await product.send('POST', '/account/login/', {
      body: JSON.stringify({ email, password: PASSWORD, token: first.token }),
      headers: { authorization: `Token ${first.token}` },
    })
    expect((planted.json as { token: string }).token).not.toBe(first.token)
  })

  it.each([
    ['a wrong password', 'ada@orrery.example', 'wrong'],
    ['an email nobody has', 'nobody@orrery.example', PASSWORD],
    ['the password of another', 'kit@kestrel.example', `${PASSWORD}!`],
  ])('with %s says the same', async (_name, email, password) => {
    expect(await openTestBrowser(product, '203.0.113.2').signIn(email, { password })).toMatchObject(REFUSED)
  })

  // Proves A 5.6, A 5.12.
  it.each(['/account/login/', '/account/password-reset/request/'])('%s refuses an invalid address, at its field', async (path) => {
    for (const email of ['', 'notanemail', 'a@b', 'a b@orrery.example'])
      expect(await product.send('POST', path, { body: JSON.stringify({ email, password: 'x' }) }), email).toMatchObject({
        status: 400,
        json: { email: ['Enter a valid email address.'] },
      })
  })

  it('tells of suspended access only to who has the password', async () => {
    const email = await createTestTrader(product, 'sus')
    await product.server.operator.suspendUser(email)
    const browser = openTestBrowser(product, '203.0.113.3')
    expect(await browser.signIn(email, { password: 'wrong' })).toMatchObject(REFUSED)
    expect(await browser.signIn(email)).toMatchObject({ status: 403, json: { error: 'AccessSuspended', code: 4104 } })
    await product.server.operator.restoreUser(email)
    expect((await browser.signIn(email)).status).toBe(200)
  })

  it('hashes a password again that was kept with other work, and it goes on to fit', async () => {
    const database = await openTestDatabase()
    const product = await startTestProduct(database.url, { passwordWork })
    onTestFinished(() => product.close().then(database.close))
    const email = await createTestTrader(product, 'oldie')
    const light = await hash(PASSWORD, { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await database.sql`update app_user set password_hash = ${light} where email = ${email}`
    await product.server.operator.createFirm({ name: 'Reads the accounts again' })
    const browser = openTestBrowser(product, '203.0.113.4')
    expect((await browser.signIn(email)).status).toBe(200)
    const [row] = await database.sql<{ hash: string }[]>`select password_hash as hash from app_user where email = ${email}`
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect((await browser.signIn(email)).status).toBe(200)
  })
})

describe('a second factor', () => {
  // Proves A 7.2, A 7.4, A 8.1.
  it('is asked for after the password, in the exact words, with what may be offered', async () => {
    const email = await createTestTrader(product, 'fay')
    const browser = openTestBrowser(product, '203.0.113.10')
    await browser.signIn(email)
    const { app } = await turnOn(product, asPerson(product, email, browser.token!))
    expect(await browser.signIn(email, { password: 'wrong' })).toMatchObject(REFUSED)
    expect(await browser.signIn(email)).toMatchObject({ status: 400, json: { non_field_errors: [REQUIRED], factors: ['totp'] } })
    expect((await browser.signIn(email, { totp_token: ' ' })).json).toMatchObject({ non_field_errors: [REQUIRED] })
    expect(await browser.signIn(email, { totp_token: '000000' })).toMatchObject({
      status: 400,
      json: { non_field_errors: ['The authentication code is not valid.'] },
    })
    product.clock.now += 30_000
    const code = app(product.clock.now)
    expect((await browser.signIn(email, { totp_token: code })).status).toBe(200)
    expect((await browser.signIn(email, { totp_token: code })).status).toBe(400)
  })

  it('may be a passkey in place of the code', async () => {
    const email = await createTestTrader(product, 'paz')
    const browser = openTestBrowser(product, '203.0.113.11')
    await browser.signIn(email)
    const person = asPerson(product, email, browser.token!)
    await turnOn(product, person)
    const passkey = await addPasskey(product, person)
    expect((await browser.signIn(email)).json).toMatchObject({ factors: ['totp', 'passkey'] })
    expect((await browser.signIn(email, { passkey: {} })).json).toEqual({ non_field_errors: ['The passkey could not be verified.'] })
    expect((await browser.signIn(email, { passkey: passkey.answer(await signInOptions(product)) })).status).toBe(200)
  })

  it('of strangers has fifty guesses in six hours, while the owner goes on where they are known', async () => {
    const email = await createTestTrader(product, 'gil')
    const home = openTestBrowser(product, '203.0.113.12')
    await home.signIn(email)
    const { app } = await turnOn(product, asPerson(product, email, home.token!))
    const statuses = []
    for (let place = 0; place < 60; place++) {
      const { status } = await openTestBrowser(product, `198.18.0.${place}`).signIn(email, { totp_token: '000000' })
      statuses.push(status)
    }
    expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 400))
    expect(statuses.slice(50)).toEqual(Array.from({ length: 10 }, () => 429))
    product.clock.now += 30_000
    expect((await home.signIn(email, { totp_token: app(product.clock.now) })).status).toBe(200)
  })
})

describe('a mail about a new sign-in', () => {
  // Proves A 7.37.
  it('is written for a new device, not for one that is known, whatever its address', async () => {
    const email = await createTestTrader(product, 'mia')
    const laptop = openTestBrowser(product, '203.0.113.20')
    await laptop.signIn(email)
    await laptop.signIn(email)
    expect(await kindsTo(email)).toEqual(['NewSignIn'])
    const [mail] = await product.mails(email)
    expect(mail!.text).toContain('Chrome, macOS')
    expect(mail!.text).toContain('203.0.113.20')
    await openTestBrowser(product, '203.0.113.20', FIREFOX).signIn(email)
    expect(await kindsTo(email)).toEqual(['NewSignIn', 'NewSignIn'])
    await openTestBrowser(product, '203.0.113.20', CHROME).signIn(email)
    expect(await kindsTo(email)).toEqual(['NewSignIn', 'NewSignIn'])
    await openTestBrowser(product, '203.0.113.21', CHROME).signIn(email)
    expect(await kindsTo(email)).toEqual(['NewSignIn', 'NewSignIn', 'NewSignIn'])
  })

  it('is not written without a sign-in', async () => {
    const email = await createTestTrader(product, 'noa')
    await openTestBrowser(product, '203.0.113.22').signIn(email, { password: 'wrong' })
    expect(await product.mails(email)).toEqual([])
  })
})

describe('the audit log', () => {
  it('records who signed in, from which address and with which method', async () => {
    const email = await createTestTrader(product, 'lou')
    await openTestBrowser(product, '203.0.113.30').signIn(email)
    const [row] = await database.sql`
      select action, address, detail from audit where actor = (select id from app_user where email = ${email})`
    expect(row).toMatchObject({
      action: 'SignIn',
      address: '203.0.113.30',
      detail: { by: 'Password', device: 'Chrome, macOS', isNewPlace: true },
    })
  })
})

describe('a demo', () => {
  const demo = (browser: ReturnType<typeof openTestBrowser>, desk: string) => browser.send('POST', '/account/demo/sign-in/', { desk })

  it('names the desks that visitors can sign in to, and no credentials; any other installation names none and refuses', async () => {
    const browser = openTestBrowser(product, '203.0.113.40')
    expect(await browser.send('GET', '/account/demo/')).toMatchObject({ status: 200, json: { results: [] } })
    for (const desk of ['ORRY', 'KEST', ''])
      expect(await demo(browser, desk)).toMatchObject({
        status: 400,
        json: { non_field_errors: ['Only demo users can sign in without a password.'] },
      })
  })

  it('lets them in as a sign-in: counted by address, in the audit log, and not past a second factor or a suspension', async () => {
    const database = await openTestDatabase()
    const rates = { signInsPerAddress: { perSecond: 0.001, burst: 5 } }
    const demoPeople = ['ada@orrery.example', 'nobody@orrery.example']
    const product = await startTestProduct(database.url, { trustProxy: true, demoPeople, rates })
    onTestFinished(() => product.close())
    const browser = openTestBrowser(product, '203.0.113.41')
    const { json } = await browser.send('GET', '/account/demo/')
    expect(json).toEqual({ results: [{ desk: 'ORRY', desk_name: 'Orrery', is_maker: false }] })
    const answer = await demo(browser, 'ORRY')
    expect(answer).toMatchObject({ status: 200, json: { token: expect.stringMatching(/^ps_/), user: { email: 'ada@orrery.example' } } })
    const [row] = await database.sql`select action, address, detail from audit order by id desc limit 1`
    expect(row).toMatchObject({ action: 'SignIn', address: '203.0.113.41', detail: { by: 'Demo' } })
    expect((await demo(browser, 'KEST')).status).toBe(400)
    await database.sql`update app_user set totp_enabled_at = 1, totp_secret_sealed = '\\x00' where email = 'ada@orrery.example'`
    await product.server.operator.setFeatureFlag('reread', 'on')
    expect((await demo(browser, 'ORRY')).json).toMatchObject({ non_field_errors: [REQUIRED] })
    await product.server.operator.suspendUser('ada@orrery.example')
    expect((await browser.send('GET', '/account/demo/')).json).toEqual({ results: [] })
    expect((await demo(browser, 'ORRY')).status).toBe(400)
    await demo(browser, 'ORRY')
    expect((await demo(browser, 'ORRY')).status).toBe(429)
    await product.server.operator.restoreUser('ada@orrery.example')
    // The form with a password shares the same count.
    expect((await openTestBrowser(product, '203.0.113.41').signIn('ada@orrery.example')).status).toBe(429)
  })
})
