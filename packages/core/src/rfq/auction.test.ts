import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import { ask, cross, decideIn, emptyMarket, expire, KEST, LARK, MERL, NOON, outcome, pull, quote, replace, rfqId, SWFT, TAKER, theOrder, theRfq, tradeId, when, type Market } from '../../test/fixture.ts' // prettier-ignore
import type { Instant } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import type { PlaceOrder, RfqCommand } from './commands.ts'
import { AUCTION_LIFETIME_MS } from './limits.ts'
import { bookFor, rfqFor } from './visibility.ts'

const BLIND = { audience: 'BLIND_AUCTION' } as const
const auction = (change: object = {}) => ask({ ...BLIND, side: 'SELL', ...change })
const bid = (desk: typeof KEST, n: number, at: string, change: Partial<PlaceOrder> = {}) =>
  quote(desk, n, 'BUY', at, '100', { ...BLIND, ...change })
const rebid = (desk: typeof KEST, n: number, change: object) => replace(desk, n, '100', { ...BLIND, ...change })
const END = (NOON + AUCTION_LIFETIME_MS) as Instant

function given(...commands: readonly RfqCommand[]): Market {
  const market = emptyMarket()
  for (const command of [auction(), ...commands]) when(market, command, NOON)
  return market
}
const three = () => given(bid(KEST, 11, '0.01'), bid(LARK, 12, '0.012'), bid(MERL, 13, '0.012'))
const refusalOf = (market: Market, command: RfqCommand, now = NOON) => {
  const answer = decideIn(market, command, now)
  return isRefusal(answer) ? `${answer.refused} ${answer.rule}` : answer.map(({ kind }) => kind).join(', ')
}

describe('12.1 an auction', () => {
  it('12.1 lives its time, in which the side of the taker is known', () => {
    const market = three()
    expect(theRfq(market)).toMatchObject({ audience: 'BLIND_AUCTION', side: 'SELL', expiresAt: END })
    expect(refusalOf(market, bid(KEST, 14, '0.02'), END)).toBe('RfqClosed 12.1')
  })

  it('4.2 to 4.6 are asked for as a direct RFQ is', () => {
    expect(outcome(emptyMarket(), auction({ quantity: quantity('1') }))).toBe('QuantityBelowBlockMinimum')
    expect(outcome(emptyMarket(), auction({ makers: [SWFT] }))).toBe('CounterpartyNotEligible')
  })
})

// In order of precedence.
const refused: [title: string, command: RfqCommand, then: string][] = [
  ['5.1 of a desk that is no bidder', bid(SWFT, 19, '0.02'), 'NotACounterparty 5.1'],
  ['12.2 of the taker', cross(19, 'SELL', '0.01', '100', BLIND), 'TypeNotAllowed 12.2'],
  ['12.2 that would trade at once or not at all', bid(SWFT, 19, '0.02', { actor: bid(KEST, 19, '0').actor, timeInForce: 'FOK' }), 'TypeNotAllowed 12.2'], // prettier-ignore
  ['12.2 on the side of the taker', bid(KEST, 19, '0.02', { side: 'SELL' }), 'TypeNotAllowed 12.2'],
  ['5.3 beside its own', bid(KEST, 19, '0.02'), 'LayeringLimitReached 5.3'],
  ['5.4 below the smallest block', bid(LARK, 19, '0.02', { quantity: quantity('24.9') }), 'QuantityBelowBlockMinimum 5.4'],
  ['12.3 for less than the whole', bid(LARK, 19, '0.02', { quantity: quantity('50') }), 'QuantityBelowBlockMinimum 12.3'],
  ['12.3 for more than the whole', bid(LARK, 19, '0.02', { quantity: quantity('150') }), 'QuantityAboveRemaining 12.3'],
  ['12.3 replaced by less', rebid(KEST, 11, { quantity: quantity('50') }), 'QuantityBelowBlockMinimum 12.3'],
]

describe('12.2, 12.3 a bid', () => {
  it.each(refused)('%s is refused', (_title, command, then) => {
    expect(refusalOf(given(bid(KEST, 11, '0.01')), command)).toBe(then)
  })

  it('12.2 rests, is replaced and is taken back until the end', () => {
    const market = given(bid(KEST, 11, '0.01'))
    expect(outcome(market, rebid(KEST, 11, { legPrices: bid(KEST, 11, '0.02').legPrices! }))).toBe('OrderReplaced')
    expect(outcome(market, { ...pull(KEST, 11), ...BLIND })).toBe('OrderCanceled')
    // A direct RFQ's command does not find it, because its audience is another.
    expect(outcome(market, pull(KEST, 11))).toBe('RfqClosed')
  })
})

describe('12.4 before the end', () => {
  it('12.4 nobody reads a bid, neither its price nor that it is there; each reads the size, and its own', () => {
    const market = three()
    const rfq = theRfq(market)
    for (const viewer of [TAKER, KEST, LARK, MERL, SWFT]) expect(bookFor(rfq, rfq.orders, viewer)).toEqual({ asks: [], bids: [] })
    const read = JSON.stringify([rfqFor(rfq, KEST), bookFor(rfq, rfq.orders, KEST)])
    expect(read).not.toContain(LARK)
    expect(rfqFor(rfq, SWFT)).toBeUndefined()
    expect(rfq.quantity).toBe(quantity('100'))
  })

  it('12.4 after it the taker reads them all, and no bidder those of others', () => {
    const market = three()
    when(market, expire, END)
    const rfq = theRfq(market)
    const read = bookFor(rfq, rfq.orders, TAKER).bids
    expect(read.map(({ desk, price: at }) => [desk, at])).toEqual([[LARK, price('0.012')], [MERL, price('0.012')], [KEST, price('0.01')]]) // prettier-ignore
    expect(bookFor(rfq, rfq.orders, KEST)).toEqual({ asks: [], bids: [] })
  })
})

describe('12.5 to 12.7 the end', () => {
  it('12.5 the best price wins the whole, of equals the one that came first, and all others leave', () => {
    const market = three()
    const events = when(market, expire, END)
    expect(events.map(({ kind }) => kind)).toEqual(['OrderPlaced', 'TradeAgreed', 'OrderCanceled', 'OrderCanceled', 'RfqEnding'])
    expect(theRfq(market).trades).toMatchObject([
      {
        taker: TAKER,
        maker: LARK,
        takerSide: 'SELL',
        price: price('0.012'),
        quantity: quantity('100'),
        makerOrder: theOrder(market, 12).id,
      },
    ])
    expect([11, 12, 13].map((n) => theOrder(market, n).cancelCause)).toEqual(['RFQ_FILLED', undefined, 'RFQ_FILLED'])
    expect(outcome(market, bid(KEST, 19, '0.02'), END)).toBe('RfqClosed')
  })

  it('12.5 a bid with a new price comes last among its equals', () => {
    const market = three()
    when(market, rebid(LARK, 12, { legPrices: bid(LARK, 12, '0.01').legPrices! }), NOON)
    when(market, rebid(LARK, 12, { legPrices: bid(LARK, 12, '0.012').legPrices! }), NOON)
    when(market, expire, END)
    expect(theRfq(market).trades.map(({ maker }) => maker)).toEqual([MERL])
  })

  it('12.5 a taker that buys gets the lowest', () => {
    const market = emptyMarket()
    for (const command of [auction({ side: 'BUY' }), bid(KEST, 11, '0.02', { side: 'SELL' }), bid(LARK, 12, '0.01', { side: 'SELL' })])
      when(market, command, NOON)
    when(market, expire, END)
    expect(theRfq(market).trades).toMatchObject([{ maker: LARK, price: price('0.01'), takerSide: 'BUY' }])
  })

  it('12.6 without a bid it expires, and so it does where it is cancelled before', () => {
    const market = given()
    expect(outcome(market, expire, END)).toBe('RfqClosed')
    when(market, expire, END)
    expect(theRfq(market).closedReason).toBe('EXPIRED')
    expect(outcome(three(), { kind: 'CancelRfq', ...BLIND, actor: auction().actor, id: rfqId() })).toBe(
      'OrderCanceled, OrderCanceled, OrderCanceled, RfqClosed',
    )
  })

  it.each([
    ['confirms', { kind: 'ConfirmSettlement', venueTradeId: 'v' }, 'TradeSettled, RfqClosed', 'EXECUTION_LIMIT'],
    ['rejects', { kind: 'RejectSettlement', rejection: 'no margin' }, 'TradeRejected, OrderCanceled, OrderCanceled, RfqClosed', 'EXPIRED'],
  ] as const)('12.7 it closes when the venue %s: nobody moves up', (_title, answer, then, reason) => {
    const market = three()
    when(market, expire, END)
    const { id } = theRfq(market).trades[0]!
    expect(id).toBe(tradeId(1))
    expect(when(market, { ...answer, id: rfqId(), tradeId: id }, END).map(({ kind }) => kind).join(', ')).toBe(then) // prettier-ignore
    expect(theRfq(market).closedReason).toBe(reason)
    expect(theRfq(market).orders.every(({ state }) => state === 'CLOSED')).toBe(true)
  })
})
