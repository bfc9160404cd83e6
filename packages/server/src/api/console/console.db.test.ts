/** The operator console over HTTP: who gets in, what hurts, and that each act is the command of the same name with the person as its author. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  consoleApi,
  type AuditLineView,
  type ConsoleAccessView,
  type ConsoleBreaksView,
  type ConsoleFirmsView,
  type ConsoleMailView,
  type ConsolePeopleView,
} from '@parley/contracts'
import { withTestDatabase } from '../../../test/database.ts'
import { lightWork } from '../../../test/light-work.ts'
import { PASSWORD, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { createPasswords } from '../../accounts/sign-in/passwords.ts'
import { addOperator, removeOperator, type OperatorPeopleParts } from '../../operator/console/operator-people.ts'
import { createVault } from '../../vault/vault.ts'

const SECRET = '07'.repeat(32)
const CODE_MS = 30_000
const database = withTestDatabase()
let product: TestProduct
let people: OperatorPeopleParts
let secret: string
beforeAll(async () => {
  product = await startTestProduct(database.url, { secretKey: SECRET })
  const vault = createVault(Buffer.from(SECRET, 'hex'))
  people = { sql: database.sql, vault, passwords: createPasswords(lightWork), now: () => product.clock.now }
  secret = (await addOperator(people, 'l.sand', PASSWORD)).totpSecret
})
afterAll(() => product.close())

const codeOf = (of: string) => new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: product.clock.now })
/** A code that was not used before. */
const nextCode = (of = secret) => {
  product.clock.now += CODE_MS
  return codeOf(of)
}
type Headers = Readonly<Record<string, string>>
const send = async (method: string, path: string, body?: object, headers: Headers = {}) => {
  const answer = await product.send(method, `/operator/api/${path}`, { headers, ...(body && { body: JSON.stringify(body) }) })
  return { ...answer, json: answer.json as Record<string, unknown> }
}
const cookieOf = ({ headers }: { readonly headers: Headers }) => headers['set-cookie']!.split(';')[0]!
const signIn = async (name = 'l.sand', of = secret) => {
  const answer = await send('POST', 'sign-in', { name, password: PASSWORD, code: nextCode(of) })
  expect(answer.status).toBe(200)
  return { cookie: cookieOf(answer) }
}
const proved = async () => {
  const session = await signIn()
  expect((await send('POST', 'step-up', { code: nextCode() }, session)).status).toBe(200)
  return session
}
const lastAudit = async () =>
  (
    await database.sql<{ actor: string; action: string; object: string; detail: object }[]>`
  select actor, action, object, detail from audit order by id desc limit 1`
  )[0]!

describe('signing in to the console', () => {
  it('needs the password and a code of the app, and the cookie is for the console alone', async () => {
    const answer = await send('POST', 'sign-in', { name: 'l.sand', password: PASSWORD, code: nextCode() })
    expect(answer.headers['set-cookie']).toMatch(/^parley-operator=\w{43}; Path=\/operator\/; HttpOnly; SameSite=Strict$/)
    expect(await lastAudit()).toMatchObject({ actor: 'operator l.sand', action: 'ConsoleSignIn', object: 'l.sand' })
    expect((await send('GET', 'session', undefined, { cookie: cookieOf(answer) })).json).toEqual({
      name: 'l.sand',
      signed_in_at: product.clock.now,
      ends_at: product.clock.now + consoleApi.consoleLimits.sessionLifeMs,
      proved_until: null,
    })
  })

  it.each([
    ['a wrong password', () => ({ name: 'l.sand', password: 'wrong horse battery', code: nextCode() })],
    ['a wrong code', () => ({ name: 'l.sand', password: PASSWORD, code: nextCode('A'.repeat(32)) })],
    ['an unknown name', () => ({ name: 'r.okafor', password: PASSWORD, code: nextCode() })],
    ["a desk's administrator", () => ({ name: 'ada@orrery.example', password: PASSWORD, code: nextCode() })],
  ])('is refused with the same sentence for %s', async (_what, body) => {
    const answer = await send('POST', 'sign-in', body())
    expect(answer).toMatchObject({ status: 403, json: { message: 'The name, the password or the code is not correct.' } })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('accepts a code once', async () => {
    const code = nextCode()
    const both = await Promise.all([1, 2].map(() => send('POST', 'sign-in', { name: 'l.sand', password: PASSWORD, code })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('is limited, and names the wait', async () => {
    await addOperator(people, 'under.attack', PASSWORD)
    const answers = []
    for (let tries = 0; tries < 12; tries += 1)
      answers.push(await send('POST', 'sign-in', { name: 'under.attack', password: 'wrong horse battery', code: '000000' }))
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      json: { message: expect.stringMatching(/^Too many attempts\. Try again in \d+ second/) },
    })
    await removeOperator(people, 'under.attack')
  })

  it('ends when it is signed out, after half an hour without a request, and when the operator is removed', async () => {
    const signedOut = await signIn()
    expect((await send('POST', 'sign-out', undefined, signedOut)).status).toBe(200)
    expect((await send('GET', 'overview', undefined, signedOut)).status).toBe(401)
    const idle = await signIn()
    product.clock.now += consoleApi.consoleLimits.sessionIdleMs + 1
    expect((await send('GET', 'overview', undefined, idle)).status).toBe(401)
    const { totpSecret } = await addOperator(people, 'leaves', PASSWORD)
    const leaver = await signIn('leaves', totpSecret)
    expect((await send('GET', 'overview', undefined, leaver)).status).toBe(200)
    await removeOperator(people, 'leaves')
    expect((await send('GET', 'overview', undefined, leaver)).status).toBe(401)
  })
})

describe('the calls of the console', () => {
  const calls: readonly (readonly [method: string, path: string, body: object | undefined])[] = [
    ...Object.keys(consoleApi.consolePages).map((page) => ['GET', page, undefined] as const),
    ['POST', 'step-up', { code: '000000' }],
    ['POST', 'passkeys/options', {}],
    ['POST', 'passkeys/add', { label: 'Laptop', credential: {} }],
    ['POST', 'passkeys/remove', { id: 'x' }],
    ...Object.keys(consoleApi.consoleCommands).map((name) => ['POST', `commands/${name}`, { options: {} }] as const),
  ]

  it.each(calls)('%s %s takes no token, key or cookie of a desk', async (method, path, body) => {
    const token = await product.signIn()
    expect((await send(method, path, body)).status).toBe(401)
    expect((await send(method, path, body, { authorization: `Token ${token}` })).status).toBe(401)
    expect((await send(method, path, body, { cookie: `parley-operator=${token}` })).status).toBe(401)
    expect((await send(method, path, body, { authorization: `Bearer ${product.key.accessKey}` })).status).toBe(401)
  })

  it.each(calls)('%s %s answers no page of another origin', async (method, path, body) => {
    const session = await signIn()
    const other = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    for (const headers of [other, { 'sec-fetch-site': 'same-site' }, { origin: 'https://elsewhere.example' }]) {
      const answer = await send(method, path, body, { ...session, ...headers })
      expect(answer).toMatchObject({ status: 403, json: { error: 'OtherOrigin' } })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it("the console's session opens no call of desks", async () => {
    const { cookie } = await signIn()
    expect((await product.send('GET', '/account/user/', { headers: { cookie } })).status).toBe(401)
    const token = cookie.split('=')[1]!
    expect((await product.send('GET', '/account/user/', { headers: { authorization: `Token ${token}` } })).status).toBe(401)
  })

  it.each(['not json', '[]', '{"options":{"desk":7}}', '{"options":{},"more":1}', '{"options":{},"why":"\\u0000"}'])(
    'a malformed body is refused: %s',
    async (body) => {
      const session = await proved()
      const answer = await product.send('POST', '/operator/api/commands/suspend-desk', { body, headers: session })
      expect(answer).toMatchObject({ status: 400, json: { error: 'InvalidRequest' } })
    },
  )

  it('a path that does not exist is not found, with or without a session', async () => {
    const session = await signIn()
    for (const headers of [{}, session]) expect((await send('GET', 'secrets', undefined, headers)).status).toBe(404)
    expect(await send('POST', 'commands/create-key', { options: { desk: 'ORRY', name: 'x' } }, session)).toMatchObject({ status: 404 })
    expect(await send('POST', 'commands/constructor', { options: {} }, session)).toMatchObject({ status: 404 })
  })
})

describe('the overview', () => {
  it('has the form of the contracts, with the platform, venues, shards and the newest entries of the audit log', async () => {
    await product.server.operator.addVenueAccount('ORRY', { venue: 'DBT', name: 'main', clientId: 'i', clientSecret: 's', isDefault: true })
    const { status, json } = await send('GET', 'overview', undefined, await signIn())
    expect(status, product.logged()).toBe(200)
    const seen = consoleApi.consolePages.overview.strict().parse(json)
    expect(seen.platform.state).toBe('AVAILABLE')
    expect(seen.counts).toMatchObject({ firms: 2, desks: 2, people: 3 })
    expect(seen.venues.find(({ venue }) => venue === 'DBT')).toMatchObject({ accounts: 1, failing: [] })
    expect(seen.shards.length).toBeGreaterThan(0)
    expect(seen.shards[0]).toMatchObject({ queue: 0, is_serving: true })
    expect(seen.audit[0]).toMatchObject({ actor: 'operator l.sand', action: 'ConsoleSignIn' })
  })
})

describe('the lists', () => {
  it.each(Object.keys(consoleApi.consolePages) as (keyof typeof consoleApi.consolePages)[])(
    '%s has the form of the contracts',
    async (page) => {
      const { status, json } = await send('GET', page, undefined, await signIn())
      expect(status, product.logged()).toBe(200)
      expect(consoleApi.consolePages[page].strict().parse(json)).toBeDefined()
    },
  )

  it('show desks with their limits and rates, people with their state, flags and restrictions, emails and differences', async () => {
    const { sql } = database
    const session = await proved()
    const run = async (name: string, options: object) =>
      expect((await send('POST', `commands/${name}`, { options, why: 'test' }, session)).status).toBe(200)
    const page = async <Name extends keyof typeof consoleApi.consolePages>(name: Name) =>
      consoleApi.consolePages[name].parse((await send('GET', name, undefined, session)).json)
    await run('create-desk', { ticker: 'NEWD', name: 'New Desk', firm: 'New Firm', maker: true })
    await run('set-rate', { desk: 'NEWD', rate: 'rfqsPerDesk', most: '7' })
    const { desks } = (await page('firms')) as ConsoleFirmsView
    expect(desks.find(({ ticker }) => ticker === 'NEWD')).toMatchObject({
      ...{ firm: 'New Firm', is_maker: true, most_notional: '25000000' },
      rates: [{ name: 'rfqsPerDesk', most: 7 }],
    })
    await run('set-rate', { desk: 'NEWD', rate: 'rfqsPerDesk', default: true })
    await run('invite', { email: 'nina@newfirm.example', desk: 'NEWD', role: 'administrator' })
    const people = (await page('people')) as ConsolePeopleView
    expect(people.invitations).toMatchObject([{ desk: 'NEWD', email: 'nina@newfirm.example', role: 'administrator' }])
    expect(people.people.find(({ email }) => email === 'ada@orrery.example')).toMatchObject({
      state: 'ACTIVE',
      desks: [{ ticker: 'ORRY' }],
    })
    await run('restrict-country', { country: 'li' })
    await run('set-flag', { name: 'feature_vaults', value: 'on', desks: 'NEWD' })
    const access = (await page('access')) as ConsoleAccessView
    expect(access.restrictions).toContainEqual({ kind: 'country', value: 'LI' })
    expect(access.flags.find(({ name }) => name === 'feature_vaults')).toEqual({
      name: 'feature_vaults',
      is_on: true,
      desks: ['NEWD'],
      is_default: false,
    })
    await run('lift-country', { country: 'LI' })
    await sql`update mail set sent_at = null, failed_at = ${product.clock.now}, last_error = '550 no such user' where recipient = 'nina@newfirm.example'`
    expect(((await page('mail')) as ConsoleMailView).emails).toMatchObject([
      { recipient: 'nina@newfirm.example', last_error: '550 no such user', next_at: null },
    ])
    const [account] = await sql<{ id: string }[]>`select id from venue_account where desk = 'ORRY' limit 1`
    await sql`
      insert into reconciliation_difference (id, desk, account_id, day, venue_trade_id, state, found_at, compared)
      values ('d_1', 'ORRY', ${account!.id}, '2027-01-14', 'v_1', 'OPEN', ${product.clock.now}, '{"outcome": "MISSING_HERE"}')`
    expect(((await page('differences')) as ConsoleBreaksView).breaks).toMatchObject([
      { desk: 'ORRY', outcome: 'MISSING_HERE', venue: 'DBT' },
    ])
    await sql`delete from reconciliation_difference where id = 'd_1'`
    const { entries } = (await page('audit')) as { entries: AuditLineView[] }
    expect(entries[0]).toMatchObject({ actor: 'operator l.sand', action: 'LiftRestriction', object: 'LI', detail: { why: 'test' } })
  })
})

describe('a command that hurts', () => {
  it('needs the second factor again, and the sign-in does not count', async () => {
    const session = await signIn()
    const suspend = () => send('POST', 'commands/suspend-desk', { options: { desk: 'KEST' }, why: 'fees unpaid' }, session)
    expect(await suspend()).toMatchObject({ status: 403, json: { error: 'StepUpRequired' } })
    const used = codeOf(secret)
    expect(await send('POST', 'step-up', { code: used }, session)).toMatchObject({ status: 403, json: { error: 'CodeRefused' } })
    expect((await send('POST', 'step-up', { code: nextCode() }, session)).json).toMatchObject({
      proved_until: product.clock.now + consoleApi.consoleLimits.provedForMs,
    })
    expect(await suspend()).toMatchObject({ status: 200, json: { message: expect.stringMatching(/^The desk is suspended\./) } })
    product.clock.now += consoleApi.consoleLimits.provedForMs + 1
    expect((await suspend()).status).toBe(403)
    expect(await send('POST', 'commands/restore-desk', { options: { desk: 'KEST' } }, session)).toMatchObject({ status: 200 })
  })

  it('needs a reason, and the audit log has it with the name of the person', async () => {
    const session = await proved()
    const stop = (why: string) => send('POST', 'commands/suspend-user', { options: { email: 'vera@orrery.example' }, why }, session)
    expect(await stop(' ')).toMatchObject({ status: 400, json: { error: 'ReasonRequired' } })
    expect((await stop('left the firm')).status).toBe(200)
    expect(await lastAudit()).toMatchObject({ actor: 'operator l.sand', action: 'SuspendUser', detail: { why: 'left the firm' } })
  })

  it('a desk sees that the operator acted and why, and not which person', async () => {
    const token = await product.signIn()
    const { json } = await product.send('GET', '/account/desk/audit/?actor=operator', { headers: { authorization: `Token ${token}` } })
    const [entry] = (json as { results: readonly Record<string, unknown>[] }).results
    expect(entry).toMatchObject({ actor: 'operator', actor_name: 'Operator', action: 'SuspendUser', detail: { why: 'left the firm' } })
    expect(JSON.stringify(json)).not.toContain('l.sand')
  })

  it("is refused with the command's own sentence", async () => {
    const session = await proved()
    expect(await send('POST', 'commands/suspend-desk', { options: { desk: '--NONE' }, why: '-' }, session)).toMatchObject({
      status: 422,
      json: { message: expect.stringMatching(/^No desk .*NONE; create it first\.$/) },
    })
    expect(await send('POST', 'commands/platform', { options: { state: 'AVAILABLE_CANCEL_ONLY' }, why: 'x' }, session)).toMatchObject({
      status: 422,
      json: { message: 'The platform is AVAILABLE; the next state must be UNAVAILABLE.' },
    })
  })

  it('moves the platform for every desk', async () => {
    const session = await proved()
    const move = (state: string) => send('POST', 'commands/platform', { options: { state }, why: 'new release' }, session)
    expect((await move('UNAVAILABLE')).json['message']).toMatch(/^The platform is UNAVAILABLE\./)
    expect(await lastAudit()).toMatchObject({ actor: 'operator l.sand', action: 'SetPlatformState', detail: { why: 'new release' } })
    expect((await product.signed('GET', '/v2/drfq/platform_state/')).json).toMatchObject({ state: 'UNAVAILABLE' })
    await move('AVAILABLE_CANCEL_ONLY')
    await move('AVAILABLE')
  })
})
