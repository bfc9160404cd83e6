import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { flags, makeTestPasskey, type TestPasskey, type Wrong } from '../../../test/authenticator.ts'
import { addPasskey, asPerson, createTestPerson, signInOptions, signInWith, turnOn } from '../../../test/person.ts'

const database = withTestDatabase()
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url)
})
afterAll(() => product.close())

type Json = Record<string, unknown>
const MINUTE = 60_000
const refused = { status: 400, json: { non_field_errors: ['The passkey could not be verified.'] } }
const send = (passkey: Json) => product.send('POST', '/account/passkeys/sign-in/', { body: JSON.stringify({ passkey }) })
const signIn = async (passkey: TestPasskey, wrong?: Wrong) => send(passkey.answer(await signInOptions(product), wrong))
const refusals = () =>
  product
    .logged()
    .split('\n')
    .filter((line) => line.startsWith('A passkey was rejected')).length
const audited = async (action: string) => (await database.sql`select from audit where action = ${action}`).count
/** Options of a registration, as its ceremony needs them. */
const options = async (person: { call(method: string, path: string): Promise<{ json: unknown }> }) =>
  (await person.call('POST', '/account/passkeys/options/')).json as Json

describe('making a passkey', () => {
  it('asks for one that is discoverable and verifies the person, and excludes those that the person has', async () => {
    const anna = await createTestPerson(product, 'anna')
    const { id } = await addPasskey(product, anna)
    expect(await options(anna)).toMatchObject({
      rp: { id: 'localhost', name: 'Parley' },
      user: { name: anna.email, displayName: 'Ro Orr' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id }],
      pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
    })
  })

  it('keeps it, lists it, ends the other sessions, writes, and is audited', async () => {
    const arno = await createTestPerson(product, 'arno')
    const elsewhere = asPerson(product, arno.email, await product.signIn(arno.email))
    const { id } = await addPasskey(product, arno, ' Laptop ')
    const kept = { id, name: 'Laptop', created_at: product.clock.now, last_used_at: null, is_synced: false }
    expect((await arno.call('GET', '/account/passkeys/')).json).toEqual({ results: [kept] })
    expect((await arno.call('GET', '/account/user/')).json).toMatchObject({ has_passkey: true })
    expect((await elsewhere.call('GET', '/account/user/')).status).toBe(401)
    expect((await product.mails(arno.email))[0]).toMatchObject({ kind: 'FactorChanged' })
    expect((await database.sql`select from audit where action = 'AddPasskey' and object = ${id}`).count).toBe(1)
  })

  // Each fault, with the change to the authenticator or browser that causes it.
  const table: [what: string, wrong: Wrong][] = [
    ['another origin', { origin: 'https://parley.example.evil' }],
    ['the same host at another port', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge of nobody', { challenge: Buffer.from('x'.repeat(32)).toString('base64url') }],
    ['no verification of the person', { flags: flags.onlyPresent }],
    ['the ceremony of signing in', { type: 'webauthn.get' }],
  ]
  it.each(table)('with %s is refused', async (what, wrong) => {
    const abel = await createTestPerson(product, `abel${table.findIndex(([name]) => name === what)}`)
    const passkey = makeTestPasskey(wrong.origin ?? product.server.baseUrl, await options(abel), wrong)
    expect(await abel.call('POST', '/account/passkeys/', { name: 'Laptop', credential: passkey.credential })).toMatchObject({
      status: 400,
      json: { non_field_errors: ['The passkey could not be verified. Create it again at the address where you use Parley.'] },
    })
    expect((await abel.call('GET', '/account/passkeys/')).json).toEqual({ results: [] })
  })

  it('counts its challenge once, for five minutes, and for the person who asked', async () => {
    const [alma, axel] = [await createTestPerson(product, 'alma'), await createTestPerson(product, 'axel')]
    const keep = async (person: typeof alma, asked: Json) => {
      const { credential } = makeTestPasskey(product.server.baseUrl, asked)
      return (await person.call('POST', '/account/passkeys/', { name: 'Key', credential })).status
    }
    const theirs = await options(axel)
    expect(await keep(alma, theirs)).toBe(400)
    expect(await keep(axel, theirs)).toBe(400)
    const mine = await options(alma)
    expect(await keep(alma, mine)).toBe(201)
    expect(await keep(alma, mine)).toBe(400)
    const old = await options(alma)
    product.clock.now += 5 * MINUTE + 1
    expect(await keep(alma, old)).toBe(400)
  })

  it('refuses one that is already registered, for any user', async () => {
    const [bea, bill] = [await createTestPerson(product, 'bea'), await createTestPerson(product, 'bill')]
    const passkey = await addPasskey(product, bea)
    const asked = await options(bill)
    const { credential } = passkey
    const clientDataJSON = (makeTestPasskey(product.server.baseUrl, asked).credential['response'] as Json)['clientDataJSON']
    const again = { ...credential, response: { ...(credential['response'] as Json), clientDataJSON } }
    expect(await bill.call('POST', '/account/passkeys/', { name: 'Theirs', credential: again })).toMatchObject({
      status: 400,
      json: { non_field_errors: ['This passkey is already registered. Create another one.'] },
    })
    expect((await signIn(passkey)).json).toMatchObject({ user: { email: bea.email } })
  })

  it('is done ten times at most, also by two at once', async () => {
    const carl = await createTestPerson(product, 'carl')
    for (let made = 0; made < 9; made++) await addPasskey(product, carl, `Key ${made}`)
    const asked = [await options(carl), await options(carl)]
    const both = await Promise.all(
      asked.map((each) =>
        carl.call('POST', '/account/passkeys/', { name: 'Last', credential: makeTestPasskey(product.server.baseUrl, each).credential }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    const full = { status: 400, json: { non_field_errors: ['You can have at most 10 passkeys; remove one first.'] } }
    expect(both.find(({ status }) => status === 400)).toMatchObject(full)
    expect(await carl.call('POST', '/account/passkeys/options/')).toMatchObject(full)
  })

  it.each([
    {},
    { response: null },
    { response: { clientDataJSON: 7 } },
    { response: { clientDataJSON: '####' } },
    { id: [], response: { clientDataJSON: 'bnVsbA' } },
  ])('of %j is refused, as is signing in with it', async (rubbish) => {
    const token = await product.signIn()
    const person = asPerson(product, 'ada@orrery.example', token)
    expect((await person.call('POST', '/account/passkeys/', { name: 'x', credential: rubbish })).status).toBe(400)
    expect(await send(rubbish)).toMatchObject(refused)
  })
})

describe('the passkeys of a person', () => {
  it('are renamed and removed; removing ends the other sessions, writes, and is audited', async () => {
    const dana = await createTestPerson(product, 'dana')
    const passkey = await addPasskey(product, dana)
    const path = `/account/passkeys/${passkey.id}/`
    expect((await dana.call('PATCH', path, { name: 'Old laptop' })).json).toMatchObject({ id: passkey.id, name: 'Old laptop' })
    expect(await dana.call('PATCH', path, { name: '  ' })).toMatchObject({ status: 400, json: { name: [expect.any(String)] } })
    const elsewhere = asPerson(product, dana.email, await product.signIn(dana.email))
    const before = await audited('RemovePasskey')
    expect((await dana.call('DELETE', path)).status).toBe(204)
    expect((await elsewhere.call('GET', '/account/user/')).status).toBe(401)
    expect((await product.mails(dana.email))[0]).toMatchObject({ kind: 'FactorChanged' })
    expect(await audited('RemovePasskey')).toBe(before + 1)
    expect((await dana.call('GET', '/account/passkeys/')).json).toEqual({ results: [] })
    expect((await dana.call('DELETE', path)).status).toBe(404)
    expect(await signIn(passkey)).toMatchObject(refused)
  })

  it('are not for others to rename or remove', async () => {
    const [ebba, egon] = [await createTestPerson(product, 'ebba'), await createTestPerson(product, 'egon')]
    const passkey = await addPasskey(product, ebba)
    const path = `/account/passkeys/${passkey.id}/`
    expect((await egon.call('PATCH', path, { name: 'Mine' })).status).toBe(404)
    expect((await egon.call('DELETE', path)).status).toBe(404)
    expect((await ebba.call('GET', '/account/passkeys/')).json).toMatchObject({ results: [{ name: 'Laptop' }] })
  })
})

describe('signing in with a passkey alone', () => {
  it('returns a token and the user, even if two-factor is on, and counts as proof with a factor', async () => {
    const fred = await createTestPerson(product, 'fred')
    const passkey = await addPasskey(product, fred)
    await turnOn(product, fred)
    expect(await signInOptions(product)).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    product.clock.now += MINUTE
    const { status, json } = await signIn(passkey, { flags: flags.synced })
    expect({ status, json }).toMatchObject({ status: 200, json: { token: expect.any(String), user: { email: fred.email } } })
    const person = asPerson(product, fred.email, (json as { token: string }).token)
    expect((await person.call('GET', '/account/passkeys/')).json).toMatchObject({
      results: [{ last_used_at: product.clock.now, is_synced: true }],
    })
    expect((await person.call('POST', '/account/passkeys/options/')).status).toBe(200)
  })

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const table: [what: string, wrong: Wrong, reason: string][] = [
    ['another origin', { origin: 'https://parley.example.evil' }, 'Unexpected authentication response origin'],
    ['another relying party', { rpId: 'evil.example' }, 'Unexpected RP ID hash'],
    ['a challenge of nobody', { challenge: Buffer.from('x'.repeat(32)).toString('base64url') }, 'the challenge is unknown'],
    ['no verification of the person', { flags: flags.onlyPresent }, 'User verification required'],
    ['the ceremony of making one', { type: 'webauthn.create' }, 'Unexpected authentication response type'],
    ['the signature of another key', { key: stranger }, 'the signature is not valid'],
    ["another person's name in it", { userHandle: Buffer.from('u_other').toString('base64url') }, 'the passkey belongs to another user'],
  ]
  it.each(table)('with %s is refused, and the log has the reason', async (what, wrong, reason) => {
    const gina = await createTestPerson(product, `gina${table.findIndex(([name]) => name === what)}`)
    const passkey = await addPasskey(product, gina)
    const before = refusals()
    expect(await signIn(passkey, wrong)).toMatchObject(refused)
    expect(refusals()).toBe(before + 1)
    expect(
      product
        .logged()
        .split('\n')
        .findLast((line) => line.startsWith('A passkey was rejected')),
    ).toContain(reason)
    expect((await signIn(passkey)).status).toBe(200)
  })

  it('counts a challenge once: a replayed answer is refused, and of two at once one passes', async () => {
    const hugo = await createTestPerson(product, 'hugo')
    const passkey = await addPasskey(product, hugo)
    const answer = passkey.answer(await signInOptions(product))
    const both = await Promise.all([send(answer), send(answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await send(answer)).toMatchObject(refused)
    expect(await send(passkey.answer({ ...(await signInOptions(product)), challenge: 'x' }))).toMatchObject(refused)
  })

  it('counts a challenge for five minutes, and not one that was given for making a passkey', async () => {
    const ines = await createTestPerson(product, 'ines')
    const passkey = await addPasskey(product, ines)
    const answer = passkey.answer(await signInOptions(product))
    const made = await options(ines)
    expect(await send(passkey.answer({ ...made, rpId: 'localhost' }))).toMatchObject(refused)
    product.clock.now += 5 * MINUTE + 1
    expect(await send(answer)).toMatchObject(refused)
  })

  it('with a counter that goes back or does not change is refused and audited: it may be a copy', async () => {
    const jens = await createTestPerson(product, 'jens')
    const passkey = await addPasskey(product, jens)
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200)
    const before = await audited('RefuseCopiedPasskey')
    for (const counter of [7, 6, 0]) expect(await signIn(passkey, { counter })).toMatchObject(refused)
    expect(await audited('RefuseCopiedPasskey')).toBe(before + 3)
    expect((await signIn(passkey, { counter: 8 })).status).toBe(200)
  })

  it('with an authenticator that never counts goes on', async () => {
    const karl = await createTestPerson(product, 'karl')
    const passkey = await addPasskey(product, karl)
    for (let use = 0; use < 3; use++) expect((await signIn(passkey, { counter: 0 })).status).toBe(200)
  })

  it('reveals a suspended access only to a user who has proved their identity', async () => {
    const lena = await createTestPerson(product, 'lena')
    const passkey = await addPasskey(product, lena)
    await product.server.operator.suspendUser(lena.email)
    expect(await signIn(passkey, { key: stranger })).toMatchObject(refused)
    expect(await signIn(passkey)).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
    await product.server.operator.restoreUser(lena.email)
    expect((await signIn(passkey)).status).toBe(200)
    await product.server.operator.disableUser(lena.email)
    expect(await signIn(passkey, { key: stranger })).toMatchObject(refused)
    expect(await signIn(passkey)).toMatchObject({ status: 403, json: { error: 'AccessSuspended' } })
  })
})

describe('a passkey as the second factor', () => {
  it('serves in place of the code at sign-in, if it is the same person', async () => {
    const [mila, nils] = [await createTestPerson(product, 'mila'), await createTestPerson(product, 'nils')]
    const passkey = await addPasskey(product, mila)
    const theirs = await addPasskey(product, nils)
    await turnOn(product, mila)
    const answer = async (by: TestPasskey) => by.answer(await signInOptions(product))
    expect((await signInWith(product, mila.email)).json).toMatchObject({ non_field_errors: ['Two Factor Authentication code is required'] })
    expect(await signInWith(product, mila.email, { passkey: await answer(theirs) })).toMatchObject(refused)
    const right = await answer(passkey)
    expect((await signInWith(product, mila.email, { passkey: right })).status).toBe(200)
    expect(await signInWith(product, mila.email, { passkey: right })).toMatchObject(refused)
  })

  it('is asked for after the password where two-factor is off, and no more once it is removed', async () => {
    const [olga, otto] = [await createTestPerson(product, 'olga'), await createTestPerson(product, 'otto')]
    expect((await signInWith(product, olga.email)).status).toBe(200)
    const passkey = await addPasskey(product, olga)
    const theirs = await addPasskey(product, otto)
    const answer = async (by: TestPasskey) => by.answer(await signInOptions(product))
    expect(await signInWith(product, olga.email)).toMatchObject({
      status: 400,
      json: { non_field_errors: ['Two Factor Authentication code is required'], factors: ['passkey'] },
    })
    expect((await signInWith(product, olga.email, { totp_token: '123456' })).status).toBe(400)
    expect(await signInWith(product, olga.email, { passkey: await answer(theirs) })).toMatchObject(refused)
    expect((await signInWith(product, olga.email, { passkey: await answer(passkey) })).status).toBe(200)
    const administrator = asPerson(product, 'ada@orrery.example', await product.signIn())
    const { results } = (await administrator.call('GET', '/account/desk/members/')).json as { results: { email: string }[] }
    expect(results.find(({ email }) => email === olga.email)).toMatchObject({ has_two_factor: true })
    expect((await olga.call('DELETE', `/account/passkeys/${passkey.id}/`)).status).toBe(204)
    expect((await signInWith(product, olga.email)).status).toBe(200)
  })

  it('confirms the identity again, for calls that require it', async () => {
    const piet = await createTestPerson(product, 'piet')
    const passkey = await addPasskey(product, piet)
    await turnOn(product, piet)
    product.clock.now += 10 * MINUTE + 1
    const asked = () => piet.call('POST', '/account/passkeys/options/')
    const prove = (more: object) => piet.call('POST', '/account/password-check/', { password: PASSWORD, ...more })
    expect(await asked()).toMatchObject({ status: 403, json: { error: 'StepUpRequired' } })
    expect((await prove({})).json).toMatchObject({ with_factor: false })
    expect(await asked()).toMatchObject({ status: 403, json: { error: 'StepUpRequired' } })
    expect((await prove({ passkey: passkey.answer(await signInOptions(product)) })).json).toMatchObject({ with_factor: true })
    expect((await asked()).status).toBe(200)
  })

  it('is tried a hundred times at once from one address and then once a second: each try is looked for in the database', async () => {
    product.clock.now += 10 * MINUTE
    const rubbish = { id: 'x', response: { clientDataJSON: 'bnVsbA' } }
    let tries = 0
    for (; tries < 150; tries++) if ((await send(rubbish)).status === 429) break
    expect(tries).toBe(100)
    expect(await send(rubbish)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    product.clock.now += 1_000
    expect(await send(rubbish)).toMatchObject(refused)
  })
})
