import { rowsOf, type ChannelList } from '../../../calls/channel.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlockTradeView, OrderView, RfqView, TapeTradeView } from '@parley/contracts'
import { isRefusal, type Instant, type Refusal } from '@parley/core'
import type { Paging } from '../../../database/page.ts'
import type { Notification } from '../../../engine/engine.ts'
import { withTestDatabase } from '../../../../test/database.ts'
import { createTestVenue, TEST_REJECTION } from '../../../../test/settlement-venue.ts'
import { callerOf, callSpread, KEST, LARK, legsFor, MERL, openWorld, ORRY, type World } from '../../../../test/direct-market.ts'

const database = withTestDatabase()
const box = createTestVenue(Date.now)
let flow: World
const notifications: Notification[] = []
const PATIENCE = { timeout: 55_000, interval: 20 }
beforeAll(async () => {
  flow = await openWorld(database.sql, box.venue)
  flow.engine.onNotifications((some) => notifications.push(...some))
})
/** No request or draft of the previous test is open. */
beforeEach(async () => {
  const { results } = accepted(await flow.service.listRfqs(taker, { states: ['OPEN', 'DRAFT'] }, {}))
  for (const { id } of results) accepted(await flow.service.cancelRfq(taker, id))
  await flow.calm()
})
afterAll(() => flow?.close())

const [taker, kest, lark, merl] = [ORRY, KEST, LARK, MERL].map((desk) => callerOf(desk)) as [Caller, Caller, Caller, Caller]
type Caller = ReturnType<typeof callerOf>

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}
const ask = async (change: object = {}) =>
  accepted(await flow.service.createRfq(taker, { venue: 'DBT', quantity: '25', legs: callSpread, label: 'my idea', ...change }))
const quote = (by: Caller, rfq_id: string, side: 'BUY' | 'SELL', at: string, change: object = {}) =>
  flow.service.createOrder(by, { rfq_id, side, quantity: '25', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', legs: legsFor(at), ...change }) // prettier-ignore
const lift = (rfq_id: string, at: string, change: object = {}) =>
  flow.service.createOrder(taker, {
    rfq_id,
    side: 'BUY',
    quantity: '25',
    type: 'LIMIT',
    time_in_force: 'FILL_OR_KILL',
    price: at,
    ...change,
  })
const sentTo = (desk: string, channel: string, id: string) =>
  notifications
    .filter(({ audience, channel: on, data }) => audience === desk && on === channel && Object.values(data as { id: string }).includes(id))
    .map(({ event }) => event)

/** A request that is quoted by one maker and lifted, and has been settled. */
const dealt = async () => {
  const rfq = await ask()
  accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
  accepted(await lift(rfq.id, '0.031'))
  await answered(rfq.id)
  await flow.calm()
  return rfq
}

/** Waits until the taker has the venue's answer to the RFQ's one trade, and so everything published with it. */
const answered = (rfqId: string) => expect.poll(() => sentTo(`desk:${ORRY}`, 'trades', rfqId), PATIENCE).toEqual(['ADDED', 'UPDATED'])

describe('7. a block trade from request to settlement', () => {
  // Proves T 1.10, T 3.54.
  it('is quoted, lifted, settled and told to those who may know', async () => {
    const rfq = await ask()
    expect(rfq).toMatchObject({
      state: 'OPEN',
      role: 'TAKER',
      strategy_code: 'CS',
      counterparties: [KEST, LARK, MERL],
      account_name: 'orry-main',
    })
    expect(rfq.id).toMatch(/^r_[0-9A-Za-z]{27}$/)
    expect(rfq.group_signature).toMatch(/^[0-9a-f]{64}$/)
    const offer = accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
    expect(offer).toMatchObject({ state: 'OPEN', price: '0.031', role: 'MAKER', account_name: 'kest-main' })
    accepted(await quote(lark, rfq.id, 'SELL', '0.032'))
    const book = accepted(await flow.service.getBook(taker, rfq.id))
    expect(book.asks.map(({ desk_name, price }) => [desk_name, price])).toEqual([
      [KEST, '0.031'],
      [LARK, '0.032'],
    ])
    expect(accepted(await flow.service.getBook(lark, rfq.id)).asks).toEqual([])

    const before = box.executed.length
    const cross = accepted(await lift(rfq.id, '0.0315'))
    expect(cross).toMatchObject({ state: 'CLOSED', pending_fill_quantity: '25', canceled_quantity: '0', account_name: 'orry-main' })
    await answered(rfq.id)

    const trades = accepted(await flow.service.listTrades(taker, { rfqId: rfq.id }, {}))
    expect(trades.results).toHaveLength(1)
    const [trade] = trades.results
    expect(trade).toMatchObject({
      state: 'FILLED',
      price: '0.031',
      side: 'BUY',
      counterparty_desk_name: KEST,
      mark_price: '0.03',
      index_price: '97990',
      venue_trade_id: `BLOCK-${before + 1}`,
    })
    expect(box.executed).toHaveLength(before + 1)
    expect(box.executed[before]).toMatchObject({ maker: 'client of KEST', taker: 'client of ORRY' })
    expect(box.executed[before]!.block.legs.map(({ makerSide }) => makerSide)).toEqual(['SELL', 'BUY'])

    const closed = accepted(await flow.service.getRfq(taker, rfq.id))
    expect(closed).toMatchObject({ state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT', traded: true, filled_quantity: '25' })
    expect(accepted(await flow.service.getRfq(merl, rfq.id))).toMatchObject({
      traded: false,
      filled_quantity: '0',
      label: null,
      account_name: null,
    })
    const tape = accepted(await flow.service.listTape(taker, {}, { page_size: 1 })).results
    expect(tape.map(({ id, rfq_id }) => [id, rfq_id])).toEqual([[trade!.tape_id, trade!.tape_id.replace('t_', 'r_')]])

    expect(sentTo(`desk:${ORRY}`, 'rfqs', rfq.id)).toEqual(['ADDED', 'UPDATED', 'REMOVED'])
    expect(sentTo(`desk:${KEST}`, 'rfqs', rfq.id)).toEqual(['ADDED', 'UPDATED', 'REMOVED'])
    expect(sentTo(`desk:${MERL}`, 'rfqs', rfq.id)).toEqual(['ADDED', 'REMOVED'])
    expect(sentTo(`desk:${ORRY}`, 'rfq_orders', offer.id)).toEqual(['ADDED', 'REMOVED'])
    expect(sentTo(`desk:${LARK}`, 'rfq_orders', offer.id)).toEqual([])
    expect(sentTo(`desk:${KEST}`, 'orders', offer.id)).toEqual(['ADDED', 'UPDATED', 'REMOVED'])
    expect(sentTo(`desk:${KEST}`, 'trades', trade!.id)).toEqual(['ADDED', 'UPDATED'])
    expect(sentTo('everybody', 'trade_tape', trade!.tape_id)).toEqual(['ADDED'])
  })

  it('8.6 a desk that was not asked is answered as about a request that is not there', async () => {
    const open = await ask({ counterparties: [KEST, LARK] })
    const draft = await ask({ state: 'DRAFT' })
    const absent = `r_${'0'.repeat(27)}`
    const ways: ((id: string) => Promise<unknown>)[] = [
      (id) => quote(merl, id, 'SELL', '0.031'),
      (id) => quote(merl, id, 'SELL', '0.031', { legs: [{ instrument_id: 987_654, price: '0.04' }] }),
      (id) => quote(merl, id, 'SELL', '0.031', { quantity: '0.001' }),
      (id) => flow.service.createOrders(merl, [{ rfq_id: id, side: 'SELL', quantity: '25', legs: legsFor('0.031') }]),
      (id) =>
        flow.service.quoteTwoWay(
          merl,
          (['BUY', 'SELL'] as const).map((side) => ({ rfq_id: id, side, quantity: '25', legs: legsFor('0.031') })),
        ),
      (id) => flow.service.cancelOrders(merl, { rfqId: id }),
      (id) => flow.service.declineRfq(merl, id, { reason: 'RISK' }),
      (id) => flow.service.getBook(merl, id),
    ]
    for (const [place, way] of ways.entries()) {
      const nothing = await way(absent)
      for (const { id } of [open, draft]) expect(await way(id), String(place)).toEqual(nothing)
    }
    accepted(await flow.service.cancelRfq(taker, open.id))
    for (const [place, way] of ways.entries()) expect(await way(open.id), `closed ${place}`).toEqual(await way(absent))
  })

  it("7.3 both desks read the venue's reason when it rejects, and the RFQ stays open", async () => {
    const rfq = await ask()
    accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
    box.goWrong('EXECUTE', 'REJECT')
    accepted(await lift(rfq.id, '0.031'))
    await answered(rfq.id)
    for (const desk of [taker, kest]) {
      const { results } = accepted(await flow.service.listTrades(desk, { rfqId: rfq.id }, {}))
      expect(results.map(({ state, rejection }) => [state, rejection])).toEqual([['REJECTED', TEST_REJECTION]])
    }
    expect(accepted(await flow.service.getRfq(taker, rfq.id)).state).toBe('OPEN')
    accepted(await flow.service.cancelRfq(taker, rfq.id))
  })

  it('7.6 a lost answer is asked after, and the block is settled once', async () => {
    const rfq = await ask()
    accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
    const before = box.executed.length
    box.goWrong('EXECUTE', 'LOSE_ANSWER')
    accepted(await lift(rfq.id, '0.031'))
    await answered(rfq.id)
    const { results } = accepted(await flow.service.listTrades(taker, { rfqId: rfq.id }, {}))
    expect(results.map(({ state }) => state)).toEqual(['FILLED'])
    expect(box.executed.length).toBe(before + 1)
  })
})

describe('4, 5. refusals that only the read model can tell apart', () => {
  it('speaks of dead requests and dead orders in their own codes', async () => {
    const rfq = await ask()
    const order = accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
    accepted(await flow.service.cancelRfq(taker, rfq.id))
    expect(await quote(kest, rfq.id, 'SELL', '0.031')).toMatchObject({ refused: 'RfqClosed' })
    expect(await flow.service.cancelOrder(kest, order.id)).toMatchObject({ refused: 'OrderClosed' })
    expect(await flow.service.cancelOrder(lark, order.id)).toMatchObject({ refused: 'OrderUnknown' })
    expect(await flow.service.getOrder(lark, order.id)).toMatchObject({ refused: 'NotFound' })
    expect(await flow.service.replaceOrder(lark, order.id, { quantity: '25' })).toMatchObject({ refused: 'OrderUnknown' })
  })

  it("6.12 a leg outside the venue's band is refused with the band in the message", async () => {
    const rfq = await ask()
    const legs = [
      { instrument_id: 1, price: '0.2' },
      { instrument_id: 2, price: '0.05' },
    ]
    expect(await quote(kest, rfq.id, 'SELL', '0.031', { legs })).toMatchObject({ refused: 'PriceOutsideBand', field: 'legs.0.price' })
    accepted(await flow.service.cancelRfq(taker, rfq.id))
  })

  it("4.7 a draft is its own desk's until it is sent", async () => {
    const draft = await ask({ state: 'DRAFT' })
    expect(draft.state).toBe('DRAFT')
    expect(await flow.service.getRfq(kest, draft.id)).toMatchObject({ refused: 'NotFound' })
    expect(sentTo(`desk:${KEST}`, 'rfqs', draft.id)).toEqual([])
    expect(accepted(await flow.service.sendDraft(taker, draft.id)).state).toBe('OPEN')
    expect(sentTo(`desk:${KEST}`, 'rfqs', draft.id)).toEqual(['ADDED'])
    accepted(await flow.service.cancelRfq(taker, draft.id))
  })
})

describe('5.17 cancelling', () => {
  it('cancels everything of a desk, by side, by RFQ, or all', async () => {
    const first = await ask()
    const second = await ask()
    const place = async (rfqId: string, side: 'BUY' | 'SELL') =>
      accepted(await quote(kest, rfqId, side, side === 'BUY' ? '0.029' : '0.031')).id
    const [bid, offer, other] = [await place(first.id, 'BUY'), await place(first.id, 'SELL'), await place(second.id, 'SELL')]
    expect(await flow.service.cancelOrders(kest, { side: 'BUY' })).toMatchObject({ successes: { order_ids: [bid] } })
    expect(await flow.service.cancelOrders(kest, { rfqId: first.id })).toMatchObject({ successes: { order_ids: [offer] } })
    expect(await flow.service.cancelOrders(kest, {})).toMatchObject({ successes: { order_ids: [other] }, failures: { count: 0 } })
    for (const { id } of [first, second]) accepted(await flow.service.cancelRfq(taker, id))
  })
})

describe('lists', () => {
  it('go on where the last page ended, each thing once, with cursors that need no escaping', async () => {
    const { id } = await dealt()
    for (let count = 0; count < 4; count += 1) accepted(await flow.service.cancelRfq(taker, (await ask()).id))
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = accepted(
        await flow.service.listRfqs(taker, { states: ['CLOSED'] }, { page_size: 2, ...(cursor === undefined ? {} : { cursor }) }),
      )
      seen.push(...page.results.map(({ id }) => id))
      if (page.next === null) break
      expect(page.next).toMatch(/^[A-Za-z0-9_-]+$/)
      cursor = page.next
    }
    expect(seen.length).toBeGreaterThan(4)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual([...seen].sort().reverse())
    expect(await flow.service.listRfqs(taker, {}, { cursor: 'nonsense' })).toMatchObject({ refused: 'InvalidParams', field: 'cursor' })
    const own = accepted(await flow.service.listOrders(kest, { states: ['CLOSED'], side: 'SELL', baseCurrency: 'BTC', venue: 'DBT' }, {}))
    expect(own.results.every(({ desk_name }) => desk_name === KEST)).toBe(true)
    expect(own.results.map(({ rfq_id }) => rfq_id)).toContain(id)
    const sold = { strategies: ['CS' as const], productCodes: ['DO'], states: ['FILLED' as const] }
    const trades = accepted(await flow.service.listTrades(kest, sold, {})).results
    expect(trades.filter(({ rfq_id }) => rfq_id === id)).toHaveLength(1)
    expect(accepted(await flow.service.listTape(taker, { strategies: ['PS'] }, {})).results).toEqual([])
  })

  it('keep what is between two moments, with the first and without the last', async () => {
    const { service } = flow
    for (let count = 0; count < 2; count += 1) await dealt()
    type Row = { readonly id: string }
    const timeOf = {
      rfqs: [(paging: Paging) => service.listRfqs(taker, {}, paging), (row: Row) => (row as RfqView).created_at],
      orders: [(paging: Paging) => service.listOrders(kest, {}, paging), (row: Row) => (row as OrderView).created_at],
      trades: [(paging: Paging) => service.listTrades(kest, {}, paging), (row: Row) => (row as BlockTradeView).executed_at],
      tape: [(paging: Paging) => service.listTape(taker, {}, paging), (row: Row) => (row as TapeTradeView).filled_at],
    } as const
    for (const [name, [list, at]] of Object.entries(timeOf)) {
      const read = async (paging: Paging): Promise<readonly Row[]> => accepted(await list({ page_size: 100, ...paging })).results
      const all = await read({})
      const times = all.map(at)
      const [start, end] = [Math.min(...times), Math.max(...times)].map(Math.floor) as [number, number]
      const between = (from: number, to: number) => all.filter((row) => at(row) >= from && at(row) < to)
      expect([name, await read({ start: end })]).toEqual([name, between(end, Infinity)])
      expect([name, await read({ end })]).toEqual([name, between(0, end)])
      if (start < end) expect([name, await read({ start, end })]).toEqual([name, between(start, end)])
    }
    const backwards = await service.listTrades(kest, {}, { start: 2, end: 2 })
    expect(backwards).toMatchObject({ refused: 'InvalidParams', field: 'start' })
  })

  // Proves T 3.47, T 3.57.
  it('show the flow of an RFQ, and while it is open the volatilities of the venue’s screen for each leg', async () => {
    const rfq = await ask()
    const open = accepted(await flow.service.getRfq(taker, rfq.id))
    expect(open.type).toBe('DRFQ')
    for (const leg of open.legs) expect(leg).toMatchObject({ mark_price_iv: '52.30', best_bid_iv: '50.00', best_ask_iv: null })
    accepted(await flow.service.cancelRfq(taker, rfq.id))
    const closed = accepted(await flow.service.listRfqs(taker, { states: ['CLOSED'] }, { page_size: 100 })).results.find(({ id }) => id === rfq.id)! // prettier-ignore
    expect(closed.legs[0]).not.toHaveProperty('mark_price_iv')
  })

  it('begin a channel as a snapshot', async () => {
    const traded = expect.objectContaining({ rfq_id: (await dealt()).id })
    const rfq = await ask()
    accepted(await quote(merl, rfq.id, 'SELL', '0.031'))
    const { snapshots } = flow.service
    const read = async (list: Promise<ChannelList>) => rowsOf(await list)
    expect(await read(snapshots.rfqs(merl))).toEqual([expect.objectContaining({ id: rfq.id })])
    expect(await read(snapshots.rfqOrders(taker))).toEqual([expect.objectContaining({ desk_name: MERL })])
    expect(await read(snapshots.rfqOrders(lark))).toEqual([])
    expect(await read(snapshots.orders(merl))).toEqual([expect.objectContaining({ rfq_id: rfq.id })])
    const [printed] = accepted(await flow.service.listTape(taker, {}, { page_size: 1 })).results
    expect(await read(snapshots.tape(taker))).toContainEqual(printed)
    expect(await read(snapshots.trades(taker))).toContainEqual(traded)
    accepted(await flow.service.cancelRfq(taker, rfq.id))
  })
})

describe('the record of a request', () => {
  it('8.12 leaves a record: answers, the quotes at the deal and every change, for a maker its own', async () => {
    const rfq = await ask()
    const offer = accepted(await quote(kest, rfq.id, 'SELL', '0.032'))
    accepted(await flow.service.replaceOrder(kest, offer.id, { rfq_id: rfq.id, side: 'SELL', quantity: '25', legs: legsFor('0.031') }))
    accepted(await quote(lark, rfq.id, 'SELL', '0.033'))
    accepted(await quote(lark, rfq.id, 'BUY', '0.029', { type: 'HIDDEN' }))
    accepted(await flow.service.declineRfq(merl, rfq.id, { reason: 'RISK' }))
    accepted(await lift(rfq.id, '0.03'))
    accepted(await lift(rfq.id, '0.0315'))
    await answered(rfq.id)

    const record = accepted(await flow.service.getRecord(taker, rfq.id))
    expect(record).toMatchObject({
      is_whole: true,
      makers: [
        { desk_name: KEST, answered_at: offer.created_at, decline: null },
        { desk_name: LARK, decline: null },
        { desk_name: MERL, decline: { reason: 'RISK' } },
      ],
      deals: [{ side: 'BUY', mark_price: '0.03', index_price: '97990', venue_bid_price: null, trades: [{ state: 'FILLED' }] }],
      unfilled: [{ price: '0.03', quantity: '25' }],
      changes_left_out: 0,
    })
    expect(record.deals[0]!.quotes!.map(({ desk_name, side, price }) => [desk_name, side, price])).toEqual([
      [KEST, 'SELL', '0.031'],
      [LARK, 'SELL', '0.033'],
    ])
    const changesOf = (desk: string) => record.changes.filter(({ desk_name }) => desk_name === desk).map(({ price, quantity }) => [price, quantity]) // prettier-ignore
    expect(changesOf(KEST)).toEqual([['0.032', '25'], ['0.031', '25'], ['0.031', '0']]) // prettier-ignore
    expect(changesOf(LARK)).toEqual([['0.033', '25'], ['0.033', '0']]) // prettier-ignore

    const seenByLark = accepted(await flow.service.getRecord(lark, rfq.id))
    expect(seenByLark).toMatchObject({ makers: [{ desk_name: LARK }], deals: [], unfilled: [] })
    expect(seenByLark.changes.every(({ desk_name }) => desk_name === LARK)).toBe(true)
    expect(accepted(await flow.service.getRecord(kest, rfq.id)).deals[0]!.quotes!.map(({ desk_name }) => desk_name)).toEqual([KEST])
    expect(await flow.service.getRecord(callerOf('WREN' as typeof KEST), rfq.id)).toMatchObject({ refused: 'NotFound' })
  })

  it('8.13 tells the taker alone how its makers answered the requests that have ended', async () => {
    const historyOf = async (desk: Caller, now = Date.now()) => accepted(await flow.service.getMakerHistory(desk, now as Instant)).results
    const countsOf = async () => new Map((await historyOf(taker)).map(({ desk_name, asked, quoted, dealt }) => [desk_name, { asked, quoted, dealt }])) // prettier-ignore
    const before = await countsOf()
    const rfq = await ask()
    accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
    accepted(await quote(lark, rfq.id, 'SELL', '0.033'))
    accepted(await quote(merl, rfq.id, 'SELL', '0.034', { type: 'HIDDEN' }))
    expect(await countsOf(), 'while it is open').toEqual(before)
    accepted(await lift(rfq.id, '0.031'))
    await answered(rfq.id)

    const after = await countsOf()
    const added = [KEST, LARK, MERL].map((desk) => {
      const [was, is] = [before.get(desk) ?? { asked: 0, quoted: 0, dealt: 0 }, after.get(desk)!]
      return [is.asked - was.asked, is.quoted - was.quoted, is.dealt - was.dealt]
    })
    expect(added).toEqual([[1, 1, 1], [1, 1, 0], [1, 0, 0]]) // prettier-ignore
    expect((await historyOf(taker)).find(({ desk_name }) => desk_name === KEST)!.median_response_ms).toBeGreaterThanOrEqual(0)
    expect(await historyOf(kest), 'a maker has asked nobody').toEqual([])
    expect(await historyOf(taker, Date.now() + 31 * 86_400_000), 'a month later').toEqual([])
  })

  it('8.16 tells a maker alone how the requests of a taker to it went, and of an anonymous one nothing', async () => {
    const historyOf = async (desk: Caller, now = Date.now()) => accepted(await flow.service.getTakerHistory(desk, now as Instant)).results
    const countsOf = async (desk: Caller) => {
      const { asked = 0, quoted = 0, dealt = 0, traded = 0 } = (await historyOf(desk)).find(({ desk_name }) => desk_name === ORRY) ?? {}
      return [asked, quoted, dealt, traded]
    }
    const makers = [kest, lark, merl]
    const before = await Promise.all(makers.map(countsOf))
    const added = async () =>
      (await Promise.all(makers.map(countsOf))).map((counts, place) => counts.map((count, at) => count - before[place]![at]!))
    const rfq = await ask()
    accepted(await quote(kest, rfq.id, 'SELL', '0.031'))
    accepted(await quote(lark, rfq.id, 'SELL', '0.033', { type: 'HIDDEN' }))
    expect(await added(), 'while it is open').toEqual(makers.map(() => [0, 0, 0, 0]))
    accepted(await lift(rfq.id, '0.031'))
    await answered(rfq.id)
    expect(await added()).toEqual([[1, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 0]]) // prettier-ignore
    const [known] = (await historyOf(kest)).filter(({ desk_name }) => desk_name === ORRY)
    expect(known!.last_dealt_at).toBeGreaterThan(0)
    const secret = await ask({ is_taker_anonymous: true })
    accepted(await quote(merl, secret.id, 'SELL', '0.031'))
    await flow.service.cancelRfq(taker, secret.id)
    expect(await added(), 'after an anonymous one').toEqual([[1, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 0]]) // prettier-ignore
    expect(await historyOf(taker), 'a taker was asked by nobody').toEqual([])
    expect(await historyOf(kest, Date.now() + 31 * 86_400_000), 'a month later').toEqual([])
  })
})
