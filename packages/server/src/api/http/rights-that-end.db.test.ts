/**
 * Every call that only an administrator may make, while the rights of its sender end. The calls are found by name, so that a new call fails here until
 * it has an attempt.
 */
import * as contracts from '@parley/contracts'
import { effectOf, type Call } from '@parley/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openTestDesk, type Person, type TestDesk } from '../../../test/desk.ts'
import { plantDifference } from '../../../test/foreign-ids.ts'
import { PASSWORD, type Answer } from '../../../test/product.ts'

const calls: ReadonlyMap<string, Call> = new Map(
  Object.entries(contracts)
    .filter(([group]) => group.endsWith('Calls'))
    .flatMap(([group, members]) => Object.entries(members as object).map(([name, call]) => [`${group}.${name}`, call as Call] as const)),
)
/** They ask a venue about a key, and change nothing of the desk. */
const asksOnly = ['venueAccountCalls.checkVenueKey', 'venueAccountCalls.checkVenueAccount']
/** A stop never waits for the accounts. It only cancels, and an administrator can resume trading. */
const names = [...calls].flatMap(([name, call]) =>
  call.who === 'administrator' && call.method !== 'GET' && effectOf(call) !== 'cancel' && !asksOnly.includes(name) ? [name] : [],
)

const database = withTestDatabase()
let desk: TestDesk
let ada: Person
let number = 0
beforeAll(async () => {
  // It changes accounts more often than a desk may, on a clock that does not move.
  desk = await openTestDesk(database.url, { rates: { requestsPerDesk: { most: 10_000, withinMs: 1_000 } } })
  ada = await desk.person('ada', 'administrator')
})
afterAll(() => desk.close())

type Attempt = { readonly id?: string; readonly body?: object }
const operator = () => desk.product.server.operator
const made = async (path: string, body: object): Promise<string> => {
  const answer = await desk.as(ada.token, 'POST', path, body)
  if (answer.status > 201) throw new Error(`${path}: ${answer.text}`)
  return (answer.json as { id: string }).id
}
const member = async () => (await desk.person(`member${++number}`, 'trader')).id
const invitation = () => made('/account/desk/invitations/', { email: `guest${++number}@orry.example`, role: 'viewer' })
const key = () => made('/account/desk/api-keys/', { name: `key ${++number}` })
const group = () => made('/account/counterparty-groups/', { name: `group ${++number}`, makers: ['KEST'] })
const account = () => made('/account/desk/venue-accounts/', { venue: 'BIT', name: `a${++number}`, client_id: 'i', client_secret: 's' })
const stranger = async () => {
  const ticker = `S${100 + ++number}`
  await operator().createDesk({ ticker, name: ticker, firmName: ticker, isMaker: true })
  return ticker
}
const asking = async () => {
  const ticker = await stranger()
  await database.sql`insert into approval (low_desk, high_desk, state, asked_by, changed_at) values ('ORRY', ${ticker}, 'ASKED', ${ticker}, 1)`
  // The product reads the accounts again after any change.
  await operator().setFeatureFlag('matrix', 'on')
  return ticker
}
const difference = async () => {
  const id = `d${++number}`
  await database.sql`delete from reconciliation_difference`
  await plantDifference(database.sql, { id, desk: 'ORRY', accountId: await account() })
  return id
}

/** A request that is accepted from an administrator, by the name of its call. */
const attempts: Readonly<Record<string, () => Promise<Attempt>>> = {
  'deskCalls.updateMember': async () => ({ id: await member(), body: { role: 'viewer' } }),
  'deskCalls.removeMember': async () => ({ id: await member() }),
  'deskCalls.createInvitation': () => Promise.resolve({ body: { email: `next${++number}@orry.example`, role: 'administrator' } }),
  'deskCalls.resendInvitation': async () => ({ id: await invitation() }),
  'deskCalls.withdrawInvitation': async () => ({ id: await invitation() }),
  'deskCalls.createApiKey': () => Promise.resolve({ body: { name: `new ${++number}` } }),
  'deskCalls.updateApiKey': async () => ({ id: await key(), body: { scopes: ['read'] } }),
  'deskCalls.rotateApiKey': async () => ({ id: await key(), body: { overlap_hours: 1 } }),
  'deskCalls.revokeApiKey': async () => ({ id: await key() }),
  'deskCalls.askCounterparty': async () => ({ id: await stranger() }),
  'deskCalls.approveCounterparty': async () => ({ id: await asking() }),
  'deskCalls.withdrawCounterparty': async () => ({ id: await asking() }),
  'deskCalls.neverMatch': async () => ({ id: await stranger() }),
  'deskCalls.matchAgain': () => Promise.resolve({ id: 'KEST' }),
  'deskCalls.setOrderBooks': () => Promise.resolve({ body: { order_books: ++number % 2 === 0 ? 'EVERY_DESK' : 'APPROVED_DESKS' } }),
  'deskCalls.setRecapFormat': () => Promise.resolve({ body: { format: `{side} {quantity} ${++number}` } }),
  'deskCalls.createCounterpartyGroup': () => Promise.resolve({ body: { name: `mine ${++number}`, makers: ['KEST'] } }),
  'deskCalls.updateCounterpartyGroup': async () => ({ id: await group(), body: { name: `other ${++number}` } }),
  'deskCalls.deleteCounterpartyGroup': async () => ({ id: await group() }),
  'venueAccountCalls.addVenueAccount': () =>
    Promise.resolve({ body: { venue: 'BIT', name: `b${++number}`, client_id: 'i', client_secret: 's' } }),
  'venueAccountCalls.updateVenueAccount': async () => ({ id: await account(), body: { is_default: true } }),
  'venueAccountCalls.removeVenueAccount': async () => ({ id: await account() }),
  'protectionCalls.allowTrading': () => Promise.resolve({ body: {} }),
  'protectionCalls.setDeskBounds': () => Promise.resolve({ body: { most_notional: `${1e9 + ++number}`, most_deviation_percent: null } }),
  'protectionCalls.setPersonLimit': () => Promise.resolve({ id: ada.id, body: { most_notional: `${1e9 + ++number}` } }),
  'reconciliationCalls.compareDay': () => Promise.resolve({ id: '2027-01-14' }),
  'reconciliationCalls.closeDifference': async () => ({ id: await difference(), body: { how: 'EXPLAIN', reason: 'seen' } }),
  'leaderboardCalls.setLeaderPreferences': () => Promise.resolve({ body: { disabled_leaderboard_anonymity: ++number % 2 === 0 } }),
}

const send = (name: string, { token }: Person, { id = '', body }: Attempt): Promise<Answer> => {
  const { method, path } = calls.get(name)!
  return desk.as(token, method, path.replace(/\{\w+\}/, id), body)
}
const waiting = async () =>
  (
    await database.sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  )[0]!.n
const sessionsOf = ({ id }: Person) => database.sql`select id from session where app_user = ${id}`
const auditOf = ({ id }: Person) => database.sql<{ action: string }[]>`select action from audit where actor = ${id} order by id`

describe('what only an administrator may change', () => {
  it('has an attempt for each call', () => {
    expect(Object.keys(attempts).toSorted()).toEqual(names.toSorted())
    expect(names.length).toBeGreaterThan(20)
  })

  it.each(names)('2.25 %s is judged in its transaction: refused if the right has ended since the request came in', async (name) => {
    const tom = await desk.person('tom', 'administrator')
    const attempt = await attempts[name]!()
    // As if another process had changed the role, and this one did not know yet.
    const roleOf = (role: string) => database.sql`update membership set role = ${role} where app_user = ${tom.id}`
    const before = await auditOf(tom)
    await roleOf('trader')
    const refused = await send(name, tom, attempt)
    expect([refused.status, (refused.json as { message?: string } | undefined)?.message]).toEqual([
      403,
      'You are no longer an administrator of this desk.',
    ])
    expect(await auditOf(tom)).toEqual(before)
    await roleOf('administrator')
    const taken = await send(name, tom, attempt)
    expect([taken.status < 300, taken.text]).toEqual([true, taken.text])
  })
})

describe('what a person changes for themselves', () => {
  it.each<[string, string, object]>([
    ['POST', '/account/user/preferences/', { data: {} }],
    ['PATCH', '/trading-desk/member/trading-state/update/', { default_deribit_api_credential_id: null }],
    ['PATCH', '/account/passkeys/none/', { name: 'key' }],
  ])('2.25 %s %s is refused if their access has ended since the request came in', async (method, path, body) => {
    const tom = await desk.person(`tom${++number}`, 'trader')
    await database.sql`update membership set suspended_at = 1 where app_user = ${tom.id}`
    expect(await desk.as(tom.token, method, path, body)).toMatchObject({
      status: 403,
      json: { message: 'You are no longer a member of this desk.' },
    })
  })

  it('2.9 a sign-in that a suspension overtakes leaves no session for the time after', async () => {
    const tom = await desk.person(`tom${++number}`, 'trader')
    await operator().endSessions(tom.email)
    await expect.poll(() => sessionsOf(tom)).toEqual([])
    desk.product.clock.now += 1
    const body = JSON.stringify({ email: tom.email, password: PASSWORD, app_type: 'Parley' })
    let signingIn: Promise<Answer> | undefined
    await database.sql.begin(async (tx) => {
      await tx`lock table session in exclusive mode`
      signingIn = desk.product.send('POST', '/account/login/', { body })
      await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(1)
      await operator().suspendUser(tom.email)
    })
    expect(await signingIn!).toMatchObject({ json: { error: 'AccessSuspended' } })
    expect(await sessionsOf(tom)).toEqual([])
  })
})

type Loss = (tom: Person) => Promise<unknown>
const losses: Readonly<Record<string, Loss>> = {
  demoted: (tom) => desk.as(ada.token, 'PATCH', `/account/desk/members/${tom.id}/`, { role: 'trader' }),
  suspended: (tom) => desk.as(ada.token, 'PATCH', `/account/desk/members/${tom.id}/`, { state: 'SUSPENDED' }),
  removed: (tom) => desk.as(ada.token, 'DELETE', `/account/desk/members/${tom.id}/`),
  'suspended by the operator': ({ email }) => operator().suspendUser(email),
  'disabled by the operator': ({ email }) => operator().disableUser(email),
}

/** Both have been let in before either is decided: they wait for the desk, in the order in which they came. */
async function together(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const begun: Promise<unknown>[] = []
  await database.sql.begin(async (tx) => {
    await tx`select from desk where ticker = 'ORRY' for no key update`
    for (const [place, begin] of [first, second].entries()) {
      let isOver = false
      begun.push(begin().finally(() => (isOver = true)))
      await expect.poll(async () => isOver || (await waiting()) > place, { interval: 5, timeout: 20_000 }).toBe(true)
    }
  })
  await Promise.all(begun)
}

describe('a command of an administrator whose rights end at the same moment', () => {
  it('2.25 2.26 came first and is recalled, or is refused; nothing of it outlives the rights', async () => {
    const outcomes = new Set<string>()
    const cases = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...Object.keys(losses)), fc.constantFrom('command', 'loss'))
    await fc.assert(
      fc.asyncProperty(cases, async ([name, loss, first]) => {
        const tom = await desk.person(`tom${++number}`, 'administrator')
        const attempt = await attempts[name]!()
        let answer: Answer | undefined
        const command = async () => void (answer = await send(name, tom, attempt))
        const end = () => losses[loss]!(tom)
        await (first === 'command' ? together(command, end) : together(end, command))
        const { status, json } = answer!
        outcomes.add(status < 300 ? 'done' : `${status} ${(json as { error: string }).error}`)
        const [left] = await database.sql`
          select
            (select count(*)::int from invitation where created_by = ${tom.id} and withdrawn_at is null and accepted_at is null) as invitations,
            (select count(*)::int from api_key k left join membership m on m.app_user = k.held_by and m.desk = k.desk
              where k.held_by = ${tom.id} and k.revoked_at is null and k.suspended_at is null
                and (m.role is distinct from 'trader' or m.suspended_at is not null)) as keys,
            (select count(*)::int from audit where actor = ${tom.id} and action not in ('AllowTrading', 'SignIn')
              and id > (select max(id) from audit where object = ${tom.id} and actor <> ${tom.id})) as later`
        expect(left).toEqual({ invitations: 0, keys: 0, later: 0 })
      }),
      { numRuns: 24 },
    )
    expect([...outcomes].toSorted()).toEqual(['403 InsufficientPermissions', 'done'])
  })
})

describe('an order that is on its way when the rights of its sender end', () => {
  type Sent = { readonly path: string; readonly body: object; readonly key?: string }
  /** The cause of the wait, its table, and the desk of the sender. */
  const waits: readonly (readonly [string, string, 'ORRY' | 'KEST', (rfq: string) => Sent])[] = [
    ['the keys of other work', 'request', 'KEST', (rfq) => ({ path: '/v2/drfq/orders/', body: quoteIn(rfq), key: `k${++number}` })],
    ['the drafts of its desk', 'rfq', 'ORRY', () => ({ path: '/v2/drfq/rfqs/', body: { ...draftOf(), state: 'DRAFT' } })],
  ]
  const legs = () => [{ instrument_id: legId, ratio: '1', side: 'BUY' }]
  const draftOf = () => ({ venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs: legs(), account_name: 'ORRY main' })
  const quoteIn = (rfq_id: string) => ({ rfq_id, side: 'SELL', quantity: '100', legs: [{ instrument_id: legId, price: '0.05' }] })
  let legId = 0

  it.each(waits)('2.27 is refused and leaves nothing open: while it waits for %s', async (_what, table, of, attempt) => {
    const tom = await desk.person(`tom${++number}`, 'trader', of)
    const { json } = await desk.as(tom.token, 'GET', '/v2/drfq/instruments/')
    legId = (json as { results: { id: number }[] }).results[0]!.id
    // Limits that an earlier test has left would need the venue's index price.
    const unlimited = { most_notional: null, most_deviation_percent: null }
    expect((await desk.as(ada.token, 'PUT', '/v2/protection/bounds/', unlimited)).status).toBe(200)
    const asker = await desk.person(`asker${++number}`, 'trader')
    const { path, body, key } = attempt(await desk.ask(asker.token))
    const headers = { authorization: `Token ${tom.token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    let sending: Promise<Answer> | undefined
    await database.sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`)
      sending = desk.product.send('POST', path, { body: JSON.stringify(body), headers })
      await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(1)
      await operator().suspendUser(tom.email)
    })
    expect(await sending!).toMatchObject({ status: 403, json: { error: 'InsufficientPermissions', data: { rule: '2.27' } } })
    const open = async () =>
      (
        await database.sql<{ n: number }[]>`
        select count(*)::int as n from (select state, body from rfq union all select state, body from rfq_order) made
        where state <> 'CLOSED' and body::text like ${`%${tom.id}%`}`
      )[0]!.n
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
  })
})
