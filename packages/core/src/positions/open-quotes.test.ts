import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { structureOf } from '../../test/leg-examples.ts'
import { quantity } from '../decimal.ts'
import type { Mark } from '../pricing/mark.ts'
import { noGreeks } from './figures.ts'
import { aboveLimit, quoteRisk, rangesByExpiry, riskRange, worstOf, type QuoteRisk } from './open-quotes.ts'

const NOW = Date.parse('2026-01-10T08:00:00Z')
const MARCH = Date.parse('2026-03-27T08:00:00Z')
const mark = (instrumentId: number, delta: number, vega: number): Mark => ({
  ...{ instrumentId, markPrice: 0.04, markIv: 0.5, underlyingPrice: 100_000, indexPrice: 100_000, at: NOW },
  greeks: { delta, gamma: 0, vega, theta: 0 },
})
const spread = structureOf('+1 BTC-27MAR26-100000-C', '-2 BTC-26JUN26-120000-C', '-20000 BTC-PERPETUAL @ 100000')
const [near, far, perpetual] = spread.legs.map(({ instrument }) => instrument.id)
const marks = new Map([
  [near!, mark(near!, 0.5, 100)],
  [far!, mark(far!, 0.2, 150)],
  [perpetual!, { ...mark(perpetual!, 0, 0), markPrice: 100_000 }],
])
const risk = (side: 'BUY' | 'SELL', size: string) =>
  quoteRisk({ legs: spread.legs, side, quantity: quantity(size) }, (id) => marks.get(id), NOW)!

describe('13.5 what an open quote adds where all of it trades', () => {
  it('13.5 is its legs times its size, on its side, with its hedges', () => {
    const bid = risk('BUY', '10')
    expect([bid.total.delta, bid.total.vega, bid.unhedged.delta].map((one) => Number(one.toFixed(9)))).toEqual([-1, -2_000, 1])
    expect(risk('SELL', '10').total.vega).toBe(2_000)
    expect([...bid.byExpiry].map(([at, { vega }]) => [at, vega])).toEqual([
      [MARCH, 1_000],
      [Date.parse('2026-06-26T08:00:00Z'), -3_000],
      [0, 0],
    ])
  })

  it('13.5 is not known while a leg has no mark', () => {
    const one = { legs: spread.legs, side: 'BUY', quantity: quantity('1') } as const
    expect(quoteRisk(one, (id) => (id === far ? undefined : marks.get(id)), NOW)).toBeUndefined()
  })
})

/** Every choice of quotes that trade, each in full or not at all. Partial trades are in between. */
function byBruteForce(now: number, added: readonly number[]) {
  const ends = added.reduce<readonly number[]>((sums, one) => sums.flatMap((sum) => [sum, sum + one]), [now])
  return { now, lowest: Math.min(...ends), highest: Math.max(...ends) }
}

describe('13.5 13.6 how far open quotes could take a figure', () => {
  it('13.5 is the furthest of any of them trading', () => {
    const whole = fc.integer({ min: -1_000, max: 1_000 })
    fc.assert(
      fc.property(whole, fc.array(whole, { maxLength: 7 }), (now, added) => {
        expect(riskRange(now, added)).toEqual(byBruteForce(now, added))
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    [{ now: 0, lowest: -3, highest: 2 }, -3],
    [{ now: 0, lowest: -2, highest: 2 }, 2],
    [{ now: 5, lowest: 1, highest: 9 }, 9],
  ])('13.5 of %j the worst is %d', (range, worst) => {
    expect(worstOf(range)).toBe(worst)
  })

  it('13.6 counts each expiry by itself, with what is held in it', () => {
    const held = new Map([[MARCH, { ...noGreeks, vega: 500 }]])
    const ranges = rangesByExpiry('vega', held, [risk('BUY', '10'), risk('SELL', '5')])
    expect(ranges.map(({ expiresAt, now, lowest, highest }) => [expiresAt, now, lowest, highest])).toEqual([
      [0, 0, 0, 0],
      [MARCH, 500, 0, 1_500],
      [Date.parse('2026-06-26T08:00:00Z'), 0, -3_000, 1_500],
    ])
  })
})

describe('13.7 a limit of the desk', () => {
  const quote = (delta: number): QuoteRisk => ({ total: noGreeks, byExpiry: new Map(), unhedged: { ...noGreeks, delta } })
  it.each([
    ['covers what adds less', 100, [60, 30], 0],
    ['covers what adds as much', 90, [60, 30], 0],
    ['says by how much they add more one way', 50, [60, 30, -40], 40],
    ['says it the other way too', 50, [10, -40, -30], 20],
    ['covers no quotes', 50, [], 0],
  ])('13.7 %s', (_title, most, deltas, above) => {
    expect(aboveLimit(most, 'delta', deltas.map(quote))).toBe(above)
  })
})
