import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { actor, ask, cross, KEST, LARK, quote as direct, replace as replaceDirect, TAKER } from '../../test/fixture.ts'
import { order, quote, replace } from '../../test/book-fixture.ts'
import type { OrderId } from '../ids.ts'
import type { ProtectionLimit } from '../protection/protection.ts'
import { day, limit, rests, summary } from '../../test/shard-fixture.ts'

const waits = { timeInForce: 'GTC' } as const
/** A taker's bid rests in a direct RFQ, visible or hidden. */
const bid = (n: number, size: string, more: object = {}) => cross(n, 'BUY', '0.02', size, { ...waits, ...more })

describe('11.2, 11.3 a quote that comes and meets what rests', () => {
  it.each<[string, ProtectionLimit['most'], object, string]>([
    ['the quantity', { quantity: quantity('60') }, {}, 'TradeAgreed 60, OrderCanceled 40 PROTECTION, mine fires by quantity'],
    ['the notional', { notional: 300_000 }, { notional: 10_000 }, 'TradeAgreed 30, OrderCanceled 70 PROTECTION, mine fires by notional'],
    ['the delta', { delta: 20 }, { delta: 0.5 }, 'TradeAgreed 40, OrderCanceled 60 PROTECTION, mine fires by delta'],
    ['the vega', { vega: 1_000 }, { vega: -20 }, 'TradeAgreed 50, OrderCanceled 50 PROTECTION, mine fires by vega'],
    ['the executions', { executions: 1 }, {}, 'TradeAgreed 100, mine fires by executions'],
    ['no room for a block', { quantity: quantity('24') }, {}, 'OrderCanceled 100 PROTECTION, mine fires by quantity'],
  ])('direct: is kept within %s by the own limits of its desk', (_title, most, unit, then) => {
    for (const isHidden of [false, true]) {
      const it = day()
      rests(it, limit(most), ask(), bid(1, '100', { isHidden }))
      expect(summary(it.send({ ...direct(KEST, 2, 'SELL', '0.02', '100'), unit }))).toBe(`OrderPlaced, ${then}`)
    }
  })

  it('direct: counts towards what the desk trades afterwards, resting or coming, in either flow', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('100') }), ask(), bid(1, '40'), direct(KEST, 2, 'SELL', '0.02', '40'))
    rests(it, quote(KEST, 'SELL', '0.02', '30'), quote(LARK, 'BUY', '0.01', '50'))
    it.now += 2_000
    expect(summary(it.send(order(TAKER, 'BUY', '0.02', '30')))).toContain('TradeAgreed 30@0.02 KEST')
    expect(summary(it.send(quote(KEST, 'SELL', '0.01', '50')))).toBe(
      'OrderPlaced, TradeAgreed 30@0.01 LARK, OrderCanceled 20 BELOW_BLOCK_MINIMUM, OrderCanceled 20 BELOW_BLOCK_MINIMUM, mine fires by quantity',
    )
  })

  it('direct: a replacement that comes to cross is one', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('30') }), ask(), bid(1, '100'), direct(KEST, 2, 'SELL', '0.03', '100'))
    expect(summary(it.send(replaceDirect(KEST, 2, '90', { legPrices: direct(KEST, 2, 'SELL', '0.02', '90').legPrices! })))).toBe(
      'OrderReplaced, TradeAgreed 30, OrderCanceled 60 PROTECTION, mine fires by quantity',
    )
  })

  it('order book: is cut, and what is left of it does not rest across what it met', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('60') }), quote(LARK, 'BUY', '0.02', '100'))
    expect(summary(it.send(quote(KEST, 'SELL', '0.02', '100')))).toBe(
      'OrderPlaced, TradeAgreed 60@0.02 LARK, OrderCanceled 40 PROTECTION, mine fires by quantity',
    )
    expect(it.send(quote(KEST, 'SELL', '0.03', '25'))).toBe('ProtectionActive 11.1')
  })

  it('order book: a replacement that comes to cross is one, and what its limit fires for is cancelled with it', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('25') }), quote(LARK, 'BUY', '0.01', '25'), quote(KEST, 'SELL', '0.05', '25'))
    const placed = it.send(quote(KEST, 'SELL', '0.04', '80')) as readonly { readonly order: { readonly id: OrderId } }[]
    expect(summary(it.send(replace(KEST, placed[0]!.order.id, '80', '0.01')))).toBe(
      'OrderReplaced, TradeAgreed 25@0.01 LARK, mine fires by quantity, OrderCanceled 25 PROTECTION, OrderCanceled 55 PROTECTION',
    )
  })

  it('order book: guards both that meet, and the smaller room counts', () => {
    const it = day()
    const other = limit({ quantity: quantity('40') })
    rests(it, limit({ quantity: quantity('60') }), { ...other, desk: LARK } as typeof other, quote(LARK, 'BUY', '0.02', '100'))
    expect(summary(it.send(quote(KEST, 'SELL', '0.02', '100')))).toBe(
      'OrderPlaced, TradeAgreed 40@0.02 LARK, OrderCanceled 60 PROTECTION, mine fires by quantity',
    )
  })

  it('order book: what comes to take is no quote: neither cut nor counted', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('60') }), quote(LARK, 'BUY', '0.02', '500'))
    expect(summary(it.send(order(KEST, 'SELL', '0.02', '100')))).toContain('TradeAgreed 100')
    expect(summary(it.send(quote(KEST, 'SELL', '0.02', '100', { timeInForce: 'IOC' })))).toContain('TradeAgreed 100')
    expect(summary(it.send(quote(KEST, 'SELL', '0.02', '50')))).toBe('OrderPlaced, TradeAgreed 50@0.02 LARK')
  })

  it("direct: the taker's order that comes or waits is no quote", () => {
    const it = day()
    rests(it, limit({ quantity: quantity('30') }), ask({ actor: actor(KEST), makers: [LARK] }), direct(LARK, 1, 'SELL', '0.02', '50'))
    expect(summary(it.send(cross(2, 'BUY', '0.02', '50', { actor: actor(KEST), ...waits })))).toBe('OrderPlaced, TradeAgreed 50')
    rests(it, cross(3, 'BUY', '0.01', '50', { actor: actor(KEST), ...waits }))
    expect(summary(it.send(direct(LARK, 4, 'SELL', '0.01', '50')))).toBe('OrderPlaced, TradeAgreed 50')
  })
})

describe('11.1 market maker protection', () => {
  it('counts resting orders alone: quotes that come and cross never fire it, in either flow', () => {
    const it = day()
    rests(it, ask(), bid(1, '100'), quote(LARK, 'BUY', '0.02', '100'))
    for (const n of [2, 3]) expect(summary(it.send(direct(KEST, n, 'SELL', '0.02', '25')))).toBe('OrderPlaced, TradeAgreed 25')
    for (let n = 0; n < 2; n++) expect(summary(it.send(quote(KEST, 'SELL', '0.02', '25')))).toBe('OrderPlaced, TradeAgreed 25@0.02 LARK')
    rests(it, quote(KEST, 'SELL', '0.03', '25'))
    expect(summary(it.send(order(TAKER, 'BUY', '0.03', '25')))).toBe('OrderPlaced, TradeAgreed 25@0.03 KEST')
  })
})

describe('11.2 a limit that leaves no further block', () => {
  const sold = (it: ReturnType<typeof day>, size: string, unit: object = {}) =>
    summary(it.send({ ...order(TAKER, 'BUY', '0.02', size), unit }))

  it('fires when it keeps a quote from trading, though it is not reached to the cent', () => {
    const it = day()
    const unit = { notional: 9_700 }
    rests(it, limit({ notional: 600_000 }), quote(KEST, 'SELL', '0.02', '50'), quote(KEST, 'SELL', '0.02', '50'))
    it.now += 5_000
    expect(sold(it, '50', unit)).toBe('OrderPlaced, TradeAgreed 50@0.02 KEST')
    it.now += 5_000
    expect(sold(it, '50', unit)).toBe(
      'OrderPlaced, OrderCanceled 50 NOT_FILLED_AT_ONCE, mine fires by notional, OrderCanceled 50 PROTECTION',
    )
  })

  it('fires in the decision that was cut', () => {
    const it = day()
    rests(it, limit({ delta: 20 }), quote(KEST, 'SELL', '0.02', '100'))
    expect(sold(it, '100', { delta: 0.47 })).toBe(
      'OrderPlaced, TradeAgreed 42.5@0.02 KEST, OrderCanceled 57.5 NOT_FILLED_AT_ONCE, mine fires by delta, OrderCanceled 57.5 PROTECTION',
    )
  })

  it('does not fire for what was not traded: an order that takes all or nothing changes nothing', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('60') }), ask(), direct(KEST, 1, 'SELL', '0.02', '100'))
    expect(summary(it.send(cross(2, 'BUY', '0.02', '100', { timeInForce: 'FOK' })))).toBe(
      'OrderPlaced, OrderCanceled 100 NOT_FILLED_AT_ONCE, mine allows 60 of 100 (quantity 0 of 60)',
    )
    expect(summary(it.send(cross(3, 'BUY', '0.02', '50', { timeInForce: 'FOK' })))).toBe('OrderPlaced, TradeAgreed 50')
  })

  it('does not fire while nothing is kept from trading, nor where only what comes later leaves no room on one side', () => {
    const it = day()
    const unit = { delta: 0.5 }
    rests(it, limit({ delta: 20 }), quote(KEST, 'SELL', '0.02', '30'), quote(KEST, 'BUY', '0.01', '40'), quote(KEST, 'BUY', '0.01', '40'))
    expect(sold(it, '30', unit)).toBe('OrderPlaced, TradeAgreed 30@0.02 KEST')
    it.now += 2_000
    const buys = () => summary(it.send({ ...order(TAKER, 'SELL', '0.01', '40'), unit }))
    expect(buys()).toBe('OrderPlaced, TradeAgreed 40@0.01 KEST')
    it.now += 2_000
    // The net delta is 5 of 20; the latest purchase alone is 20.
    expect(buys()).toBe('OrderPlaced, OrderCanceled 40 NOT_FILLED_AT_ONCE, mine allows 0 of 40 (delta 20 of 20)')
  })
})
