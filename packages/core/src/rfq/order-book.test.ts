import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { actor, callSpread, LARK, NOON, restored, saved } from '../../test/fixture.ts'
import type { Instant, RfqId } from '../ids.ts'
import type { RfqCommand } from './model/commands.ts'
import { dueRfq, nextRfqDeadline } from './life/deadlines.ts'
import { KEST, MARKET, open, order, pull, quote, replace, TAKER, summary, world, type World } from '../../test/book-fixture.ts'

const hour = 3_600_000
const expiry = callSpread.legs[0]!.instrument.expiresAt!

describe('10.1 opening a market', () => {
  it('creates one, and opening it again with the legs in another order joins it', () => {
    const it = world({ isOpen: false })
    expect(summary(it.send(open()))).toBe('RfqCreated')
    expect(it.send(open({ structure: { legs: [...callSpread.legs].reverse() } }))).toEqual([])
    expect([...it.rfqs.live.keys()]).toEqual([MARKET])
  })
  it('9.5 is refused where there are as many markets as there may be', () => {
    const it = world()
    for (let n = 0; it.rfqs.byKey.size < 20_000; n++) it.rfqs.byKey.set(`another ${n}`, MARKET)
    const other = { legs: [callSpread.legs[0]!] }
    expect(it.send(open({ structure: other }))).toBe('TooManyMarkets 9.5')
  })
  it('10.4 is refused in the last minute before the first leg expires', () => {
    const it = world({ isOpen: false })
    it.now = (expiry - 60_000) as Instant
    expect(it.send(open())).toBe('QuoteWindowClosed 10.4')
  })
})

type Given = (it: World) => void
const nothing: Given = () => undefined
const kestSells: Given = (it) => void it.rest(KEST, 'SELL', '0.02', '50')
const kestHides: Given = (it) => void it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
const twoSell: Given = (it) => {
  it.rest(LARK, 'SELL', '0.021', '50')
  it.rest(KEST, 'SELL', '0.02', '30')
}
const tenBids: Given = (it) => {
  for (let at = 10; at < 20; at++) it.rest(TAKER, 'BUY', `0.00${at}`, '25')
}
const late: Given = (it) => void (it.now = (expiry - 60_000) as Instant)

const table: [title: string, given: Given, when: RfqCommand, then: string][] = [
  ['10.3 a quote rests', nothing, quote(KEST, 'SELL', '0.02', '25'), 'OrderPlaced'],
  ['10.4 in the last minute', late, quote(KEST, 'SELL', '0.02', '25'), 'QuoteWindowClosed 10.4'],
  ['10.5 an eleventh quote on a side', tenBids, quote(TAKER, 'BUY', '0.0005', '25'), 'LayeringLimitReached 10.5'],
  ['10.5 in a market that is not there', nothing, { ...quote(KEST, 'BUY', '0.02', '25'), id: 'r_5' as RfqId }, 'RfqClosed 10.5'],
  ['10.8 post-only that would trade', kestSells, quote(TAKER, 'BUY', '0.02', '25', { isPostOnly: true }), 'PostOnlyWouldCross 10.8'],
  ['10.8 post-only that rests', kestSells, quote(TAKER, 'BUY', '0.0199', '25', { isPostOnly: true }), 'OrderPlaced'],
  ['10.8 post-only that meets what is hidden', kestHides, quote(TAKER, 'BUY', '0.021', '30', { isPostOnly: true }), 'OrderPlaced, TradeAgreed 30@0.021 ORRY, OrderCanceled 20 BELOW_BLOCK_MINIMUM'], // prettier-ignore
  ['10.9 IOC leaves nothing', kestSells, quote(TAKER, 'BUY', '0.02', '80', { timeInForce: 'IOC' }), 'OrderPlaced, TradeAgreed 50@0.02 KEST, OrderCanceled 30 NOT_FILLED_AT_ONCE'], // prettier-ignore
  ['10.9 IOC and post-only', nothing, quote(TAKER, 'BUY', '0.02', '25', { timeInForce: 'IOC', isPostOnly: true }), 'TypeNotAllowed 10.9'],
  ['10.9 IOC and hidden', nothing, quote(TAKER, 'BUY', '0.02', '25', { timeInForce: 'IOC', isHidden: true }), 'TypeNotAllowed 10.9'],
  ['10.13 what is left is too small', kestSells, order(TAKER, 'BUY', '0.02', '30'), 'OrderPlaced, TradeAgreed 30@0.02 KEST, OrderCanceled 20 BELOW_BLOCK_MINIMUM'], // prettier-ignore
  ['10.14 an order takes what is within its limit', twoSell, order(TAKER, 'BUY', '0.02', '55'), 'OrderPlaced, TradeAgreed 30@0.02 KEST, OrderCanceled 25 NOT_FILLED_AT_ONCE'], // prettier-ignore
  ['10.14 an order with nothing to take', nothing, order(TAKER, 'BUY', '0.02', '25'), 'OrderPlaced, OrderCanceled 25 NOT_FILLED_AT_ONCE'],
]

describe('10.3 to 10.14 and 10.16 a quote in a market', () => {
  it.each(table)('%s', (_title, given, when, then) => {
    const it = world()
    given(it)
    expect(summary(it.send(when))).toBe(then)
  })

  it('10.16 refuses in one order: window, form, client id, layering, quantity, prices, own side, post-only', () => {
    const it = world()
    tenBids(it)
    it.rest(KEST, 'SELL', '0.02', '25', { clientOrderId: 'kept' })
    const worst = quote(KEST, 'BUY', '0.02', '1', { isPostOnly: true, timeInForce: 'IOC', clientOrderId: 'kept', legPrices: [] })
    const steps: [mend: object, refusal: string][] = [
      [{}, 'TypeNotAllowed 10.9'],
      [{ timeInForce: 'GTD' }, 'ClientOrderIdInUse 10.17'],
      [{ clientOrderId: 'new' }, 'QuantityBelowBlockMinimum 10.3'],
      [{ quantity: quantity('25') }, 'OrderPriceMissing 5.5'],
      [{ legPrices: quote(KEST, 'BUY', '0.02', '25').legPrices }, 'QuoteCrossesOwnSide 10.10'],
      [{ actor: actor(LARK) }, 'PostOnlyWouldCross 10.8'],
    ]
    let command = worst
    for (const [mend, refusal] of steps) {
      command = { ...command, ...mend }
      expect(it.send(command)).toBe(refusal)
    }
    expect(it.send({ ...command, actor: actor(TAKER), quantity: quantity('1') })).toBe('LayeringLimitReached 10.5')
  })

  it('9.6 one too many is refused, and replacing needs no room', () => {
    const it = world()
    const id = it.rest(TAKER, 'BUY', '0.01', '25')
    it.rfqs.desks.get(TAKER)!.restingInBooks = 5_000
    expect(it.send(quote(TAKER, 'BUY', '0.011', '25'))).toBe('TooManyOrders 9.6')
    expect(summary(it.send(replace(TAKER, id, '25', '0.011')))).toBe('OrderReplaced')
  })
})

describe('10.15 a trade at the venue', () => {
  it('10.5 outlives the market', () => {
    const it = world()
    it.now = (expiry - hour) as Instant
    it.rest(KEST, 'SELL', '0.02', '50')
    const [, agreed] = it.must(order(TAKER, 'BUY', '0.02', '25'))
    if (agreed?.kind !== 'TradeAgreed') throw new Error('no match')
    it.now = expiry
    expect(summary(it.must(dueRfq(it.rfqs, it.now)!))).toBe('OrderCanceled 25 INSTRUMENT_EXPIRED, RfqEnding INSTRUMENT_EXPIRED')
    expect(it.rfqs.live.has(MARKET)).toBe(true)
    const settled = it.must({ kind: 'ConfirmSettlement', id: MARKET, tradeId: agreed.trade.id, venueTradeId: 'v1' })
    expect(summary(settled)).toBe('TradeSettled, RfqClosed INSTRUMENT_EXPIRED')
    expect(it.rfqs.live.has(MARKET)).toBe(false)
  })
})

describe('time', () => {
  it('10.5, 10.11 a hidden quote changes no visible time, and keeps no market open', () => {
    const it = world()
    const opened = it.rfq().lastActivityAt
    it.now = (it.now + 23 * hour) as Instant
    const hidden = it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    it.must(replace(KEST, hidden, '40'))
    it.must(pull(KEST, hidden))
    it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(it.rfq().lastActivityAt).toBe(opened)
    it.now = (it.now + hour) as Instant
    expect(nextRfqDeadline(it.rfqs)).toBe(it.now)
    expect(summary(it.must(dueRfq(it.rfqs, it.now)!))).toBe('OrderCanceled 50 INSTRUMENT_EXPIRED, RfqClosed INACTIVE')
  })

  it('10.4 a quote without an amendment expires, and 10.5 a day later its market ends', () => {
    const it = world()
    it.rest(KEST, 'SELL', '0.02', '25')
    it.now = (NOON + 12 * hour) as Instant
    const later = it.rest(LARK, 'SELL', '0.02', '25')
    expect(nextRfqDeadline(it.rfqs)).toBe(NOON + 24 * hour)
    expect(dueRfq(it.rfqs, (NOON + 24 * hour - 1) as Instant)).toBeUndefined()
    it.now = (NOON + 24 * hour) as Instant
    expect(summary(it.must(dueRfq(it.rfqs, it.now)!))).toBe('OrderCanceled 25 LIFETIME_ENDED')
    expect(nextRfqDeadline(it.rfqs)).toBe(NOON + 36 * hour)
    it.now = (NOON + 36 * hour) as Instant
    expect(summary(it.must(dueRfq(it.rfqs, it.now)!))).toBe('OrderCanceled 25 LIFETIME_ENDED')
    expect(it.orderOf(later).state).toBe('CLOSED')
    it.now = (NOON + 60 * hour) as Instant
    expect(summary(it.must(dueRfq(it.rfqs, it.now)!))).toBe('RfqClosed INACTIVE')
    expect(dueRfq(it.rfqs, it.now)).toBeUndefined()
    expect(summary(it.send(open()))).toBe('RfqCreated')
  })

  it('what is saved and read again behaves and is saved as before', () => {
    const it = world()
    it.rest(LARK, 'SELL', '0.02', '50')
    const kept = it.rest(KEST, 'SELL', '0.02', '50')
    it.must(replace(KEST, kept, '40'))
    it.must(order(TAKER, 'BUY', '0.02', '25'))
    const again = restored(it.market)
    expect(saved(again)).toBe(saved(it.market))
    expect(nextRfqDeadline(again.rfqs)).toBe(nextRfqDeadline(it.rfqs))
  })
})
