/** Orders above the notional that a desk has set wait for a second person of the desk, and are then sent once (rulebook 11.14 to 11.16). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import type { Person } from '../../../test/desk.ts'
import { openMakingDesk, type MakingDesk } from '../../../test/making-desk.ts'

const database = withTestDatabase()
let desk: MakingDesk
let second: Person
let stranger: Person
beforeAll(async () => {
  desk = await openMakingDesk(database.url)
  second = await desk.person('sue', 'trader', 'KEST')
  stranger = await desk.person('sam', 'administrator', 'ORRY')
})
afterAll(() => desk.close())

const by: MakingDesk['by'] = (...request) => desk.by(...request)
const BASE = '/v2/protection/held_requests'
const RULE = 'Above 3,000,000 USD your desk requires the approval of a second person.'
const ABOVE = `A quantity of 50 is worth 5,000,000 USD. ${RULE} Up to 30 is accepted without approval.`
const setAbove = (approval_above: string | null | undefined, who = desk.boss) =>
  by(who, 'PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: null, approval_above })
const quote = async (who: Person | MakingDesk['kest'], quantity = '50', more: object = {}) =>
  by(who, 'POST', `/v1/ob/rfqs/${await desk.market()}/quotes/`, { side: 'SELL', quantity, price: '0.05', ...more })
const act = (who: Person | MakingDesk['kest'], id: string, verb: 'approve' | 'decline' | 'withdraw') =>
  by(who, 'POST', `${BASE}/${id}/${verb}/`)
const listOf = async (who: Person | MakingDesk['kest']) =>
  (await by(who, 'GET', `${BASE}/`)).json.results as { id: string; state: string; result: unknown }[]
const open = async () => ((await by(desk.boss, 'GET', '/v1/ob/quotes/?status=OPEN')).json.results as object[]).length
/** The quote is held, and its id is returned. */
const held = async (who: Person = desk.trader, quantity = '50', more: object = {}): Promise<string> => {
  const { status, json } = await quote(who, quantity, more)
  expect([status, json]).toMatchObject([
    400,
    { error: 'ApprovalRequired', data: { rule: '11.14', held_request: expect.any(String) as string } },
  ])
  return (json['data'] as { held_request: string }).held_request
}

beforeEach(async () => {
  desk.venue.index('BTC', 100_000, desk.product.clock.now)
  await setAbove('3000000')
})

describe('11.14 an order above the notional that the desk has set', () => {
  it('11.14 is set and removed by administrators only, and stays as it is if it is left out', async () => {
    expect((await by(desk.trader, 'GET', '/v2/protection/bounds/')).json).toMatchObject({ approval_above: '3000000' })
    expect((await setAbove(undefined)).json).toMatchObject({ approval_above: '3000000' })
    expect((await setAbove('1', desk.trader)).status).toBe(403)
    expect(await setAbove('0')).toMatchObject({ status: 400, json: { error: 'LimitInvalid', data: { member: 'approval_above' } } })
    expect((await setAbove(null)).json).toMatchObject({ approval_above: null })
    expect((await quote(desk.trader)).status).toBe(201)
    const audit = await database.sql<{ detail: object }[]>`
      select detail from audit where desk = 'KEST' and action = 'SetDeskBounds' order by id desc limit 1`
    expect(audit).toMatchObject([{ detail: { approvalAbove: 'none' } }])
  })

  it('11.14 is refused with what is accepted without approval, and limits of 11.8 come first', async () => {
    expect((await quote(desk.trader, '30')).status).toBe(201)
    await by(desk.boss, 'PUT', '/v2/protection/bounds/', { most_notional: '4000000', most_deviation_percent: null })
    expect((await quote(desk.trader)).json).toMatchObject({ error: 'NotionalAboveLimit' })
  })

  it('11.15 is not held for an API key, nor in a batch', async () => {
    const before = await listOf(desk.boss)
    const { json } = await quote(desk.kest)
    expect(json).toMatchObject({ error: 'ApprovalRequired', message: `${ABOVE} An API key cannot wait for approval.` })
    expect(json['data']).not.toHaveProperty('held_request')
    const rfq_id = await desk.market()
    const batch = await by(desk.trader, 'POST', '/v1/ob/quotes/batch/', {
      quotes: [{ rfq_id, side: 'SELL', quantity: '50', price: '0.05' }],
    })
    expect(batch.json['results']).toMatchObject([{ error: { error: 'ApprovalRequired', message: ABOVE } }])
    expect(await listOf(desk.boss)).toEqual(before)
  })

  it('11.14 needs no approval as a draft, as a smaller order, or as a cancellation', async () => {
    const id = await desk.market()
    await setAbove(null)
    const { json } = await by(desk.trader, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '50', price: '0.05' })
    await setAbove('3000000')
    const replace = (quantity: string, price: string) =>
      by(desk.trader, 'PUT', `/v1/ob/rfqs/${id}/quotes/${String(json.id)}/`, { quantity, price })
    expect((await replace('40', '0.05')).status).toBe(200)
    expect((await replace('40', '0.06')).json).toMatchObject({ error: 'ApprovalRequired' })
    expect((await replace('41', '0.05')).json).toMatchObject({ error: 'ApprovalRequired' })
    expect((await by(desk.trader, 'DELETE', `/v1/ob/quotes/${String(json.id)}/`)).status).toBeLessThan(300)
    const rfq = { venue: 'DBT', quantity: '50', counterparties: ['ORRY'], legs: await desk.legs() }
    expect((await by(desk.trader, 'POST', '/v2/drfq/rfqs/', rfq)).json).toMatchObject({ error: 'ApprovalRequired' })
  })
})

describe('11.15 a held request', () => {
  it('11.15 waits, and only a second person who trades decides it', async () => {
    const quotes = await open()
    const id = await held()
    expect(await listOf(desk.viewer)).toContainEqual({
      ...{ id, state: 'HELD', sender: desk.trader.id, sender_name: 'tess Test', held_at: expect.any(Number) as number },
      ...{ expires_at: desk.product.clock.now + 60_000, ended_at: null, decided_by: null, decided_by_name: null, result: null },
      summary: expect.stringMatching(/^Sell 50 × .* at 0\.05, worth 5,000,000 USD\.$/) as string,
    })
    expect(await act(desk.trader, id, 'approve')).toMatchObject({ status: 403, json: { error: 'OwnHeldRequest' } })
    expect(await act(desk.trader, id, 'decline')).toMatchObject({ status: 403, json: { error: 'OwnHeldRequest' } })
    expect((await act(desk.viewer, id, 'approve')).status).toBe(403)
    expect((await act(desk.kest, id, 'approve')).status).toBe(403)
    expect((await act(desk.kest, id, 'decline')).status).toBe(403)
    expect(await act(second, id, 'withdraw')).toMatchObject({ status: 403, json: { error: 'NotTheSender' } })
    expect(await open()).toBe(quotes)
    const approved = await act(second, id, 'approve')
    expect(approved).toMatchObject({
      status: 200,
      json: { id, state: 'APPROVED', decided_by: second.id, decided_by_name: 'sue Test', result: { status: 201, error: null } },
    })
    expect(await open()).toBe(quotes + 1)
    for (const verb of ['approve', 'decline'] as const)
      expect(await act(second, id, verb)).toMatchObject({ status: 400, json: { error: 'HeldRequestEnded' } })
    expect((await act(desk.trader, id, 'withdraw')).json).toMatchObject({ error: 'HeldRequestEnded' })
    expect(await open()).toBe(quotes + 1)
    const actions = await database.sql<{ action: string; actor: string }[]>`
      select action, actor from audit where object = ${id} order by audit.id`
    expect(actions).toEqual([
      { action: 'HoldRequest', actor: desk.trader.id },
      { action: 'ApproveHeldRequest', actor: second.id },
      { action: 'SendHeldRequest', actor: desk.trader.id },
    ])
  })

  it('11.15 is never sent after it was declined, was withdrawn or has expired', async () => {
    const quotes = await open()
    const [declined, withdrawn, expired] = [await held(), await held(), await held()]
    expect((await act(second, declined, 'decline')).json).toMatchObject({ state: 'DECLINED', decided_by: second.id, result: null })
    expect((await act(desk.trader, withdrawn, 'withdraw')).json).toMatchObject({ state: 'WITHDRAWN', decided_by: null })
    desk.product.clock.now += 60_000
    const ended = await listOf(desk.boss)
    expect(ended).toContainEqual(expect.objectContaining({ id: expired, state: 'EXPIRED' }))
    for (const id of [declined, withdrawn, expired]) {
      expect(ended.find((one) => one.id === id)?.state).not.toBe('HELD')
      expect((await act(second, id, 'approve')).json).toMatchObject({ error: 'HeldRequestEnded' })
    }
    expect(await open()).toBe(quotes)
    const actions = await database.sql<{ action: string }[]>`select action from audit where object = ${expired} order by audit.id`
    expect(actions.map(({ action }) => action)).toEqual(['HoldRequest', 'ExpireHeldRequest'])
  })

  it('11.15 does not wait beyond the not_after of the order', async () => {
    const not_after = desk.product.clock.now + 5_000
    const id = await held(desk.trader, '50', { not_after })
    expect(await listOf(desk.boss)).toContainEqual(expect.objectContaining({ id, expires_at: not_after }))
    await act(desk.trader, id, 'withdraw')
  })

  it('11.15 twenty can wait, and another order is refused without being held', async () => {
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1) {
      ids.push(await held())
      if (count % 5 === 4) desk.product.clock.now += 1_000
    }
    const { json } = await quote(desk.trader)
    expect(json).toMatchObject({ error: 'ApprovalRequired', message: `${ABOVE} 20 requests of your desk already wait for approval.` })
    expect(json['data']).not.toHaveProperty('held_request')
    for (const [at, id] of ids.entries()) {
      if (at % 5 === 4) desk.product.clock.now += 1_000
      await act(desk.trader, id, 'withdraw')
    }
  })

  it('11.15 no other desk learns of it', async () => {
    const before = await by(stranger, 'GET', `${BASE}/`)
    const id = await held()
    expect((await by(stranger, 'GET', `${BASE}/`)).json).toEqual(before.json)
    for (const verb of ['approve', 'decline', 'withdraw'] as const) {
      const [real, invented] = [await act(stranger, id, verb), await act(stranger, 'none', verb)]
      expect([real.status, real.json['error'], real.json['message']]).toEqual([
        ...[404, 'NotFound', 'Your desk has no held request with this id.'],
      ])
      expect([invented.status, invented.json['message']]).toEqual([real.status, real.json['message']])
    }
    expect(await listOf(desk.boss)).toContainEqual(expect.objectContaining({ id, state: 'HELD' }))
    await act(desk.trader, id, 'withdraw')
  })
})

describe('11.16 an approved request', () => {
  it('11.16 is sent once, whatever number of people approve it at the same moment', async () => {
    const quotes = await open()
    const id = await held()
    const answers = await Promise.all([second, desk.boss, second, desk.boss].map((who) => act(who, id, 'approve')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect(await open()).toBe(quotes + 1)
  })

  it('11.16 meets every other check of that moment, and its approval is then used up', async () => {
    const id = await held()
    await by(desk.boss, 'PUT', '/v2/protection/bounds/', { most_notional: '4000000', most_deviation_percent: null })
    expect((await act(second, id, 'approve')).json).toMatchObject({
      ...{ state: 'APPROVED', result: { status: 400, error: 'NotionalAboveLimit', object_id: null } },
    })
    await setAbove('3000000')
    // A stop cancels what waits, so this one is sent while its sender is stopped.
    expect((await by(desk.boss, 'POST', '/v2/protection/stop/', { user: desk.trader.id })).status).toBe(200)
    const stopped = await held()
    expect((await act(second, stopped, 'approve')).json).toMatchObject({ state: 'APPROVED', result: { error: 'TradingIsStopped' } })
    expect((await by(desk.boss, 'POST', '/v2/protection/allow/', { user: desk.trader.id })).status).toBe(200)
    // The stop has cancelled the others.
    expect(await open()).toBe(0)
  })

  it('11.16 is not sent if its sender has signed out or lost the right to trade', async () => {
    const leaver = await desk.person('lee', 'trader', 'KEST')
    const demoted = await held(leaver)
    await desk.product.server.operator.setRole(leaver.email, 'KEST', 'viewer')
    expect((await act(second, demoted, 'approve')).json).toMatchObject({
      ...{ state: 'APPROVED', result: { status: 403, error: 'InsufficientPermissions', object_id: null } },
    })
    await desk.product.server.operator.setRole(leaver.email, 'KEST', 'trader')
    const left = await held(leaver)
    await by(leaver, 'POST', '/account/logout/')
    expect((await act(second, left, 'approve')).json).toMatchObject({
      ...{ state: 'APPROVED', result: { status: 403, error: 'AccessSuspended', object_id: null } },
    })
  })

  it('11.15 the same request with the same key is held once', async () => {
    const path = `/v1/ob/rfqs/${await desk.market()}/quotes/`
    const send = (quantity = '50') =>
      desk.product.send('POST', path, {
        headers: { authorization: `Token ${desk.trader.token}`, 'idempotency-key': 'again' },
        body: JSON.stringify({ side: 'SELL', quantity, price: '0.05' }),
      })
    const heldIn = ({ json }: { readonly json: unknown }) => (json as { data: { held_request: string } }).data.held_request
    const first = heldIn(await send())
    expect(heldIn(await send())).toBe(first)
    const other = heldIn(await send('60'))
    expect(other).not.toBe(first)
    for (const id of [first, other]) await act(desk.trader, id, 'withdraw')
  })
})

describe('11.14 every kind of order', () => {
  it('11.14 an RFQ, a draft that is sent and a list are held whole, and are sent when they are approved', async () => {
    const taker = await desk.person('otto', 'trader', 'ORRY')
    await setAbove('3000000', stranger)
    const legs = await desk.legs()
    const rfq = { venue: 'DBT', quantity: '50', counterparties: ['KEST'], legs }
    const idIn = (answer: Awaited<ReturnType<MakingDesk['by']>>) => (answer.json['data'] as { held_request: string }).held_request
    const summaryOf = async (id: string) => (await listOf(stranger)).find((one) => one.id === id)
    const asked = idIn(await by(taker, 'POST', '/v2/drfq/rfqs/', rfq))
    expect(await summaryOf(asked)).toMatchObject({
      summary: expect.stringMatching(/^Send an RFQ for 50 × .*, worth 5,000,000 USD\.$/) as string,
    })
    expect((await act(stranger, asked, 'approve')).json).toMatchObject({ result: { status: 201, object_id: expect.any(String) as string } })
    // A draft is not sent, and is judged when it is sent.
    const draft = await by(taker, 'POST', '/v2/drfq/rfqs/', { ...rfq, state: 'DRAFT' })
    expect(draft.status).toBe(201)
    const sending = await by(taker, 'PATCH', `/v2/drfq/rfqs/${String(draft.json['id'])}/`, { state: 'OPEN' })
    expect(sending.json).toMatchObject({ error: 'ApprovalRequired' })
    // Each line is below the notional, and both together are above it.
    const lines = ['BUY', 'SELL'].map((side) => ({ side, quantity: '25', legs }))
    const list = await by(taker, 'POST', '/v2/drfq/lists/', { venue: 'DBT', counterparties: ['KEST'], lines })
    expect(list.json).toMatchObject({ error: 'ApprovalRequired', data: { member: 'lines', held_request: expect.any(String) as string } })
    expect(await summaryOf(idIn(list))).toMatchObject({
      summary: expect.stringMatching(/^Send the list 25 × .*; 25 × .*, worth 5,000,000 USD\.$/) as string,
    })
    expect((await act(stranger, idIn(list), 'approve')).json).toMatchObject({ result: { status: 201, error: null } })
  })
})
