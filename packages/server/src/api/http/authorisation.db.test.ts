/** Every call of the contracts by every kind of caller. The permitted callers are derived from the call, so that a new call is covered too. */
import * as contracts from '@parley/contracts'
import type { Call, StepUp, Who } from '@parley/contracts'
import { deskRoles, type DeskRole } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'
import { withTestDatabase } from '../../../test/database.ts'
import {
  absentAs,
  absentExceptMarket,
  askAnotherMaker,
  bodiesOfPaths,
  decideCommand,
  holdRfq,
  naming,
  namesForeign,
  placeSpreadOrder,
  plantDifference,
  withoutIds,
  type Named as ForeignIds,
} from '../../../test/foreign-ids.ts'
import { PASSWORD, signatureHeaders, type Answer, type Key } from '../../../test/product.ts'

type Named = { readonly name: string; readonly call: Call }

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value && 'path' in value
/** Groups of calls by their name in the contracts, which ends in Calls for every feature. */
const calls: readonly Named[] = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Calls'))
  .flatMap(([group, members]) =>
    Object.entries(members as object).map(([name, call]) => ({ name: `${group}.${name}`, call: call as Call })),
  )

type Kind = 'nobody' | 'read key' | 'trade key' | DeskRole

/** The callers that each value of the contracts permits: the whole rule, written a second time. */
const letsIn: Readonly<Record<Who, readonly Kind[]>> = {
  anyone: ['nobody', 'read key', 'trade key', ...deskRoles],
  member: ['read key', 'trade key', ...deskRoles],
  person: [...deskRoles],
  trader: ['trade key', 'administrator', 'trader'],
  bidder: ['trade key', 'administrator', 'trader', 'dov_user'],
  administrator: ['administrator'],
}
/** How the proof of a session relates to what a call requires. */
const proves: Readonly<Record<'everything' | 'password' | 'nothing', readonly StepUp[]>> = {
  everything: ['password', 'factor'],
  password: ['password'],
  nothing: [],
}

type Outcome = 'let in' | 'NotAuthenticated' | 'InsufficientPermissions' | 'StepUpRequired' | 'no such route' | 'broken'

function expected({ who, stepUp }: Call, kind: Kind, proof: keyof typeof proves): Outcome {
  if (!letsIn[who].includes(kind)) return kind === 'nobody' ? 'NotAuthenticated' : 'InsufficientPermissions'
  return stepUp === undefined || who === 'anyone' || proves[proof].includes(stepUp) ? 'let in' : 'StepUpRequired'
}

function outcomeOf({ status, json }: Answer): Outcome {
  const { error } = (json ?? {}) as { error?: string }
  if (error === 'MethodNotFound') return 'no such route'
  if (error === 'InsufficientPermissions' || error === 'StepUpRequired') return error
  if (status === 401) return 'NotAuthenticated'
  return status >= 500 ? 'broken' : 'let in'
}

const database = withTestDatabase()
const every = { perSecond: 1_000_000, burst: 1_000_000 }
const ofDesks = { most: 1_000_000, withinMs: 1_000 }
const rates = {
  requestsPerDesk: ofDesks,
  rfqsPerDesk: ofDesks,
  spreadReadsPerDesk: ofDesks,
  spreadWritesPerDesk: ofDesks,
  perpetualReadsPerDesk: ofDesks,
  chainCallsPerDesk: ofDesks,
  signInsPerAddress: every,
  resetsPerAddress: every,
  registrationsPerAddress: every,
}
let desk: TestDesk
/** Calls with a route. A missing route is reported once, and not by every test. */
let served: readonly Named[]
beforeAll(async () => {
  desk = await openTestDesk(database.url, { rates })
  const probed = await Promise.all(
    calls.map(async (named) => outcomeOf(await desk.product.send(named.call.method, pathOf(named.call), { body: bodyOf(named.call) }))),
  )
  served = calls.filter((_named, index) => probed[index] !== 'no such route')
}, 120_000)
afterAll(() => desk.close())

const pathOf = ({ path }: Call, id = 'x_nothing') => path.replaceAll(/\{\w+\}/g, id)
const bodyOf = ({ method }: Call) => (method === 'GET' || method === 'DELETE' ? '' : '{}')
type Send = (call: Call, path: string, body: string) => Promise<Answer>

const nobody: Send = (call, path, body) => desk.product.send(call.method, path, { body })
const withKey =
  (key: Key): Send =>
  (call, path, body) =>
    desk.product.send(call.method, path, { body, headers: signatureHeaders(key, desk.product.clock.now, call.method, path, body) })
const withToken =
  (token: () => string): Send =>
  (call, path, body) =>
    desk.product.send(call.method, path, { body, headers: { authorization: `Token ${token()}` } })

/** Unexpected responses, each with the call's name. `after` can repair what a call has ended. */
async function mismatches(send: Send, expectedOf: (call: Call) => Outcome, after: (answer: Answer) => Promise<void> = async () => {}) {
  const wrong: string[] = []
  for (const { name, call } of served) {
    const answer = await send(call, pathOf(call), bodyOf(call))
    const [seen, wanted] = [outcomeOf(answer), expectedOf(call)]
    if (seen !== wanted)
      wrong.push(
        `${name} (${call.method} ${call.path}): ${wanted} was expected, ${seen} came: ${answer.status} ${answer.text.slice(0, 120)}`,
      )
    if (call.method !== 'GET' && answer.status < 300) await after(answer)
  }
  return wrong
}

/** A session that is started again if a call has ended it. */
async function session(person: () => Promise<Person>) {
  let { token } = await person()
  const mend = async () => {
    if ((await desk.as(token, 'GET', '/v2/drfq/echo/')).status === 401) token = (await person()).token
  }
  return { token: () => token, mend }
}

async function keyWith(scopes: readonly string[], desks: 'ORRY' | 'KEST' = 'ORRY'): Promise<Key & { readonly id: string }> {
  const boss = await desk.person('boss', 'administrator', desks)
  const { json } = await desk.as(boss.token, 'POST', '/account/desk/api-keys/', { name: `${scopes.join()} ${Math.random()}`, scopes })
  const { id, access_key, secret_key } = json as { id: string; access_key: string; secret_key: string }
  return { id, accessKey: access_key, secretKey: secret_key }
}

describe('the contracts', () => {
  it('have calls in every group, each with a rule of who may call it', () => {
    const broken = calls.filter(
      ({ call }) => !isCall(call) || !(call.who in letsIn) || (call.stepUp !== undefined && call.who === 'anyone'),
    )
    expect(broken.map(({ name }) => name)).toEqual([])
    expect(calls.length).toBeGreaterThan(75)
  })

  it('require a recent proof of identity only from users', () => {
    const asking = calls.filter(({ call }) => call.stepUp !== undefined && !['person', 'administrator'].includes(call.who))
    expect(asking.map(({ name }) => name)).toEqual([])
  })

  it('have a route on the server for every call', () => {
    const missing = calls.filter((named) => !served.includes(named))
    expect(missing.map(({ name, call }) => `${name}: ${call.method} ${call.path} has no route`)).toEqual([])
  })
})

describe('every call', () => {
  it('without a sign-in', async () => expect(await mismatches(nobody, (call) => expected(call, 'nobody', 'nothing'))).toEqual([]))

  it.each([
    ['read key', ['read']],
    ['trade key', ['read', 'trade']],
  ] as const)('by a %s', async (kind, scopes) => {
    const key = await keyWith(scopes)
    expect(await mismatches(withKey(key), (call) => expected(call, kind, 'nothing'))).toEqual([])
  })

  // Proves A 6.18.
  it.each(deskRoles)('by a person who is %s and has just signed in', async (role) => {
    const { token, mend } = await session(() => desk.person(`just ${role}`.replace(' ', '-'), role))
    expect(await mismatches(withToken(token), (call) => expected(call, role, 'everything'), mend)).toEqual([])
  })

  it.each(deskRoles)('by a person who is %s and has proved the password only', async (role) => {
    const name = `half-${role}`
    const begin = async () => {
      await database.sql`update app_user set totp_enabled_at = null where email = ${`${name}@orry.example`}`
      const person = await desk.person(name, role)
      await desk.product.server.operator.setFeatureFlag('matrix', 'off')
      const { token } = await desk.person(name, role)
      await database.sql`update app_user set totp_enabled_at = 1, totp_secret_sealed = '\\x00' where id = ${person.id}`
      await desk.product.server.operator.setFeatureFlag('matrix', 'on')
      expect((await desk.as(token, 'POST', '/account/password-check/', { password: PASSWORD })).json).toMatchObject({ with_factor: false })
      return { ...person, token }
    }
    const { token, mend } = await session(begin)
    expect(await mismatches(withToken(token), (call) => expected(call, role, 'password'), mend)).toEqual([])
  })
})

describe('every call is closed', () => {
  const out = (call: Call): Outcome => (call.who === 'anyone' ? 'let in' : 'NotAuthenticated')
  const operator = () => desk.product.server.operator
  // Proves A 6.13.
  it.each<[string, (person: Person, boss: Person) => Promise<unknown>]>([
    [
      'suspended by the desk',
      (person, boss) => desk.as(boss.token, 'PATCH', `/account/desk/members/${person.id}/`, { state: 'SUSPENDED' }),
    ],
    ['removed from the desk', (person, boss) => desk.as(boss.token, 'DELETE', `/account/desk/members/${person.id}/`)],
    ['suspended by the operator', ({ email }) => operator().suspendUser(email)],
    ['disabled by the operator', ({ email }) => operator().disableUser(email)],
    ['told by the operator that every session ends', ({ email }) => operator().endSessions(email)],
    [
      'given another password by the operator',
      ({ email }) =>
        operator().createUser({ email, password: 'copper meadow tide 41', firstName: 'A', lastName: 'B', desk: 'ORRY', role: 'trader' }),
    ],
  ])('to an administrator who was %s', async (what, act) => {
    const boss = await desk.person('boss', 'administrator')
    const person = await desk.person(`gone-${what.replaceAll(' ', '-')}`, 'administrator')
    await act(person, boss)
    expect(
      await mismatches(
        withToken(() => person.token),
        out,
      ),
    ).toEqual([])
  })

  it('to the keys and people of a desk that is suspended', async () => {
    const key = await keyWith(['read', 'trade'], 'KEST')
    const person = await desk.person('kim', 'administrator', 'KEST')
    await operator().suspendDesk('KEST')
    expect(
      await mismatches(
        withToken(() => person.token),
        out,
      ),
    ).toEqual([])
    for (const { name, call } of served.filter(({ call }) => call.who !== 'anyone')) {
      const answer = await withKey(key)(call, pathOf(call), bodyOf(call))
      expect([name, answer.status, (answer.json as { error: string }).error]).toEqual([name, 403, 'AccessSuspended'])
    }
    await operator().restoreDesk('KEST')
  })

  it('to a key that was revoked', async () => {
    const key = await keyWith(['read', 'trade'])
    const boss = await desk.person('boss', 'administrator')
    await desk.as(boss.token, 'DELETE', `/account/desk/api-keys/${key.id}/`)
    for (const { name, call } of served.filter(({ call }) => call.who !== 'anyone')) {
      const answer = await withKey(key)(call, pathOf(call), bodyOf(call))
      expect([name, answer.status, (answer.json as { error: string }).error]).toEqual([name, 403, 'InvalidAccessKey'])
    }
  })
})

describe('objects that belong to a desk', () => {
  /** An object of ORRY for each path that names such an object. */
  const objects = () => (made ??= makeObjects())
  let made: Promise<Readonly<Record<string, string>>> | undefined
  async function makeObjects(): Promise<Readonly<Record<string, string>>> {
    const boss = await desk.person('boss', 'administrator')
    await desk.as(boss.token, 'POST', '/v2/protection/allow/', {}) // Other tests have made every call.
    const add = async (path: string, body: object) => ((await desk.as(boss.token, 'POST', path, body)).json as { id: string }).id
    const sessions = (await desk.as(boss.token, 'GET', '/account/user/sessions/')).json as { current_session_id: string }
    const rfq = await desk.ask(boss.token)
    const { results } = (await desk.as(boss.token, 'GET', '/v2/drfq/instruments/')).json as { results: { id: number }[] }
    const quoted = { rfq_id: rfq, account_name: 'ORRY main', side: 'BUY', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', quantity: '100', price: '0.04' } // prettier-ignore
    // A market of the order book is public. A quote in it belongs to its desk.
    const market = await add('/v1/grfq/rfqs/', { venue: 'DBT', legs: [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }] })
    const quote = await add(`/v1/grfq/rfqs/${market}/quotes/`, { side: 'BUY', quantity: '100', price: '0.04', account_name: 'ORRY main' })
    const account = await add('/account/desk/venue-accounts/', { venue: 'BIT', name: 'x', client_id: 'i', client_secret: 's' })
    const made = {
      '/v2/drfq/lists/': await askAnotherMaker(desk, boss.token),
      '/v1/grfq/quotes/': quote,
      '/v1/ob/quotes/': quote,
      '/v1/grfq/orders/': quote,
      '/v1/ob/orders/': quote,
      '/account/desk/members/': boss.id,
      '/v2/protection/bounds/people/': boss.id,
      '/v2/protection/held_requests/': await holdRfq(desk, boss.token, results[0]!.id),
      '/account/desk/invitations/': await add('/account/desk/invitations/', { email: 'late@orry.example', role: 'viewer' }),
      '/account/desk/venue-accounts/': account,
      '/account/counterparty-groups/': await add('/account/counterparty-groups/', { name: 'core', makers: ['KEST'] }),
      '/account/desk/api-keys/': (await keyWith(['read'])).id,
      '/account/user/sessions/': sessions.current_session_id,
      '/account/passkeys/': 'of-boss',
      // A draft belongs to its desk alone.
      '/v2/drfq/rfqs/': await add('/v2/drfq/rfqs/', {
        venue: 'DBT',
        quantity: '100',
        counterparties: ['KEST'],
        state: 'DRAFT',
        legs: [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }],
      }),
      '/v2/drfq/orders/': await add('/v2/drfq/orders/', quoted),
      '/v1/fs/orders/': await placeSpreadOrder(desk, boss.token),
      '/account/desk/reconciliation/differences/': 'of-boss',
      '/v2/commands/': await decideCommand(desk, boss.token),
    }
    // Last, because a user with a passkey has to prove it before creating a key or an account.
    await database.sql`
      insert into passkey (id, app_user, name, public_key, counter, is_synced, created_at) values ('of-boss', ${boss.id}, 'key', '\\x01', 0, false, 1)`
    await plantDifference(database.sql, { id: 'of-boss', desk: 'ORRY', accountId: String(account) })
    return made
  }
  /** Calls for all callers. Trades, quotes under a market, and bids need two desks: the tests of their flow cover them. */
  const ofNobody = [
    ...['/v2/drfq/instruments/', '/v2/perpetuals/', '/v1/vrfq/'],
    ...['/account/agreements/', '/account/counterparties/', '/v2/drfq/trades/'],
    ...['strategies', 'instruments', 'trades', 'venues'].map((what) => `/v1/fs/${what}/`),
    '/account/desk/reconciliation/{day}/',
    // Each desk names its own limits: for another desk the same name means its own limit.
    '/v2/protection/limits/',
    ...['/v1/grfq', '/v1/ob'].flatMap((base) => ['rfqs', 'trades', 'instruments'].map((what) => `${base}/${what}/`)),
  ]
  it('cannot be touched by another desk, not even by its administrator', async () => {
    const mine = await objects()
    const theirs = await desk.person('kim', 'administrator', 'KEST')
    const naming = served.filter(({ call }) => call.path.includes('{') && !ofNobody.some((path) => call.path.startsWith(path)))
    const wrong: string[] = []
    for (const { name, call } of naming) {
      const prefix = call.path.slice(0, call.path.indexOf('{'))
      const id = mine[prefix]
      if (id === undefined || id === '') throw new Error(`${name}: make one of ${prefix} in objects(), or say that it is nobody's`)
      const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : (bodiesOfPaths[name] ?? {})
      const ask = async (named: string) => {
        const { status, json } = await desk.as(theirs.token, call.method, pathOf(call, named), body)
        const { error } = (json ?? {}) as { error?: string }
        const said = `${status} ${JSON.stringify(json)}`.replaceAll(String(named), 'ID').replaceAll(/"request_id":"[^"]*"/g, '')
        return { isRefused: (status === 404 && error === 'NotFound') || error === 'OrderUnknown', said }
      }
      const [foreign, nothing] = [await ask(id), await ask(absentAs(String(id)))]
      if (!foreign.isRefused || foreign.said !== nothing.said)
        wrong.push(`${name}: ${foreign.said.slice(0, 200)} for another's, ${nothing.said.slice(0, 200)} for none`)
    }
    expect(naming.length).toBeGreaterThan(15)
    expect(wrong).toEqual([])
  })

  it('8.6 is in a body as if it were not there', async () => {
    const reader = await desk.person('reader', 'administrator')
    const theirs = await desk.person('kim', 'administrator', 'KEST')
    const ids = await objects()
    const { rfq_id } = (await desk.as(reader.token, 'GET', `/v1/ob/quotes/${ids['/v1/ob/quotes/']}/`)).json as { rfq_id: number }
    const accounts = (await desk.as(reader.token, 'GET', '/account/desk/venue-accounts/')).json as { results: { id: string }[] }
    const mine: ForeignIds = {
      market: String(rfq_id),
      draft: ids['/v2/drfq/rfqs/']!,
      order: ids['/v2/drfq/orders/']!,
      quote: String(ids['/v1/ob/quotes/']),
      account: accounts.results[0]!.id,
      spreadOrder: ids['/v1/fs/orders/']!,
      list: ids['/v2/drfq/lists/']!,
    }
    const absent = absentExceptMarket(mine)
    const wrong: string[] = []
    const asking = served.filter(({ call }) => call.method !== 'GET' && namesForeign(call))
    const send = (call: Call, one: object) => desk.as(theirs.token, call.method, pathOf(call), one)
    for (const { name, call } of asking) {
      const bodiesOf = naming[name]
      if (bodiesOf === undefined) throw new Error(`${name}: make a body that names something of another desk, in naming`)
      const unknown = bodiesOf(absent)
      for (const [place, body] of bodiesOf(mine).entries()) {
        const [foreign, nothing] = [await send(call, body), await send(call, unknown[place]!)]
        const [seen, wanted] = [withoutIds(foreign, mine), withoutIds(nothing, absent)]
        if (seen !== wanted || foreign.status >= 500)
          wrong.push(`${name}: ${seen.slice(0, 200)} for another's, ${wanted.slice(0, 200)} for none`)
      }
    }
    expect(asking.length).toBe(Object.keys(naming).length)
    expect(wrong).toEqual([])
  })

  it('cannot be touched by other members of the same desk if it belongs to a person', async () => {
    // A new user, because sign-in would ask for a passkey that an earlier test created.
    const mine = await desk.person('owner', 'administrator')
    const other = await desk.person('other', 'administrator')
    const { current_session_id } = (await desk.as(mine.token, 'GET', '/account/user/sessions/')).json as { current_session_id: string }
    await database.sql`
      insert into passkey (id, app_user, name, public_key, counter, is_synced, created_at) values ('of-mine', ${mine.id}, 'key', '\\x01', 0, false, 1)`
    const byOther = [
      desk.as(other.token, 'DELETE', `/account/user/sessions/${current_session_id}/`),
      desk.as(other.token, 'DELETE', '/account/passkeys/of-mine/'),
      desk.as(other.token, 'PATCH', '/account/passkeys/of-mine/', { name: 'x' }),
    ]
    for (const answer of await Promise.all(byOther)) expect(answer).toMatchObject({ status: 404, json: { error: 'NotFound' } })
    expect((await desk.as(mine.token, 'GET', '/account/user/')).status).toBe(200)
  })
})

describe('every call, eleven minutes after signing in', () => {
  it.each(deskRoles)('by a person who is %s asks for proof if it must be fresh', async (role) => {
    const begin = async () => {
      const person = await desk.person(`late-${role}`, role)
      desk.product.clock.now += 11 * 60_000
      return person
    }
    const { token, mend } = await session(begin)
    expect(await mismatches(withToken(token), (call) => expected(call, role, 'nothing'), mend)).toEqual([])
  })
})
