/** The rights of the person who approves a held request, and the stops and cancellations that end one (rulebook 11.15, 11.16). */
import { wireLimits } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import type { Person } from '../../../test/desk.ts'
import { runOperator } from '../../cli/run-operator.ts'
import { openMakingDesk, type MakingDesk } from '../../../test/making-desk.ts'

const database = withTestDatabase()
let desk: MakingDesk
let second: Person
beforeAll(async () => {
  desk = await openMakingDesk(database.url)
  second = await desk.person('sue', 'trader', 'KEST')
})
afterAll(() => desk.close())

const BASE = '/v2/protection/held_requests'
const by: MakingDesk['by'] = (...request) => desk.by(...request)
const quote = (who: Person, id: number) => by(who, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '50', price: '0.05' })
const held = async (who: Person = desk.trader): Promise<string> => {
  const { json } = await quote(who, await desk.market())
  return (json['data'] as { held_request: string }).held_request
}
const act = (who: Person, id: string, verb: string) => by(who, 'POST', `${BASE}/${id}/${verb}/`)
const stateOf = async (id: string) =>
  ((await by(desk.boss, 'GET', `${BASE}/`)).json['results'] as { id: string; state: string }[]).find((one) => one.id === id)?.state
const open = async () => ((await by(desk.boss, 'GET', '/v1/ob/quotes/?status=OPEN')).json['results'] as object[]).length
const stop = (user?: string) => by(desk.boss, 'POST', '/v2/protection/stop/', user === undefined ? {} : { user })
const allow = (user?: string) => by(desk.boss, 'POST', '/v2/protection/allow/', user === undefined ? {} : { user })

const PATIENCE = { timeout: 20_000 }
const platform = async () => (await by(desk.kest, 'GET', '/v2/drfq/platform_state/')).json['state']

/** Runs a command of the operator in a process of its own. */
const operator = (command: 'stop-trading' | 'resume-trading') => {
  const env = { DATABASE_URL: database.url, DATA_DIR: desk.product.dataDir, PARLEY_SECRET_KEY: '5'.repeat(64) }
  return runOperator([command, '--desk', 'KEST'], env, { isTerminal: false, read: () => Promise.resolve('') })
}

beforeEach(async () => {
  desk.product.clock.now += 2_000
  desk.venue.index('BTC', 100_000, desk.product.clock.now)
  const bounds = { most_notional: null, most_deviation_percent: null, approval_above: '3000000' }
  expect((await by(desk.boss, 'PUT', '/v2/protection/bounds/', bounds)).status).toBe(200)
  await by(desk.boss, 'POST', '/v2/protection/cancel_all/', {})
})

describe('11.16 the rights of the person who approves', () => {
  it('11.16 a person whose trading is stopped approves nothing, and the request keeps waiting', async () => {
    const id = await held()
    await stop(second.id)
    expect((await act(second, id, 'approve')).json).toMatchObject({
      ...{ error: 'TradingIsStopped', message: 'Trading is stopped for you, so you cannot approve. You can decline the request.' },
    })
    expect([await stateOf(id), await open()]).toEqual(['HELD', 0])
    await allow(second.id)
    expect((await act(second, id, 'approve')).json).toMatchObject({ state: 'APPROVED', result: { status: 201 } })
    expect(await open()).toBe(1)
  })

  it('11.16 a desk whose trading is stopped approves nothing, and the request keeps waiting', async () => {
    await stop()
    const id = await held()
    expect((await act(desk.boss, id, 'approve')).json).toMatchObject({
      ...{ error: 'TradingIsStopped', message: 'Trading is stopped for your desk, so you cannot approve. You can decline the request.' },
    })
    expect([await stateOf(id), await open()]).toEqual(['HELD', 0])
    await allow()
    expect((await act(second, id, 'approve')).json).toMatchObject({ state: 'APPROVED', result: { status: 201 } })
  })

  it('11.16 the own limit of the approver applies, like that of the sender', async () => {
    const limit = (of: Person, most_notional: string | null) =>
      by(desk.boss, 'PUT', `/v2/protection/bounds/people/${of.id}/`, { most_notional })
    await limit(second, '4000000')
    const refused = { status: 400, error: 'NotionalAboveLimit', object_id: null }
    expect((await act(second, await held(), 'approve')).json).toMatchObject({
      ...{ state: 'APPROVED', result: { ...refused, message: expect.stringContaining("the approver's limit is 4,000,000 USD") as string } },
    })
    await limit(second, null)
    const id = await held()
    await limit(desk.trader, '4000000')
    expect((await act(second, id, 'approve')).json).toMatchObject({
      ...{ state: 'APPROVED', result: { ...refused, message: expect.stringContaining('your own limit is 4,000,000 USD') as string } },
    })
    await limit(desk.trader, null)
    expect(await open()).toBe(0)
    expect((await act(second, await held(), 'approve')).json).toMatchObject({ result: { status: 201 } })
  })

  // The role is read from memory first. Another process can have changed it without this one knowing yet.
  it.each(['approve', 'decline'])('11.15 2.25 to %s is refused if the right to trade has ended since the request came in', async (verb) => {
    const id = await held()
    const roleOf = (role: string) => database.sql`update membership set role = ${role} where app_user = ${second.id}`
    await roleOf('viewer')
    expect(await act(second, id, verb)).toMatchObject({ status: 403, json: { message: 'You may no longer trade for this desk.' } })
    expect([await stateOf(id), await open()]).toEqual(['HELD', 0])
    await roleOf('trader')
    expect((await act(second, id, verb)).status).toBe(200)
  })

  it('11.16 the sender has been suspended at the desk, so nothing is sent', async () => {
    const leaver = await desk.person('lou', 'trader', 'KEST')
    const id = await held(leaver)
    await by(desk.boss, 'PATCH', `/account/desk/members/${leaver.id}/`, { state: 'SUSPENDED' })
    expect((await act(second, id, 'approve')).json).toMatchObject({ result: { status: 403, error: 'AccessSuspended', object_id: null } })
    expect(await open()).toBe(0)
  })

  it('11.16 a password that was proved long ago is asked for again', async () => {
    const away = await desk.person('una', 'trader', 'KEST')
    desk.product.clock.now += wireLimits.provedForMs + 1
    desk.venue.index('BTC', 100_000, desk.product.clock.now)
    const id = await held()
    expect((await act(away, id, 'approve')).json).toMatchObject({ error: 'StepUpRequired' })
    expect(await stateOf(id)).toBe('HELD')
    const bounds = { most_notional: null, most_deviation_percent: null, approval_above: null }
    expect((await by(desk.boss, 'PUT', '/v2/protection/bounds/', bounds)).json).toMatchObject({ error: 'StepUpRequired' })
    for (const one of [desk.boss, second]) {
      const proof = await by(one, 'POST', '/account/password-check/', { password: 'correct horse battery' })
      expect(proof.status, proof.text).toBeLessThan(300)
    }
    expect((await act(second, id, 'approve')).json).toMatchObject({ state: 'APPROVED', result: { status: 201 } })
  })

  it('11.16 nothing is approved while the platform only cancels, and the request can be declined', async () => {
    const id = await held()
    const { operator } = desk.product.server
    await operator.setPlatformState('UNAVAILABLE')
    await operator.setPlatformState('AVAILABLE_CANCEL_ONLY')
    await expect.poll(platform, PATIENCE).toBe('AVAILABLE_CANCEL_ONLY')
    expect((await act(second, id, 'approve')).json).toMatchObject({ error: 'Unavailable' })
    expect(await stateOf(id)).toBe('HELD')
    expect((await act(second, id, 'decline')).json).toMatchObject({ state: 'DECLINED' })
    await operator.setPlatformState('AVAILABLE')
    await expect.poll(platform, PATIENCE).toBe('AVAILABLE')
  })
})

describe('11.15 a stop, and a cancellation of everything', () => {
  type Ends = [title: string, end: () => Promise<unknown>, by: () => string]
  const cancelAll = (who: Person, body: object) => by(who, 'POST', '/v2/protection/cancel_all/', body)
  const ends: Ends[] = [
    ['a stop of the sender', () => stop(desk.trader.id), () => desk.boss.id],
    ['a stop of the desk', () => stop(), () => desk.boss.id],
    ['a stop by the sender', () => by(desk.trader, 'POST', '/v2/protection/stop_me/', {}), () => desk.trader.id],
    ['a stop by the operator', () => operator('stop-trading'), () => 'operator'],
    ['a cancellation of everything of the desk', () => cancelAll(desk.boss, {}), () => desk.boss.id],
    ['a cancellation of everything of the sender', () => cancelAll(desk.trader, { key: 'mine' }), () => desk.trader.id],
    ['a cancellation of everything of a member', () => cancelAll(desk.boss, { key: desk.trader.id }), () => desk.boss.id],
    ['a cancellation of everything of the session', () => cancelAll(desk.trader, { key: 'own' }), () => desk.trader.id],
  ]
  it.each(ends)('11.15 ends what waits: %s', async (_title, end, actor) => {
    const id = await held()
    await end()
    expect(await stateOf(id)).toBe('CANCELLED')
    expect((await act(second, id, 'decline')).json).toMatchObject({ error: 'HeldRequestEnded' })
    const rows = await database.sql`select action, actor from audit where object = ${id} order by id`
    expect(rows).toMatchObject([{ action: 'HoldRequest' }, { action: 'CancelHeldRequest', actor: actor() }])
    if (actor() === 'operator') await operator('resume-trading')
    for (const user of [undefined, desk.trader.id]) await allow(user)
    expect(await open()).toBe(0)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['of another person', () => stop(second.id)],
    ['of one side', () => cancelAll(desk.boss, { side: 'SELL' })],
    ['of one flow', () => cancelAll(desk.boss, { flow: 'ob' })],
    ['of another session', () => cancelAll(second, { key: 'own' })],
  ])('11.15 leaves what it does not cover: %s', async (_title, end) => {
    const id = await held()
    await end()
    expect(await stateOf(id)).toBe('HELD')
    await allow(second.id)
    expect((await act(second, id, 'approve')).json).toMatchObject({ state: 'APPROVED', result: { status: 201 } })
  })
})

describe('11.15 a decision as it is sent', () => {
  const keyed = (who: Person, path: string, key: string) =>
    desk.product.send('POST', path, { headers: { authorization: `Token ${who.token}`, 'idempotency-key': key } })

  it.each(['approve', 'decline', 'withdraw'])(
    '9.4 11.15 to %s, repeated under its key, has the same answer and happens once',
    async (verb) => {
      const id = await held()
      const who = verb === 'withdraw' ? desk.trader : second
      const [first, again] = [await keyed(who, `${BASE}/${id}/${verb}/`, verb), await keyed(who, `${BASE}/${id}/${verb}/`, verb)]
      expect(first.status, first.text).toBe(200)
      expect(again.json).toEqual(first.json)
      expect(await keyed(who, `${BASE}/${await held()}/${verb}/`, verb)).toMatchObject({ json: { error: 'IdempotencyKeyReused' } })
      expect(await open()).toBe(verb === 'approve' ? 1 : 0)
    },
  )

  it('11.15 with a malformed id finds nothing', async () => {
    const ids = ['%00', '%ff%fe', '..%2f..%2f', 'a'.repeat(65), 'constructor', '__proto__', "'%20or%201=1--", '%F0%9F%98%80', 'null', '[]']
    for (const id of ids)
      for (const verb of ['approve', 'decline', 'withdraw']) {
        const { status, json } = await act(second, id, verb)
        expect([status >= 400 && status < 500, json], id).toEqual([
          true,
          expect.objectContaining({ message: expect.any(String) as string }),
        ])
      }
  })
})
