import { describe, expect, it } from 'vitest'
import { december, limits, list, listed, order, pull, reject, SPREAD, spread } from '../../../test/spread-fixture.ts'
import { ask, decideIn, KEST, LARK, NOON, SWFT, when, type Market } from '../../../test/fixture.ts'
import { open as openBook } from '../../../test/book-fixture.ts'
import { price, quantity } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import type { PlaceOrder, RfqCommand } from '../model/commands.ts'
import { ownOrdersOf } from '../model/own-orders.ts'
import { bookFor } from '../display/visibility.ts'

const LATER = (NOON + 1_000) as Instant
const answerOf = (market: Market, command: RfqCommand, now = LATER): string => {
  const answer = decideIn(market, command, now)
  return isRefusal(answer) ? `${answer.refused} ${answer.rule}` : answer.map(({ kind }) => kind).join(', ')
}
const tradesOf = (market: Market, command: RfqCommand) =>
  when(market, command, LATER).flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
const bookOf = (market: Market) => {
  const live = market.rfqs.live.get(SPREAD)!
  const { asks, bids } = bookFor(live.rfq, live.orders.values(), undefined)
  return [...asks.toReversed(), ...bids].map((one) => `${one.side} ${one.price / 1e8} ${one.quantity / 1e6}`)
}
const causesOf = (market: Market, command: RfqCommand) =>
  when(market, command, LATER).flatMap((event) => (event.kind === 'OrderCanceled' ? [`${event.cause} ${event.quantity / 1e6}`] : []))

describe('17.1 a listed spread', () => {
  it('17.1 lives until its first leg expires, however idle, and its legs can also be an order-book market', () => {
    const market = listed()
    expect(market.rfqs.live.get(SPREAD)!.rfq).toMatchObject({ audience: 'LISTED', expiresAt: december.expiresAt, priceTick: price('0.5') })
    expect(answerOf(market, list)).toBe('')
    expect(answerOf(market, openBook({ structure: spread }))).toBe('RfqCreated')
    const days = (n: number) => (NOON + n * 86_400_000) as Instant
    expect(answerOf(market, { kind: 'ExpireRfq', id: SPREAD }, days(29))).toBe('')
    expect(answerOf(market, order(KEST, 'BUY', '1000', '20000'), days(30))).toBe('QuoteWindowClosed 10.4')
    expect(answerOf(market, { kind: 'ExpireRfq', id: SPREAD }, days(30))).toBe('RfqClosed')
  })

  it('17.1 is ended by no desk', () => {
    const command = { kind: 'CancelRfq', audience: 'LISTED', actor: list.actor, id: SPREAD } as const
    expect(answerOf(listed(), command)).toBe('NotTheCreator 4.9')
  })
})

// In order of precedence.
const refused: [title: string, command: PlaceOrder, then: string][] = [
  ['17.1 to a strategy that is not there', order(KEST, 'BUY', '1000', '20000', { id: ask().id }), 'RfqClosed 17.1'],
  ['17.3 that trades in full or not at all', order(KEST, 'BUY', '1000', '20000', { timeInForce: 'FOK' }), 'TypeNotAllowed 17.3'],
  [
    '10.9 post-only and never resting',
    order(KEST, 'BUY', '1000', '20000', { timeInForce: 'IOC', isPostOnly: true }),
    'TypeNotAllowed 10.9',
  ],
  ['17.3 that expires without saying when', order(KEST, 'BUY', '1000', '20000', { timeInForce: 'GTD' }), 'TypeNotAllowed 17.3'],
  ['17.3 that expires in 31 days', order(KEST, 'BUY', '1000', '20000', { timeInForce: 'GTD', restsMs: 31 * 86_400_000 }), 'TypeNotAllowed 17.3'], // prettier-ignore
  ['17.2 below the minimum block', order(KEST, 'BUY', '1000', '19990'), 'QuantityBelowBlockMinimum 17.2'],
  ['17.2 off the increment', order(KEST, 'BUY', '1000', '20005'), 'QuantityOffIncrement 17.2'],
  ['17.3 at the market that would rest', order(KEST, 'BUY', undefined, '20000', { timeInForce: 'GTC' }), 'OrderPriceMissing 17.3'],
  ['17.2 off the step', order(KEST, 'BUY', '1000.25', '20000'), 'PriceOffTick 17.2'],
  ['17.4 without the venue’s limits', order(KEST, 'BUY', '1000', '20000', { legLimits: undefined }), 'PriceOutsideBand 17.4'],
  ['17.4 above what the limits leave', order(KEST, 'BUY', '3000.5', '20000'), 'PriceOutsideBand 17.4'],
  ['17.4 below it', order(KEST, 'SELL', '-1000.5', '20000'), 'PriceOutsideBand 17.4'],
  ['17.5 that would meet its own', order(LARK, 'BUY', '1010', '20000'), 'QuoteCrossesOwnSide 17.5'],
  ['10.8 post-only that would trade', order(KEST, 'BUY', '1010', '20000', { isPostOnly: true }), 'PostOnlyWouldCross 10.8'],
]

describe('17.2 to 17.5 an order', () => {
  it.each(refused)('%s is refused', (_title, command, then) => {
    expect(answerOf(listed(order(LARK, 'SELL', '1010', '20000')), command)).toBe(then)
  })

  it('17.2 has a signed price, and 17.4 any that the limits leave', () => {
    const market = listed(order(KEST, 'BUY', '-1000', '20000'), order(LARK, 'SELL', '3000', '40000'))
    expect(bookOf(market)).toEqual(['SELL 3000 40000', 'BUY -1000 20000'])
  })

  it('17.3 expires at its own time', () => {
    const market = listed(order(KEST, 'BUY', '1000', '20000', { timeInForce: 'GTD', restsMs: 60_000 }))
    expect(answerOf(market, { kind: 'ExpireOrders', id: SPREAD }, (NOON + 59_000) as Instant)).toBe('')
    expect(answerOf(market, { kind: 'ExpireOrders', id: SPREAD }, (NOON + 61_000) as Instant)).toBe('OrderCanceled')
  })

  it('17.3 ladders, fifty on a side', () => {
    const steps = Array.from({ length: 50 }, (_, step) => order(KEST, 'BUY', String(900 + step), '20000'))
    const market = listed(...steps)
    expect(answerOf(market, order(KEST, 'BUY', '800', '20000'))).toBe('LayeringLimitReached 17.3')
    expect(answerOf(market, order(KEST, 'SELL', '1800', '20000'))).toBe('OrderPlaced')
  })
})

describe('17.3 to 17.6 a trade', () => {
  const stairs = () => listed(order(LARK, 'SELL', '1010', '20000'), order(SWFT, 'SELL', '1011', '30000'))

  it('17.6 has the price of what rested, best first, in legs that add up to it', () => {
    const traded = tradesOf(stairs(), order(KEST, 'BUY', '1020', '40000'))
    expect(traded.map(({ price: at, quantity: size, legPrices }) => [at / 1e8, size / 1e6, ...legPrices.map((one) => one / 1e8)])).toEqual([
      [1010, 20000, 90000, 91010],
      [1011, 20000, 90000, 91011],
    ])
  })

  it('17.3 a market order takes what is there and leaves nothing', () => {
    const market = stairs()
    expect(causesOf(market, order(KEST, 'BUY', undefined, '90000'))).toEqual(['NOT_FILLED_AT_ONCE 40000'])
    expect(bookOf(market)).toEqual([])
  })

  it('17.4 a market order goes as far as the limits now, and 17.6 what is beyond them rests on', () => {
    const market = stairs()
    const narrow = [limits('90000', '5'), limits('91000.5', '5')]
    expect(tradesOf(market, order(KEST, 'BUY', undefined, '90000', { legLimits: narrow })).map((one) => one.price / 1e8)).toEqual([1010])
    expect(bookOf(market)).toEqual(['SELL 1011 30000'])
  })

  it('17.6 what the limits leave out is passed over, and cancelled where it would stand in the way', () => {
    const market = listed(order(LARK, 'SELL', '900', '20000'), order(SWFT, 'SELL', '1011', '30000'))
    const moved = [limits('90000', '50'), limits('91010', '50')]
    expect(causesOf(market, order(KEST, 'BUY', '1020', '60000', { legLimits: moved }))).toEqual(['OUTSIDE_BAND 20000'])
    expect(bookOf(market)).toEqual(['BUY 1020 30000'])
  })

  it('17.5 cancels the desk’s own orders that it would match, if it is set to', () => {
    const market = listed(order(KEST, 'SELL', '1010', '20000'), order(KEST, 'SELL', '1030', '20000'), order(SWFT, 'SELL', '1011', '30000'))
    const arriving = order(KEST, 'BUY', '1020', '30000', { ownOrders: 'CANCEL_RESTING' })
    expect(when(market, arriving, LATER).map(({ kind }) => kind)).toEqual(['OrderCanceled', 'OrderPlaced', 'TradeAgreed'])
    expect(bookOf(market)).toEqual(['SELL 1030 20000'])
  })

  it.each<[string, Partial<PlaceOrder>, price: string | undefined]>([
    ['would rest', {}, '1020'],
    ['is IOC', { timeInForce: 'IOC' }, '1020'],
    ['is a market order', {}, undefined],
  ])('17.5 ends before its own where it says so, and %s', (_title, terms, at) => {
    const market = listed(order(SWFT, 'SELL', '1009', '20000'), order(KEST, 'SELL', '1010', '20000'), order(SWFT, 'SELL', '1011', '30000'))
    const arriving = order(KEST, 'BUY', at, '60000', { ...terms, ownOrders: 'CANCEL_ARRIVING' })
    expect(causesOf(market, arriving)).toEqual(['OWN_ORDER 40000'])
    expect(bookOf(market)).toEqual(['SELL 1011 30000', 'SELL 1010 20000'])
  })

  it('17.5 rests if it matches none of its own, with any setting', () => {
    const market = listed(order(KEST, 'SELL', '1030', '20000'), order(SWFT, 'SELL', '1009', '20000'))
    expect(causesOf(market, order(KEST, 'BUY', '1020', '60000', { ownOrders: 'CANCEL_ARRIVING' }))).toEqual([])
    expect(bookOf(market)).toEqual(['SELL 1030 20000', 'BUY 1020 40000'])
  })

  it('17.5 the word of the order counts before that of its desk, and without either it is refused', () => {
    expect([
      ownOrdersOf('CANCEL_RESTING', 'CANCEL_ARRIVING'),
      ownOrdersOf(undefined, 'CANCEL_ARRIVING'),
      ownOrdersOf(undefined, undefined),
    ]).toEqual(['CANCEL_RESTING', 'CANCEL_ARRIVING', 'REFUSE'])
  })
})

describe('17.5 desks that are never met', () => {
  it('17.5 are not met in a listed spread either: the desk with the list gives way', () => {
    const market = listed(order(LARK, 'SELL', '1010', '20000'))
    const blocklists = { avoids: [LARK], avoidedBy: [] }
    expect(causesOf(market, order(KEST, 'BUY', '1010', '20000', { blocklists }))).toEqual(['PROTECTION 20000'])
    expect(bookOf(market)).toEqual(['SELL 1010 20000'])
  })
})

describe('17.7 a replacement', () => {
  it('17.7 comes as the old one leaves, with an id and a place of its own', () => {
    const old = order(KEST, 'BUY', '1000', '40000')
    const market = listed(old, order(SWFT, 'BUY', '1000', '20000'))
    const fresh = order(KEST, 'BUY', '1000', '20000', { replaces: old.orderId })
    expect(when(market, fresh, LATER).map((event) => [event.kind, 'cause' in event && event.cause])).toEqual([
      ['OrderCanceled', 'REPLACED'],
      ['OrderPlaced', false],
    ])
    const [first] = tradesOf(market, order(LARK, 'SELL', '1000', '20000'))
    expect(first!.maker).toBe(SWFT)
  })

  it('17.7 of one of which nothing rests, or that is another desk’s, places nothing', () => {
    const old = order(KEST, 'BUY', '1000', '20000')
    const market = listed(old, order(LARK, 'SELL', '1000', '20000'))
    expect(answerOf(market, order(KEST, 'BUY', '999', '20000', { replaces: old.orderId }))).toBe('OrderClosed 17.7')
    expect(answerOf(market, order(SWFT, 'BUY', '999', '20000', { replaces: old.orderId }))).toBe('OrderUnknown 17.7')
    // This is reported first, whatever else is wrong with the new order.
    expect(answerOf(market, order(KEST, 'BUY', '999.25', '5', { replaces: old.orderId }))).toBe('OrderClosed 17.7')
    expect(bookOf(market)).toEqual([])
  })

  it('17.7 needs no room in addition to the old one, and can keep its id', () => {
    const steps = Array.from({ length: 50 }, (_, step) =>
      order(KEST, 'BUY', String(900 + step), '20000', { clientOrderId: `step ${step}` }),
    )
    const [first, second] = steps as [PlaceOrder, PlaceOrder]
    const replacing = (change: Parameters<typeof order>[4]) => order(KEST, 'BUY', '1000', '20000', { replaces: first.orderId, ...change })
    expect(answerOf(listed(...steps), replacing({ clientOrderId: 'step 0' }))).toBe('OrderCanceled, OrderPlaced')
    expect(answerOf(listed(...steps), replacing({ clientOrderId: 'step 1' }))).toBe('ClientOrderIdInUse 10.17')
    expect(answerOf(listed(...steps), replacing({ replaces: undefined }))).toBe('LayeringLimitReached 17.3')
    const others = listed(...steps, order(LARK, 'BUY', '800', '20000', { clientOrderId: 'step 1' }))
    expect(answerOf(others, order(LARK, 'BUY', '801', '20000', { replaces: second.orderId }))).toBe('OrderUnknown 17.7')
  })

  it('17.7 is no change of the order itself', () => {
    const old = order(KEST, 'BUY', '1000', '20000')
    const { actor, id, orderId } = old
    const command = { kind: 'ReplaceOrder', audience: 'LISTED', actor, id, orderId, shard: old.shard, quantity: quantity('30000') } as const
    expect(answerOf(listed(old), command)).toBe('TypeNotAllowed 17.7')
    expect(answerOf(listed(old), pull(KEST, orderId))).toBe('OrderCanceled')
  })
})

describe('17.8 a trade that the venue rejects', () => {
  it('17.8 takes both its orders with it, and no others', () => {
    const market = listed(order(LARK, 'SELL', '1010', '60000'), order(SWFT, 'SELL', '1011', '30000'))
    const [trade] = tradesOf(market, order(KEST, 'BUY', '1010', '20000'))
    expect(causesOf(market, reject(trade!.id))).toEqual(['SETTLEMENT_REJECTED 20000', 'SETTLEMENT_REJECTED 20000', 'TRADE_REJECTED 40000'])
    expect(bookOf(market)).toEqual(['SELL 1011 30000'])
  })
})
