/** List RFQs from their call to their settlement, as the taker and each maker see them. */
import { isRefusal, type Refusal } from '@parley/core'
import type { RfqListView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../../test/database.ts'
import { callerOf, callSpread, KEST, LARK, legsFor, MERL, openWorld, ORRY, type World } from '../../../../../test/direct-market.ts'
import { createTestVenue } from '../../../../../test/settlement-venue.ts'
import type { Caller } from '../../../../calls/route.ts'
import type { Notification } from '../../../../engine/engine.ts'

const database = withTestDatabase()
let flow: World
const published: Notification[] = []
beforeAll(async () => {
  flow = await openWorld(database.sql, createTestVenue(Date.now).venue)
  flow.engine.onNotifications((notifications) => void published.push(...notifications))
})
afterAll(() => flow?.close())

const [taker, kest, lark, merl] = [callerOf(ORRY), callerOf(KEST), callerOf(LARK), callerOf(MERL)]
const lines: Parameters<World['lists']['createList']>[1]['lines'] = [
  { row: 1, side: 'BUY', quantity: '50', legs: [...callSpread] },
  { row: 3, side: 'SELL', quantity: '25', legs: [callSpread[0]] },
]

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}
const send = async (change: object = {}): Promise<RfqListView> =>
  accepted(
    await flow.lists.createList(taker, {
      venue: 'DBT',
      name: 'Roll',
      shows_sides: true,
      counterparties: [KEST, LARK],
      lines: [...lines],
      ...change,
    }),
  )
const quote = (maker: Caller, list: RfqListView, line: 1 | 2, at: string) =>
  flow.service
    .createOrder(maker, {
      type: 'LIMIT',
      time_in_force: 'GOOD_TILL_CANCELED',
      rfq_id: list.lines[line - 1]!.rfq_id,
      side: line === 1 ? 'SELL' : 'BUY',
      quantity: line === 1 ? '50' : '25',
      legs: line === 1 ? legsFor(at) : [{ instrument_id: 1, price: at }],
    } as never)
    .then(accepted)
const seenBy = async (caller: Caller, list: RfqListView) => accepted(await flow.lists.getList(caller, list.id))
const settled = async (list: RfqListView) => {
  for (;;) {
    const { results } = accepted(await flow.service.listTrades(taker, {}, {}))
    const of = results.filter(({ rfq_id }) => list.lines.some((line) => line.rfq_id === rfq_id))
    if (of.every(({ state }) => state !== 'PENDING_SETTLEMENT')) return of
  }
}

describe('22.1 to 22.3 a list is sent, and seen', () => {
  it('by the taker with its rows, name and sides, and by each maker that was asked with the lines alone', async () => {
    const list = await send({ shows_sides: false })
    expect(list.lines.map(({ line, row, side }) => [line, row, side])).toEqual([[1, 1, 'BUY'], [2, 3, 'SELL']]) // prettier-ignore
    const asMaker = await seenBy(kest, list)
    expect(asMaker).toMatchObject({ name: null, role: 'MAKER', counterparties: [KEST], shows_sides: false, net_prices: [] })
    expect(asMaker.lines.map(({ line, row, side }) => [line, row, side])).toEqual([[1, null, null], [2, null, null]]) // prettier-ignore
    expect(await flow.lists.getList(merl, list.id)).toMatchObject({ refused: 'NotFound' })
    const of = async (caller: Caller) => (await flow.lists.lists(caller.desk, undefined, { size: 9 })).items.length
    expect([await of(taker), await of(kest), await of(merl)]).toEqual([1, 1, 0])
    accepted(await flow.lists.cancel(taker, list.id, 'CancelList'))
    expect((await seenBy(taker, list)).state).toBe('CLOSED')
  })

  it('22.2 whole or not at all, and the refusal names the line', async () => {
    const bad = await flow.lists.createList(taker, { venue: 'DBT', lines: [lines[0], { ...lines[1], quantity: '1' }] } as never)
    expect(bad).toMatchObject({ refused: 'QuantityBelowBlockMinimum', field: 'lines.1.quantity' })
    const unknown = await flow.lists.createList(taker, { venue: 'DBT', lines: [lines[0], { ...lines[1], legs: [{ ...callSpread[0], instrument_id: 99 }] }] } as never) // prettier-ignore
    expect(unknown).toMatchObject({ refused: 'InstrumentUnknown', message: expect.stringMatching(/^Line 2: /) })
  })
})

describe('22.8 to 22.10 a list trades', () => {
  it('best per line, each line as a block of its own', async () => {
    const list = await send()
    await quote(kest, list, 1, '0.0300')
    await quote(lark, list, 1, '0.0310')
    await quote(lark, list, 2, '0.0790')
    const limits = [
      { line: 1, price: '0.0300' },
      { line: 2, price: '0.0790' },
    ]
    const trade = accepted(await flow.lists.tradeList(taker, list.id, { way: 'BEST_PER_LINE', lines: limits }))
    expect(trade.lines.map(({ fills }) => fills.map(({ desk_name, price }) => `${desk_name} ${price}`))).toEqual([
      ['KEST 0.03'],
      ['LARK 0.079'],
    ])
    // 50 x 0.03 - 25 x 0.079
    expect(trade.net_price).toBe('-0.475')
    expect((await settled(list)).map(({ state }) => state)).toEqual(['FILLED', 'FILLED'])
    await flow.calm()
  })

  it('a line at a worse price stays open, and with all or none nothing trades', async () => {
    const list = await send()
    await quote(kest, list, 1, '0.0300')
    await quote(lark, list, 2, '0.0790')
    const limits = [
      { line: 1, price: '0.0299' },
      { line: 2, price: '0.0790' },
    ]
    const refused = await flow.lists.tradeList(taker, list.id, { way: 'ALL_OR_NONE', lines: limits })
    expect(refused).toMatchObject({ refused: 'ListNotTraded', message: expect.stringContaining('Line 1') })
    const trade = accepted(await flow.lists.tradeList(taker, list.id, { way: 'BEST_PER_LINE', lines: limits }))
    expect(trade.lines.map(({ is_traded }) => is_traded)).toEqual([false, true])
    await settled(list)
    expect((await seenBy(taker, list)).lines[0]!.rfq.state).toBe('OPEN')
    await flow.calm()
  })

  it('22.4 22.9 at one maker’s complete offer, also if it is not the best', async () => {
    const list = await send()
    await quote(kest, list, 1, '0.0300')
    await quote(lark, list, 1, '0.0310')
    await quote(lark, list, 2, '0.0790')
    const limits = [
      { line: 1, price: '0.0310' },
      { line: 2, price: '0.0790' },
    ]
    const trade = accepted(await flow.lists.tradeList(taker, list.id, { way: 'ALL_OR_NONE', lines: limits, desk_name: LARK }))
    expect(trade.lines.flatMap(({ fills }) => fills.map(({ desk_name }) => desk_name))).toEqual([LARK, LARK])
    await settled(list)
    await flow.calm()
  })
})

describe('22.5 to 22.7 a net price', () => {
  const net = (caller: Caller, list: RfqListView, net_price: string) => flow.lists.quoteNet(caller, list.id, { net_price })

  it('is seen by the taker and its maker, trades whole and exactly, and its parts are never in the book', async () => {
    const list = await send()
    // The marks cost 50 x 0.03 - 25 x 0.08 = -0.5.
    const priced = accepted(await net(kest, list, '-0.46'))
    expect(priced).toMatchObject({ list_id: list.id, desk_name: KEST, net_price: '-0.46' })
    const prices = await Promise.all([taker, kest, lark].map(async (one) => (await seenBy(one, list)).net_prices.length))
    expect(prices).toEqual([1, 1, 0])
    expect((await seenBy(taker, list)).lines.flatMap(({ book }) => [...book!.asks, ...book!.bids])).toEqual([])
    const messages = published.filter(({ channel, data }) => channel === 'net_prices' && (data as { id: string }).id === priced.id)
    expect(messages.map(({ audience, event }) => `${audience} ${event}`).sort()).toEqual(['desk:KEST ADDED', 'desk:ORRY ADDED'])
    const trade = accepted(await flow.lists.tradeList(taker, list.id, { way: 'ALL_OR_NONE', net_price_id: priced.id }))
    expect([trade.net_price, trade.lines.every(({ is_traded }) => is_traded)]).toEqual(['-0.46', true])
    await settled(list)
    expect(await flow.lists.tradeList(taker, list.id, { way: 'ALL_OR_NONE', net_price_id: priced.id })).toMatchObject({
      refused: 'ListNotTraded',
    })
    await flow.calm()
  })

  it.each([
    ['far from the marks', { shows_sides: true }, '-3', 'PriceFarFromMark'],
    ['between two ticks', { shows_sides: true }, '-0.46001', 'NetPriceOffTick'],
    ['in a list that hides its sides', { shows_sides: false }, '-0.46', 'ListInvalid'],
  ])('%s is refused', async (_what, change, price, refused) => {
    const list = await send(change)
    expect(await net(lark, list, price)).toMatchObject({ refused })
    expect(await flow.lists.tradeList(kest, list.id, { way: 'ALL_OR_NONE' })).toMatchObject({ refused: 'NotTheCreator' })
    accepted(await flow.lists.cancel(taker, list.id, 'CancelList'))
  })

  it('5.17 stays when its maker cancels its quotes of the lines, and a list that a desk cannot see is refused', async () => {
    const list = await send()
    const other = await send()
    const quotes = [await quote(kest, list, 1, '0.0300'), await quote(kest, list, 2, '0.0790')].map(({ id }) => id)
    const elsewhere = await quote(kest, other, 1, '0.0300')
    accepted(await net(kest, list, '-0.46'))
    expect(await flow.service.cancelOrders(merl, { listId: list.id })).toMatchObject({ refused: 'NotFound', field: 'list_id' })
    expect(await flow.service.cancelOrders(kest, { listId: list.lines[0]!.rfq_id })).toMatchObject({
      refused: 'NotFound',
      field: 'list_id',
    })
    expect(await flow.service.cancelOrders(lark, { listId: list.id })).toMatchObject({ successes: { count: 0 } })
    const { successes } = accepted(await flow.service.cancelOrders(kest, { listId: list.id }))
    expect(successes.order_ids.toSorted()).toEqual(quotes.toSorted())
    expect((await seenBy(kest, list)).net_prices).toHaveLength(1)
    const line = { listId: list.id, rfqId: other.lines[0]!.rfq_id }
    expect(await flow.service.cancelOrders(kest, line)).toMatchObject({ successes: { count: 0 } })
    expect(await flow.service.cancelOrders(kest, { listId: other.id })).toMatchObject({ successes: { order_ids: [elsewhere.id] } })
    for (const { id } of [list, other]) accepted(await flow.lists.cancel(taker, id, 'CancelList'))
  })

  it('ends with its maker’s cancellation, which the taker is messages', async () => {
    const list = await send()
    const { id } = accepted(await net(kest, list, '-0.46'))
    accepted(await flow.lists.cancel(kest, list.id, 'CancelNet'))
    expect((await seenBy(taker, list)).net_prices).toEqual([])
    const ended = published.filter(
      ({ channel, event, data }) => channel === 'net_prices' && event === 'REMOVED' && (data as { id: string }).id === id,
    )
    expect(ended.map(({ audience }) => audience).sort()).toEqual(['desk:KEST', 'desk:ORRY'])
    accepted(await flow.lists.cancel(taker, list.id, 'CancelList'))
  })
})
