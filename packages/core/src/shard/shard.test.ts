import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import { actor, ask, cross, KEST, LARK, quote as direct, replace as replaceDirect, rfqId, SHARD, TAKER } from '../../test/fixture.ts'
import { open, order, quote, replace } from '../../test/book-fixture.ts'
import type { Instant, OrderId, UserId } from '../ids.ts'
import type { ProtectionLimit } from '../protection/protection.ts'
import { rfqIdOf } from '../rfq/model/rfqs.ts'
import { shardMachine } from './machine.ts'
import type { ShardEvent } from './shard.ts'
import { day, limit, rests, summary } from '../../test/shard-fixture.ts'

const SPREAD = rfqIdOf(64 + SHARD)
const CALL = rfqIdOf(2 * 64 + SHARD)

const inCall = { id: CALL, legPrices: [2_000_000] as never }

describe('11.1 market maker protection', () => {
  it('fires at the second resting quote that executes within a second, in one sweep or two, and cancels the desk in both flows', () => {
    const it = day()
    rests(it, ask(), direct(KEST, 1, 'SELL', '0.02', '50'), quote(KEST, 'SELL', '0.02', '25'), quote(KEST, 'SELL', '0.021', '50'))
    rests(it, quote(KEST, 'BUY', '0.001', '25'), quote(LARK, 'SELL', '0.03', '25'), quote(KEST, 'SELL', '0.022', '25'))
    expect(summary(it.send(order(TAKER, 'BUY', '0.03', '125')))).toBe(
      'OrderPlaced, TradeAgreed 25@0.02 KEST, TradeAgreed 50@0.021 KEST, TradeAgreed 25@0.03 LARK, OrderCanceled 25 NOT_FILLED_AT_ONCE, ' +
        'MMP fires by orders, OrderCanceled 50 PROTECTION, OrderCanceled 25 PROTECTION, OrderCanceled 25 PROTECTION',
    )
    expect(it.send(quote(KEST, 'SELL', '0.03', '25'))).toBe('ProtectionActive 11.1')
    expect(it.send(direct(KEST, 2, 'SELL', '0.03', '25'))).toBe('ProtectionActive 11.1')
    expect(summary(it.send(order(KEST, 'BUY', '0.001', '25')))).toBe('OrderPlaced, OrderCanceled 25 NOT_FILLED_AT_ONCE')
  })

  it('counts the direct flow and the order book together, and only within a second', () => {
    const it = day()
    rests(it, ask(), direct(KEST, 1, 'SELL', '0.02', '50'), quote(KEST, 'SELL', '0.02', '25'), quote(KEST, 'SELL', '0.021', '25'))
    expect(summary(it.send(cross(2, 'BUY', '0.02', '50')))).toBe('OrderPlaced, TradeAgreed 50')
    it.now += 1_000
    expect(summary(it.send(order(TAKER, 'BUY', '0.02', '25')))).toBe('OrderPlaced, TradeAgreed 25@0.02 KEST')
    it.now += 999
    expect(summary(it.send(order(TAKER, 'BUY', '0.021', '25')))).toBe('OrderPlaced, TradeAgreed 25@0.021 KEST, MMP fires by orders')
  })

  it('is over after ten seconds, or at once when it is reset, and what fired does not fire again', () => {
    const it = day()
    const fire = () => {
      rests(it, quote(KEST, 'SELL', '0.02', '25'), quote(KEST, 'SELL', '0.021', '25'))
      expect(summary(it.send(order(TAKER, 'BUY', '0.03', '50')))).toContain('MMP fires')
    }
    fire()
    expect(it.pass(9_999)).toEqual([])
    expect(it.pass(1).map(({ kind }) => kind)).toEqual(['ProtectionReset'])
    fire()
    expect(summary(it.send({ kind: 'ResetProtection', desk: KEST, product: 'DO' }))).toBe('ProtectionReset')
    rests(it, quote(KEST, 'SELL', '0.02', '25'))
    expect(summary(it.send(order(TAKER, 'BUY', '0.03', '25')))).toBe('OrderPlaced, TradeAgreed 25@0.02 KEST')
    expect(it.pass(20_000)).toEqual([])
  })

  it("is for quotes: what the desk itself asks for, and its taker's order there, stay", () => {
    const it = day()
    rests(it, ask({ actor: actor(KEST), makers: [LARK] }))
    rests(it, cross(1, 'BUY', '0.001', '25', { actor: actor(KEST), timeInForce: 'GTC' }))
    rests(it, quote(KEST, 'SELL', '0.02', '25'), quote(KEST, 'SELL', '0.021', '25'), quote(KEST, 'BUY', '0.001', '25'))
    const fired = it.send(order(TAKER, 'BUY', '0.03', '50'))
    expect(summary(fired)).toContain('MMP fires by orders, OrderCanceled 25 PROTECTION')
    expect(fired).not.toContainEqual(expect.objectContaining({ kind: 'OrderCanceled', id: rfqId() }))
    expect(summary(it.send(cross(2, 'SELL', '0.03', '25', { actor: actor(KEST), timeInForce: 'GTC' })))).toBe('OrderPlaced')
  })
})

describe('11.2 and 11.3 limits of the desk', () => {
  it.each<[string, ProtectionLimit['most'], object, string]>([
    ['the quantity is cut to the limit', { quantity: quantity('60') }, {}, 'TradeAgreed 60@0.02 KEST, OrderCanceled 40 NOT_FILLED_AT_ONCE, mine fires by quantity, OrderCanceled 40 PROTECTION'], // prettier-ignore
    [
      'below a block nothing is left of it',
      { quantity: quantity('24') },
      {},
      'OrderCanceled 100 NOT_FILLED_AT_ONCE, mine fires by quantity, OrderCanceled 100 PROTECTION',
    ],
    ['the notional', { notional: 300_000 }, { notional: 10_000 }, 'TradeAgreed 30@0.02 KEST, OrderCanceled 70 NOT_FILLED_AT_ONCE, mine fires by notional, OrderCanceled 70 PROTECTION'], // prettier-ignore
    ['the delta, net and of the side', { delta: 20 }, { delta: 0.5 }, 'TradeAgreed 40@0.02 KEST, OrderCanceled 60 NOT_FILLED_AT_ONCE, mine fires by delta, OrderCanceled 60 PROTECTION'], // prettier-ignore
    ['the vega', { vega: 1_000 }, { vega: -20 }, 'TradeAgreed 50@0.02 KEST, OrderCanceled 50 NOT_FILLED_AT_ONCE, mine fires by vega, OrderCanceled 50 PROTECTION'], // prettier-ignore
    ['the executions', { executions: 1 }, {}, 'TradeAgreed 100@0.02 KEST, mine fires by executions'],
    ['nothing that is not measured', { delta: 20 }, {}, 'OrderCanceled 100 NOT_FILLED_AT_ONCE, mine allows 0 of 100 (delta 0 of 20)'],
    ['what it does not limit need not be measured', { delta: 20 }, { delta: 0 }, 'TradeAgreed 100@0.02 KEST'],
  ])('%s', (_title, most, unit, then) => {
    const it = day()
    rests(it, limit(most), quote(KEST, 'SELL', '0.02', '100'))
    expect(summary(it.send({ ...order(TAKER, 'BUY', '0.02', '100'), unit }))).toBe(`OrderPlaced, ${then}`)
  })

  it('a net figure that is brought back leaves room again, and stays within its most when what came first has left the window', () => {
    const it = day()
    const unit = { delta: 0.5 }
    const sells = () => it.send({ ...order(TAKER, 'BUY', '0.02', '60'), unit })
    const buys = () => it.send({ ...order(TAKER, 'SELL', '0.01', '60'), unit })
    rests(it, limit({ delta: 20 }), quote(KEST, 'SELL', '0.02', '30'), quote(KEST, 'BUY', '0.01', '60'))
    expect(summary(sells())).toContain('TradeAgreed 30')
    it.now += 2_000
    // With 60 the net delta would be 15 now, but 30 a minute after the sale; with 40 it is 20 then.
    expect(summary(buys())).toContain('TradeAgreed 40@0.01 KEST, OrderCanceled 20 BELOW_BLOCK_MINIMUM')
    it.now += 2_000
    rests(it, quote(KEST, 'SELL', '0.02', '60'))
    // A sale on its own has room for 40, as if nothing had been sold before.
    expect(summary(sells())).toContain('TradeAgreed 40')
  })

  it('freezes what a replacement would bring under its label, in either flow, and nothing that leaves it', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('25') }, { label: 'wing' }), ask(), direct(KEST, 1, 'SELL', '0.03', '25', { label: 'body' }))
    const [placed] = it.send(quote(KEST, 'SELL', '0.03', '25', { label: 'body' })) as readonly {
      readonly order: { readonly id: OrderId }
    }[]
    const { id } = placed!.order
    rests(it, quote(KEST, 'SELL', '0.02', '25', { label: 'wing' }), order(TAKER, 'BUY', '0.02', '25'))
    expect(it.send({ ...replace(KEST, id, '25'), label: 'wing' })).toBe('ProtectionActive 11.1')
    expect(it.send(replaceDirect(KEST, 1, '25', { label: 'wing' }))).toBe('ProtectionActive 11.1')
    rests(it, replace(KEST, id, '25'), { ...replace(KEST, id, '25'), label: '' })
    rests(it, replaceDirect(KEST, 1, '25'), replaceDirect(KEST, 1, '25', { label: '' }))
  })

  it('counts and freezes only quotes of its label, and is reset by hand where no time is set', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('25') }, { label: 'wing' }))
    rests(it, quote(KEST, 'SELL', '0.02', '25', { label: 'wing' }), quote(KEST, 'SELL', '0.021', '25', { label: 'wing' }))
    rests(it, quote(KEST, 'SELL', '0.022', '25', { label: 'body' }))
    expect(summary(it.send(order(TAKER, 'BUY', '0.02', '25')))).toContain('mine fires by quantity, OrderCanceled 25 PROTECTION')
    expect(it.send(quote(KEST, 'SELL', '0.02', '25', { label: 'wing' }))).toBe('ProtectionActive 11.1')
    it.pass(3_600_000)
    expect(it.send(quote(KEST, 'SELL', '0.02', '25', { label: 'wing' }))).toBe('ProtectionActive 11.1')
    rests(it, quote(KEST, 'SELL', '0.02', '25', { label: 'body' }))
    rests(it, { kind: 'ResetProtection', desk: KEST, limit: 'mine' }, quote(KEST, 'SELL', '0.03', '25', { label: 'wing' }))
  })

  it.each<[string, Partial<ProtectionLimit>]>([
    ['the name of the one that is always on', { id: 'MMP' }],
    ['no window', { windowMs: 0 }],
    ['a frozen time of days', { frozenMs: 1e9 }],
    ['nothing limited', { most: {} }],
    ['a most of zero', { most: { delta: 0 } }],
  ])('%s is no limit', (_title, wrong) => {
    expect(day().send(limit({ executions: 1 }, wrong))).toBe('LimitInvalid 11.2')
  })

  it('a limit that is removed counts no more; one that is not there cannot be', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('30') }), { kind: 'RemoveLimit', desk: KEST, id: 'mine' }, quote(KEST, 'SELL', '0.02', '100'))
    expect(summary(it.send(order(TAKER, 'BUY', '0.02', '100')))).toBe('OrderPlaced, TradeAgreed 100@0.02 KEST')
    expect(it.send({ kind: 'RemoveLimit', desk: KEST, id: 'mine' })).toBe('LimitUnknown 11.2')
  })
})

describe('11.10 a fill that a limit refused', () => {
  const q30 = limit({ quantity: quantity('30') }, { id: 'q30' })
  it('is published with what is used and what is left, to each desk of its own, and not where the limit itself triggers', () => {
    const it = day()
    rests(it, q30, ask(), direct(KEST, 1, 'SELL', '0.02', '100', { label: 'a' }), direct(LARK, 2, 'SELL', '0.03', '100'))
    const refused = it.send(cross(3, 'BUY', '0.02', '40', { timeInForce: 'FOK' })) as readonly ShardEvent[]
    expect(summary(refused)).toBe('OrderPlaced, OrderCanceled 40 NOT_FILLED_AT_ONCE, q30 allows 30 of 40 (quantity 0 of 30)')
    expect(refused.at(-1)).toEqual({
      kind: 'FillRefused',
      desk: KEST,
      at: it.now,
      refused: {
        ...{ limit: 'q30', product: 'DO', measure: 'quantity', used: 0, most: quantity('30') },
        ...{ audience: 'DIRECT', rfq: rfqId(), order: expect.any(String) as string, side: 'SELL', price: price('0.02') },
        ...{ wanted: quantity('40'), allowed: quantity('30') },
      },
    })
    expect(summary(it.send(cross(4, 'BUY', '0.02', '40')))).toContain('TradeAgreed 30')
    expect(summary(it.send(cross(5, 'BUY', '0.02', '40', { timeInForce: 'FOK' })))).not.toContain('allows')
  })
})

describe('11.4 a quote that was held back', () => {
  it('is cancelled when what met it rests at its price', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('20') }), quote(KEST, 'SELL', '0.02', '50'))
    expect(summary(it.send(quote(TAKER, 'BUY', '0.02', '30')))).toBe('OrderPlaced, OrderCanceled 50 PROTECTION, mine fires by quantity')
    const direct_ = day()
    rests(direct_, limit({ quantity: quantity('20') }), ask(), direct(KEST, 1, 'SELL', '0.02', '50'))
    expect(summary(direct_.send(cross(2, 'BUY', '0.02', '50', { timeInForce: 'GTC' })))).toBe(
      'OrderPlaced, OrderCanceled 50 PROTECTION, mine fires by quantity',
    )
  })

  it('is cancelled in the direct flow too when another quote has traded and the rest of the order rests', () => {
    const it = day()
    rests(it, limit({ quantity: quantity('20') }), ask(), direct(KEST, 1, 'SELL', '0.02', '50'), direct(LARK, 2, 'SELL', '0.021', '50'))
    expect(summary(it.send(cross(3, 'BUY', '0.021', '100', { timeInForce: 'GTC' })))).toBe(
      'OrderPlaced, TradeAgreed 50, OrderCanceled 50 PROTECTION, mine fires by quantity',
    )
  })
})

describe('11.5 the dead man', () => {
  it('cancels everything of its key when he is not heard, and nothing of another', () => {
    const it = day()
    rests(it, ask(), direct(KEST, 1, 'SELL', '0.02', '50'), quote(KEST, 'SELL', '0.02', '25'))
    rests(it, { ...quote(KEST, 'BUY', '0.01', '25'), actor: actor(KEST, 'other') })
    rests(it, { kind: 'SetDeadMan', desk: KEST, via: 'KEST-key', inMs: 5_000 })
    it.pass(4_000)
    rests(it, { kind: 'SetDeadMan', desk: KEST, via: 'KEST-key', inMs: 5_000 })
    expect(it.pass(4_999)).toEqual([])
    expect(summary(it.pass(1))).toBe('DeadManCleared, OrderCanceled 50 DEAD_MAN, OrderCanceled 25 DEAD_MAN')
    expect(it.send({ kind: 'SetDeadMan', desk: KEST, via: 'KEST-key', inMs: 10 })).toBe('LimitInvalid 11.5')
  })
  it('can be ended', () => {
    const it = day()
    rests(it, quote(KEST, 'SELL', '0.02', '25'), { kind: 'SetDeadMan', desk: KEST, via: 'KEST-key', inMs: 5_000 })
    rests(it, { kind: 'SetDeadMan', desk: KEST, via: 'KEST-key' })
    expect(it.pass(60_000)).toEqual([])
  })
})

describe('11.6 trading stopped', () => {
  it('for a desk cancels all of it and takes nothing, until it is allowed', () => {
    const it = day()
    rests(it, ask(), direct(KEST, 1, 'SELL', '0.02', '50'), quote(KEST, 'SELL', '0.02', '25'), quote(KEST, 'BUY', '0.01', '25', inCall))
    expect(summary(it.send({ kind: 'StopTrading', desk: KEST, by: 'ada', why: 'runaway bot' }))).toBe(
      'TradingStopped, OrderCanceled 50 TRADING_STOPPED, OrderCanceled 25 TRADING_STOPPED, OrderCanceled 25 TRADING_STOPPED',
    )
    expect(it.send(quote(KEST, 'SELL', '0.02', '25'))).toBe('TradingIsStopped 11.6')
    expect(it.send(order(KEST, 'SELL', '0.02', '25'))).toBe('TradingIsStopped 11.6')
    expect(it.send(direct(KEST, 2, 'SELL', '0.02', '50'))).toBe('TradingIsStopped 11.6')
    expect(it.send(open({ actor: actor(KEST) }))).toBe('TradingIsStopped 11.6')
    rests(it, { kind: 'AllowTrading', desk: KEST, by: 'ada' }, quote(KEST, 'SELL', '0.02', '25'))
  })
  it('for one person leaves the others', () => {
    const it = day()
    const bot = { ...actor(KEST), user: 'bot' as UserId }
    rests(it, quote(KEST, 'SELL', '0.02', '25'), { ...quote(KEST, 'SELL', '0.03', '25'), actor: bot })
    expect(summary(it.send({ kind: 'StopTrading', desk: KEST, user: 'bot' as UserId, by: 'ada' }))).toBe(
      'TradingStopped, OrderCanceled 25 TRADING_STOPPED',
    )
    expect(it.send({ ...quote(KEST, 'SELL', '0.03', '25'), actor: bot })).toBe('TradingIsStopped 11.6')
    rests(it, quote(KEST, 'SELL', '0.04', '25'))
  })
  it('5.17 a mass cancel takes what fits all that is named', () => {
    const it = day()
    rests(
      it,
      quote(KEST, 'SELL', '0.02', '25', { label: 'a' }),
      quote(KEST, 'BUY', '0.01', '25', { label: 'a' }),
      quote(KEST, 'SELL', '0.03', '25'),
    )
    const all = { kind: 'CancelEverything', actor: { desk: KEST }, what: 'ORDERS', cause: 'MASS_CANCEL' } as const
    expect(summary(it.send({ ...all, side: 'BUY', label: 'b' }))).toBe('')
    expect(summary(it.send({ ...all, audience: 'DIRECT' }))).toBe('')
    expect(summary(it.send({ ...all, product: 'CF' }))).toBe('')
    expect(summary(it.send({ ...all, side: 'SELL', label: 'a', product: 'DO', rfqId: SPREAD, audience: 'ORDER_BOOK' }))).toBe(
      'OrderCanceled 25 MASS_CANCEL',
    )
    expect(summary(it.send({ ...all, price: 1_000_000 as never }))).toBe('OrderCanceled 25 MASS_CANCEL')
    expect(summary(it.send(all))).toBe('OrderCanceled 25 MASS_CANCEL')
  })
})

describe('what is saved and read again', () => {
  it('behaves and is saved as before', () => {
    const it = day()
    rests(it, ask(), direct(KEST, 1, 'SELL', '0.02', '50'), limit({ quantity: quantity('60') }), quote(KEST, 'SELL', '0.02', '100'))
    rests(it, { kind: 'SetDeadMan', desk: KEST, via: 'KEST-key', inMs: 5_000 }, { kind: 'StopTrading', desk: LARK, by: 'ada' })
    it.send(order(TAKER, 'BUY', '0.02', '100'))
    const saved = JSON.stringify(shardMachine.snapshot(it.shard))
    const again = shardMachine.restore(JSON.parse(saved))
    expect(JSON.stringify(shardMachine.snapshot(again))).toBe(saved)
    expect(shardMachine.nextDeadline(again)).toBe(shardMachine.nextDeadline(it.shard))
    const next = quote(KEST, 'SELL', '0.02', '25')
    expect(shardMachine.decide(again, next, it.now as Instant)).toEqual(shardMachine.decide(it.shard, next, it.now as Instant))
  })
})
