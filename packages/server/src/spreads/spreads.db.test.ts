import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal, restingQuantity, type BookOrder, type DeskId, type Order, type Rfq, type Side } from '@parley/core'
import { createDrfq } from '../api/dialects/drfq/create-drfq.ts'
import { createGrfq } from '../api/dialects/grfq/create-grfq.ts'
import { nothing } from '../rfq/answers.ts'
import { unguarded } from '../rfq/pre-trade-checks.ts'
import { callerOf, KEST, LARK, MERL, ORRY } from '../../test/direct-market.ts'
import { withTestDatabase } from '../../test/database.ts'
import { TEST_REJECTION } from '../../test/settlement-venue.ts'
import {
  asItIs,
  inWords,
  march,
  openSpreadMarket,
  perpetual,
  placeAs,
  termsOf,
  type Answered,
  type SpreadMarket,
} from '../../test/spread-market.ts'
import { createSpreads } from './create-spreads.ts'
import type { SpreadBookChange } from './spread-books.ts'

const database = withTestDatabase()
const PATIENCE = { timeout: 55_000, interval: 20 }
let market: SpreadMarket
let rfq: Rfq
beforeAll(async () => {
  market = await openSpreadMarket({ sql: database.sql })
})
afterAll(() => market?.close())
/** An empty book, without protections that the previous test triggered. */
beforeEach(async () => {
  for (const desk of [ORRY, KEST, LARK, MERL]) {
    await market.market.engine.submit('DBT-BTC', { kind: 'ResetProtection', desk })
    await market.spreads.commands.cancelOrders(callerOf(desk), {})
  }
  await market.market.settlement.idle()
  market.clock.now += 20_000
  market.mark()
  rfq = await market.strategy(perpetual, march)
})

type Change = Parameters<typeof termsOf>[3]
const place = (desk: DeskId, side: Side, at: string | undefined, amount: string, change: Change = {}): Promise<Answered> =>
  placeAs(market, desk, rfq, termsOf(side, at, amount, change))
const placed = async (...given: Parameters<typeof place>): Promise<Order> => {
  const answer = await place(...given)
  if (isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer
}
const replace = async (desk: DeskId, { id }: Pick<Order, 'id'>, at: string, amount: string, change: Change = {}): Promise<Answered> => {
  const { side: _, ...terms } = termsOf('BUY', at, amount, change)
  return market.spreads.commands.replace(callerOf(desk), (await market.spreads.store.order(id))!, terms, asItIs)
}
const stored = async ({ id }: Pick<Order, 'id'>): Promise<Order> => (await market.spreads.store.order(id))!.order
const bookNow = async () => {
  const { orders } = await market.spreads.books.of(rfq)
  return [...orders.asks.toReversed(), ...orders.bids].map(({ side, price, quantity }) => `${side} ${price / 1e8} ${quantity / 1e6}`)
}

describe('17.2 to 17.7 orders of a listed spread', () => {
  it('17.3 rest, trade at the resting price, and report the remainder', async () => {
    expect(inWords(await place(LARK, 'SELL', '1010', '300000', { label: 'stairs' }))).toBe('OPEN 1010')
    expect(inWords(await place(KEST, 'BUY', '1020', '100000'))).toBe('CLOSED 1020 pending 100000')
    expect(inWords(await place(KEST, 'BUY', '1009.5', '100000'))).toBe('OPEN 1009.5')
    expect(inWords(await place(ORRY, 'SELL', '1009', '300000', { timeInForce: 'IOC' }))).toBe('CLOSED 1009 pending 100000 canceled 200000')
    expect(await bookNow()).toEqual(['SELL 1010 200000'])
  })

  it('17.3 at the market take what is there, as often as they like, and nothing that is beyond the desk’s own bounds', async () => {
    await placed(LARK, 'SELL', '1010', '100000')
    await placed(MERL, 'SELL', '1500', '100000')
    expect(inWords(await place(KEST, 'BUY', undefined, '300000'))).toBe('CLOSED 3000 pending 200000 canceled 100000')
    await placed(LARK, 'SELL', '1010', '100000')
    await placed(MERL, 'SELL', '1500', '100000')
    const guards = {
      ...unguarded,
      furthest: (_desk: DeskId, _asked: unknown, side: Side) => (side === 'BUY' ? 1_200e8 : 800e8) as Order['price'],
    }
    const careful = createSpreads({ ...market.needs, guards })
    const answer = await careful.commands.place(callerOf(KEST), rfq, termsOf('BUY', undefined, '300000'), asItIs)
    expect(inWords(answer)).toBe('CLOSED 1200 pending 100000 canceled 200000')
  })

  it('17.3 expire at their own time', async () => {
    const order = await placed(KEST, 'BUY', '990', '100000', { timeInForce: 'GTD', restsMs: 60_000 })
    expect(order.expiresAt).toBe(market.clock.now + 60_000)
    market.clock.now += 60_000
    await market.market.engine.read('DBT-BTC', () => undefined)
    await expect.poll(() => stored(order), PATIENCE).toMatchObject({ state: 'CLOSED', cancelCause: 'LIFETIME_ENDED' })
  })

  it('17.4 are accepted while the venue publishes current marks and limits', async () => {
    market.clock.now += 60_000
    expect(inWords(await place(KEST, 'BUY', '990', '100000'))).toBe('PriceOutsideBand 17.4')
    market.mark(100)
    expect(inWords(await place(KEST, 'BUY', '1200', '100000'))).toBe('OPEN 1200')
    expect(inWords(await place(LARK, 'SELL', '799.5', '100000'))).toBe('PriceOutsideBand 17.4')
    expect(market.spreads.prices(rfq)).toMatchObject({ mark: 1_000, band: { least: 800e8, most: 1_200e8 } })
  })

  it('17.5 cancel their own orders that they would trade with, if they specify that', async () => {
    const own = await placed(KEST, 'SELL', '1010', '100000')
    expect(inWords(await place(KEST, 'BUY', '1010', '100000'))).toBe('QuoteCrossesOwnSide 17.5')
    expect(inWords(await place(KEST, 'BUY', '1010', '100000', { ownOrders: 'CANCEL_RESTING' }))).toBe('OPEN 1010')
    expect(await stored(own)).toMatchObject({ state: 'CLOSED', cancelCause: 'OWN_ORDER' })
  })

  it('17.5 follow the choice of their desk if they specify nothing', async () => {
    const guards = { ...unguarded, ownOrders: (desk: DeskId) => (desk === KEST ? ('CANCEL_ARRIVING' as const) : undefined) }
    const { commands } = createSpreads({ ...market.needs, guards })
    const place = async (desk: DeskId, terms: ReturnType<typeof termsOf>) =>
      inWords(await commands.place(callerOf(desk), rfq, terms, asItIs))
    await placed(LARK, 'SELL', '1009', '100000')
    const own = await placed(KEST, 'SELL', '1010', '100000')
    expect(await place(LARK, termsOf('BUY', '1009', '100000'))).toBe('QuoteCrossesOwnSide 17.5')
    expect(await place(KEST, termsOf('BUY', '1020', '300000', { ownOrders: 'REFUSE' }))).toBe('QuoteCrossesOwnSide 17.5')
    expect(await place(KEST, termsOf('BUY', '1020', '300000'))).toBe('CLOSED 1020 pending 100000 canceled 200000')
    expect(await stored(own)).toMatchObject({ state: 'OPEN' })
    expect(await bookNow()).toEqual(['SELL 1010 100000'])
  })

  it('17.7 are replaced by new ones, that keep the account, the label and the name they do not change', async () => {
    const old = await placed(KEST, 'BUY', '990', '100000', { label: 'a', clientOrderId: 'mine' })
    const fresh = await replace(KEST, old, '991', '200000')
    expect(fresh).toMatchObject({ state: 'OPEN', side: 'BUY', price: 991e8, label: 'a', clientOrderId: 'mine', account: 'kest-main' })
    expect(fresh).not.toMatchObject({ id: old.id })
    expect(await stored(old)).toMatchObject({ state: 'CLOSED', cancelCause: 'REPLACED', canceled: 100_000e6 })
    expect(inWords(await replace(KEST, old, '992', '100000'))).toBe('OrderUnknown 17.7')
    expect(inWords(await replace(LARK, fresh as Order, '992', '100000'))).toBe('OrderUnknown 17.7')
    expect(await bookNow()).toEqual(['BUY 991 200000'])
  })

  it('5.17 are cancelled one by one, by side and label, and all at once', async () => {
    const [one] = [await placed(KEST, 'BUY', '990', '100000'), await placed(KEST, 'BUY', '991', '100000', { label: 'a' })]
    await placed(KEST, 'SELL', '1010', '100000', { label: 'a' })
    await placed(LARK, 'SELL', '1011', '100000', { label: 'a' })
    const { commands } = market.spreads
    await commands.cancelOrder(callerOf(KEST), { rfq, id: one.id }, { idempotency: undefined, present: nothing })
    expect(inWords(await replace(KEST, one, '990', '100000'))).toBe('OrderUnknown 17.7')
    await commands.cancelOrders(callerOf(KEST), { side: 'BUY', label: 'a' })
    expect(await bookNow()).toEqual(['SELL 1011 100000', 'SELL 1010 100000'])
    await commands.cancelOrders(callerOf(KEST), {})
    expect(await bookNow()).toEqual(['SELL 1011 100000'])
  })

  it('11.1, 11.6 are protected and stopped like every quote', async () => {
    const resting = await Promise.all(['1010', '1011', '1012'].map((at) => placed(LARK, 'SELL', at, '100000')))
    await placed(KEST, 'BUY', '1011', '200000')
    expect(await stored(resting[2]!)).toMatchObject({ state: 'CLOSED', cancelCause: 'PROTECTION' })
    expect(inWords(await place(LARK, 'SELL', '1020', '100000'))).toBe('ProtectionActive 11.1')
    const order = await placed(MERL, 'BUY', '900', '100000')
    const { engine } = market.market
    await engine.submit('DBT-BTC', { kind: 'StopTrading', desk: MERL, by: 'operator' })
    expect(await stored(order)).toMatchObject({ state: 'CLOSED', cancelCause: 'TRADING_STOPPED' })
    expect(inWords(await place(MERL, 'BUY', '900', '100000'))).toBe('TradingIsStopped 11.6')
    await engine.submit('DBT-BTC', { kind: 'AllowTrading', desk: MERL, by: 'operator' })
  })
})

describe('17.6, 17.8 a trade', () => {
  const tradesOf = async (desk: DeskId) => (await market.spreads.store.trades(desk, { rfqId: rfq.id }, { size: 1 })).items[0]!.trade

  it('17.6 settles as a block of two legs, once, and is on the tape of spreads alone', async () => {
    const before = market.box.executed.length
    const [maker, taker] = [await placed(LARK, 'SELL', '1010', '100000'), await placed(KEST, 'BUY', '1010', '100000')]
    await expect.poll(() => stored(taker), PATIENCE).toMatchObject({ filled: 100_000e6, pending: 0 })
    expect(await stored(maker)).toMatchObject({ state: 'CLOSED', filled: 100_000e6 })
    expect(market.box.executed.length).toBe(before + 1)
    const { block, maker: makers, taker: takers } = market.box.executed.at(-1)!
    expect(
      block.legs.map(({ instrument, makerSide, price, quantity }) => [instrument.name, makerSide, price / 1e8, quantity / 1e6]),
    ).toEqual([
      ['BTC-PERPETUAL', 'BUY', 90_000, 100_000],
      ['BTC-26MAR27', 'SELL', 91_010, 100_000],
    ])
    expect([makers, takers]).toEqual(['client of LARK', 'client of KEST'])
    const { items } = await market.spreads.store.tape({ rfqId: rfq.id }, { size: 10 })
    expect(items[0]!.trade).toMatchObject({ state: 'FILLED', price: 1_010e8, venueTradeId: `BLOCK-${before + 1}` })
    const { service } = createGrfq(market.needs)
    expect(await service.listTape(callerOf(LARK), {}, {})).toMatchObject({ results: [] })
    expect(await createDrfq(market.needs).service.listTape(callerOf(LARK), {}, {})).toMatchObject({ results: [] })
  })

  it('17.8 that the venue rejects takes both orders with it, and tells both desks why', async () => {
    market.box.goWrong('VERIFY', 'REJECT')
    const maker = await placed(LARK, 'SELL', '1010', '300000')
    const other = await placed(MERL, 'SELL', '1011', '100000')
    const taker = await placed(KEST, 'BUY', '1010', '100000')
    await expect.poll(() => stored(maker), PATIENCE).toMatchObject({ state: 'CLOSED', canceled: 300_000e6, cancelCause: 'TRADE_REJECTED' })
    expect(await stored(taker)).toMatchObject({ state: 'CLOSED', canceled: 100_000e6, filled: 0, cancelCause: 'SETTLEMENT_REJECTED' })
    expect(await stored(other)).toMatchObject({ state: 'OPEN' })
    for (const desk of [LARK, KEST]) expect(await tradesOf(desk)).toMatchObject({ state: 'REJECTED', rejection: TEST_REJECTION })
    expect(await bookNow()).toEqual(['SELL 1011 100000'])
  })
})

describe('the spread flow is a flow of its own', () => {
  it('and no list, count or book of the other two has any of it', async () => {
    const order = await placed(KEST, 'BUY', '990', '100000', { clientOrderId: 'spread' })
    const [drfq, grfq] = [createDrfq(market.needs).service, createGrfq(market.needs).service]
    const caller = callerOf(KEST)
    expect(await grfq.listMarkets(caller, {}, {})).toMatchObject({ results: [] })
    expect(await grfq.listQuotes(caller, {}, {})).toMatchObject({ results: [] })
    expect(await grfq.listAllTrades(caller, {}, {}, '/v1/ob')).toMatchObject({ results: [] })
    expect(await grfq.getQuote(caller, order.number!)).toMatchObject({ refused: 'NotFound' })
    expect(await grfq.getMarket(caller, rfq.number!)).toMatchObject({ refused: 'NotFound' })
    expect(await grfq.getBook(caller, rfq.number!)).toMatchObject({ refused: 'NotFound' })
    for (const snapshot of [grfq.snapshots.markets, grfq.snapshots.quotes, grfq.snapshots.books]) expect(await snapshot(caller)).toEqual([])
    expect(await drfq.listRfqs(caller, {}, {})).toMatchObject({ results: [] })
    expect(await drfq.listOrders(caller, {}, {})).toMatchObject({ results: [] })
    expect(await drfq.getRfq(caller, rfq.id)).toMatchObject({ refused: expect.any(String) as string })
  })
})

describe('a book that is taken whole and then change by change', () => {
  it('is the same as the whole at the end, whatever happened, and misses no number', async () => {
    const { books } = market.spreads
    const changes: SpreadBookChange[] = []
    const stop = books.onChange((change) => void (change.rfq.id === rfq.id && changes.push(change)))
    await placed(KEST, 'BUY', '990', '100000')
    const start = await books.of(rfq)
    let random = 7
    const next = (most: number) => (random = (random * 48_271) % 2_147_483_647) % most
    const desks = [KEST, LARK, MERL, ORRY]
    for (let turn = 0; turn < 60; turn++) {
      const side = next(2) === 0 ? 'BUY' : 'SELL'
      const at = String(1_000 + (side === 'BUY' ? -10 : 10) + (next(41) - 20) / 2)
      const change = { ownOrders: 'CANCEL_RESTING', timeInForce: next(4) === 0 ? 'IOC' : 'GTC' } as const
      await place(desks[next(4)]!, side, at, String(100_000 * (1 + next(3))), change)
      if (next(6) === 0) await market.spreads.commands.cancelOrders(callerOf(desks[next(4)]!), { side })
      for (const desk of desks) await market.market.engine.submit('DBT-BTC', { kind: 'ResetProtection', desk })
    }
    stop()
    const end = await books.of(rfq)
    const later = changes.filter(({ seq }) => seq > start.seq)
    expect(later.map(({ seq }) => seq)).toEqual(later.map((_, place) => start.seq + 1 + place))
    expect(end.seq).toBe(start.seq + later.length)
    const orders = new Map([...start.orders.bids, ...start.orders.asks].map((order) => [order.id, order]))
    const levels = new Map([...start.levels.bids, ...start.levels.asks].map((level) => [`${level.side} ${level.price}`, level]))
    for (const change of later) {
      for (const order of change.orders) if (order.quantity === 0) orders.delete(order.id)
        else orders.set(order.id, order) // prettier-ignore
      for (const level of change.levels) if (level.quantity === 0) levels.delete(`${level.side} ${level.price}`)
        else levels.set(`${level.side} ${level.price}`, level) // prettier-ignore
    }
    const asRows = (rows: Iterable<Pick<BookOrder, 'side' | 'price' | 'quantity'>>) =>
      [...rows].map(({ side, price, quantity }) => `${side} ${price} ${quantity}`).sort()
    expect(asRows(orders.values())).toEqual(asRows([...end.orders.bids, ...end.orders.asks]))
    expect(asRows(levels.values())).toEqual(asRows([...end.levels.bids, ...end.levels.asks]))
    expect(later.length).toBeGreaterThan(20)
    const restored = await market.market.engine.read('DBT-BTC', ({ rfqs }) =>
      [...rfqs.live.get(rfq.id)!.orders.values()]
        .filter(({ state }) => state === 'OPEN')
        .map((order) => ({ ...order, quantity: restingQuantity(order) })),
    )
    expect(asRows(restored.value)).toEqual(asRows(orders.values()))
  })
})
