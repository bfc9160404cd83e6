/** The passkeys of operators: who may add one, what it opens, and that those of desks are of no use here. */
import { consoleApi } from '@parley/contracts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestPasskey, type TestPasskey, type Wrong } from '../../../test/authenticator.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { lightWork } from '../../../test/light-work.ts'
import { addPasskey, createTestPerson, signInOptions } from '../../../test/person.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { createPasswords } from '../../accounts/sign-in/passwords.ts'
import { addOperator, removeOperator, type OperatorPeopleParts } from '../../operator/console/operator-people.ts'
import { createVault } from '../../vault/vault.ts'

const SECRET = '07'.repeat(32)
const CODE_MS = 30_000
const database = withTestDatabase()
let product: TestProduct
let people: OperatorPeopleParts
beforeAll(async () => {
  product = await startTestProduct(database.url, { secretKey: SECRET })
  const vault = createVault(Buffer.from(SECRET, 'hex'))
  people = { sql: database.sql, vault, passwords: createPasswords(lightWork), now: () => product.clock.now }
})
afterAll(() => product.close())

type Json = Record<string, unknown>
const send = async (method: string, path: string, body?: object, cookie = '') => {
  const answer = await product.send(method, `/operator/api/${path}`, { headers: { cookie }, ...(body && { body: JSON.stringify(body) }) })
  return { ...answer, json: answer.json as Json }
}
const origin = () => product.server.baseUrl
const REFUSED = 'The passkey could not be verified. Try again, or use your password and a code.'

/** An operator who is signed in with a password and a code. */
async function operatorNamed(name: string) {
  const { totpSecret } = await addOperator(people, name, PASSWORD)
  const code = () => {
    product.clock.now += CODE_MS
    return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate({ timestamp: product.clock.now })
  }
  const answer = await send('POST', 'sign-in', { name, password: PASSWORD, code: code() })
  const cookie = answer.headers['set-cookie']!.split(';')[0]!
  const call = (method: string, path: string, body?: object) => send(method, path, body, cookie)
  const prove = async () => expect((await call('POST', 'step-up', { code: code() })).status).toBe(200)
  const add = async (label = 'Laptop'): Promise<TestPasskey> => {
    await prove()
    const passkey = makeTestPasskey(origin(), (await call('POST', 'passkeys/options', {})).json)
    expect(await call('POST', 'passkeys/add', { label, credential: passkey.credential })).toMatchObject({ status: 200 })
    return passkey
  }
  const list = async () => consoleApi.consolePages.passkeys.parse((await call('GET', 'passkeys')).json).passkeys
  return { call, prove, add, list }
}
const asked = async () => (await send('POST', 'passkeys/ask', {})).json
const signIn = async (passkey: TestPasskey, wrong?: Wrong) => send('POST', 'sign-in', { passkey: passkey.answer(await asked(), wrong) })
const lastAudit = async () => (await database.sql<Json[]>`select actor, action, object, detail from audit order by id desc limit 1`)[0]!

describe('a passkey of an operator', () => {
  it('is added only after the second factor was given again, is listed, and is audited', async () => {
    const ana = await operatorNamed('ana')
    for (const [path, body] of [
      ['options', {}],
      ['add', { label: 'x', credential: {} }],
      ['remove', { id: 'x' }],
    ] as const)
      expect(await ana.call('POST', `passkeys/${path}`, body)).toMatchObject({ status: 403, json: { error: 'StepUpRequired' } })
    const { id } = await ana.add(' Laptop ')
    expect(await lastAudit()).toEqual({ actor: 'operator ana', action: 'AddPasskey', object: id, detail: { label: 'Laptop' } })
    expect(await ana.list()).toEqual([{ id, label: 'Laptop', created_at: product.clock.now, last_used_at: null, is_synced: false }])
  })

  it('signs in alone and gives the second factor again, with a challenge that counts once', async () => {
    const ben = await operatorNamed('ben')
    const passkey = await ben.add()
    const answer = { passkey: passkey.answer(await asked()) }
    const first = await send('POST', 'sign-in', answer)
    expect(first.status).toBe(200)
    expect(await lastAudit()).toMatchObject({ actor: 'operator ben', action: 'ConsoleSignIn', detail: { by: 'Passkey' } })
    expect(await send('POST', 'sign-in', answer)).toMatchObject({ status: 403, json: { message: REFUSED } })
    const cookie = first.headers['set-cookie']!.split(';')[0]!
    expect((await send('GET', 'session', undefined, cookie)).json).toMatchObject({ name: 'ben', proved_until: null })
    const proof = await send('POST', 'step-up', { passkey: passkey.answer(await asked()) }, cookie)
    expect(proof.json).toMatchObject({ proved_until: product.clock.now + consoleApi.consoleLimits.provedForMs })
  })

  it('of another operator does not give the second factor again', async () => {
    const [cleo, dan] = [await operatorNamed('cleo'), await operatorNamed('dan')]
    const passkey = await dan.add()
    expect(await cleo.call('POST', 'step-up', { passkey: passkey.answer(await asked()) })).toMatchObject({ status: 403 })
    expect((await cleo.call('GET', 'session')).json).toMatchObject({ proved_until: null })
    expect(await cleo.call('POST', 'passkeys/options', {})).toMatchObject({ status: 403 })
    await cleo.prove()
    expect(await cleo.call('POST', 'passkeys/remove', { id: passkey.id })).toMatchObject({ status: 422 })
    expect(await dan.list()).toHaveLength(1)
  })

  it.each<[string, Wrong]>([
    ['another origin', { origin: 'https://operator.example.evil' }],
    ['another host', { rpId: 'evil.example' }],
    ['the id of a desk user', { userHandle: Buffer.from('u_1').toString('base64url') }],
    ['a count that goes back', { counter: 0 }],
  ])('is refused with %s', async (what, wrong) => {
    const person = await operatorNamed(`eva-${what.replaceAll(' ', '-')}`)
    const passkey = await person.add()
    expect((await signIn(passkey)).status).toBe(200)
    expect(await signIn(passkey, wrong)).toMatchObject({ status: 403, json: { message: REFUSED } })
  })

  it('of a desk user opens no console, a challenge of desks is of no use here, and this passkey opens no desk', async () => {
    const fay = await operatorNamed('fay')
    const passkey = await fay.add()
    const user = await createTestPerson(product, 'fred')
    const theirs = await addPasskey(product, user)
    expect(await signIn(theirs)).toMatchObject({ status: 403, json: { message: REFUSED } })
    expect(await send('POST', 'sign-in', { passkey: passkey.answer(await signInOptions(product)) })).toMatchObject({ status: 403 })
    const atDesks = async (answer: object) =>
      product.send('POST', '/account/passkeys/sign-in/', { body: JSON.stringify({ passkey: answer }) })
    expect((await atDesks(passkey.answer(await signInOptions(product)))).status).toBe(400)
    expect((await atDesks(theirs.answer(await asked()))).status).toBe(400)
  })

  it('ends with its removal, and with the operator', async () => {
    const gus = await operatorNamed('gus')
    const [lost, kept] = [await gus.add('Lost'), await gus.add('Kept')]
    expect((await gus.call('POST', 'passkeys/remove', { id: lost.id })).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ actor: 'operator gus', action: 'RemovePasskey', object: lost.id })
    expect((await signIn(lost)).status).toBe(403)
    expect((await signIn(kept)).status).toBe(200)
    await removeOperator(people, 'gus')
    expect((await signIn(kept)).status).toBe(403)
  })

  it('is one of ten at most', async () => {
    const hal = await operatorNamed('hal')
    for (let made = 0; made < 10; made += 1) await hal.add(`Device ${made}`)
    expect(await hal.call('POST', 'passkeys/options', {})).toMatchObject({
      status: 422,
      json: { message: 'You can have at most 10 passkeys; remove one first.' },
    })
  })
})
