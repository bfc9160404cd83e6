import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, type Quantity } from '../decimal.ts'
import { ask, cross, decideIn, desk, given, NOON, quote as direct } from '../../test/fixture.ts'
import { order, quote, TAKER, world } from '../../test/book-fixture.ts'
import { isRefusal } from '../refusal.ts'

const UNIT = 1_000_000
const MINIMUM = 25
const quoters = ['KEST', 'LARK', 'MERL', 'SWFT'].map(desk)

const days = fc.record({
  quotes: fc.array(fc.record({ size: fc.integer({ min: MINIMUM, max: 90 }), ticks: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  parts: fc.array(fc.integer({ min: MINIMUM, max: 90 }), { minLength: 2, maxLength: 4 }),
})
type Day = typeof days extends fc.Arbitrary<infer D> ? D : never
type Traded = { readonly quantity: Quantity; readonly takerAccount: string; readonly maker: string }

const traded = ({ quantity, takerAccount, maker }: Traded): Traded => ({ quantity, takerAccount, maker })
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const at = (ticks: number) => (0.02 + ticks / 10_000).toFixed(4)
const accountsOf = ({ parts }: Day) => parts.map((size, place) => ({ account: `fund-${place}`, quantity: (size * UNIT) as Quantity }))

function inDirectRfq(day: Day): readonly Traded[] | string {
  const size = sum(day.parts)
  const asked = ask({
    quantity: (Math.max(size, 90) * UNIT) as Quantity,
    makers: quoters,
    facts: { ...ask().facts, eligibleMakers: quoters },
  })
  const market = given(asked, ...day.quotes.map(({ size, ticks }, n) => direct(quoters[n]!, n + 1, 'SELL', at(ticks), String(size))))
  const crossing = cross(9, 'BUY', '0.03', String(size), { timeInForce: 'FOK', allocations: accountsOf(day) })
  const answer = decideIn(market, crossing, NOON)
  return isRefusal(answer) ? answer.refused : answer.flatMap((event) => (event.kind === 'TradeAgreed' ? [traded(event.trade)] : []))
}

function inOrderBook(day: Day): readonly Traded[] | string {
  const it_ = world()
  day.quotes.forEach(({ size, ticks }, n) => it_.must(quote(quoters[n]!, 'SELL', at(ticks), String(size))))
  const crossing = { ...order(TAKER, 'BUY', '0.03', String(sum(day.parts))), price: price('0.03'), allocations: accountsOf(day) }
  const answer = it_.send(crossing)
  return typeof answer === 'string'
    ? answer.split(' ')[0]!
    : answer.flatMap((event) => (event.kind === 'TradeAgreed' ? [traded(event.trade)] : []))
}

describe.each([
  ['the direct flow', inDirectRfq],
  ['the order book', inOrderBook],
])('5.20 10.18 an allocation in %s', (_flow, trade) => {
  it('5.20 trades whole in blocks, each account its part and each quote no more than it has, or nothing at all', () => {
    let traded = 0
    fc.assert(
      fc.property(days, (day) => {
        const trades = trade(day)
        expect(trade(day)).toEqual(trades)
        if (typeof trades === 'string') {
          expect(trades).toBe('AllocationInvalid')
          expect(sum(day.quotes.map(({ size }) => size))).toBeGreaterThanOrEqual(sum(day.parts))
          return
        }
        if (trades.length === 0) return
        traded++
        expect(trades.every(({ quantity }) => quantity >= MINIMUM * UNIT)).toBe(true)
        for (const { account, quantity } of accountsOf(day))
          expect(sum(trades.filter(({ takerAccount }) => takerAccount === account).map((one) => one.quantity))).toBe(quantity)
        day.quotes.forEach(({ size }, n) =>
          expect(sum(trades.filter(({ maker }) => maker === quoters[n]).map((one) => one.quantity))).toBeLessThanOrEqual(size * UNIT),
        )
      }),
      { numRuns: 1_500 },
    )
    // About one in ten trades.
    expect(traded).toBeGreaterThan(50)
  })

  it('5.20 one quote is divided in the order given', () => {
    const single = { quotes: [{ size: 50, ticks: 0 }], parts: [25, 25] }
    expect((trade(single) as readonly Traded[]).map(({ quantity, takerAccount }) => `${quantity / UNIT} ${takerAccount}`)).toEqual([
      '25 fund-0',
      '25 fund-1',
    ])
  })
})
