import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { structureOf } from '../../test/leg-examples.ts'
import type { Structure } from '../structure/structure.ts'
import type { Mark } from './mark.ts'
import { payoffCurve } from './payoff.ts'
import { structureMark } from './structure-mark.ts'

const greeks = (delta: number) => ({ delta, gamma: 0.00001, vega: 100, theta: -50 })
const base = { instrumentId: 0, underlyingPrice: 90_000, indexPrice: 90_000, at: 1000 }
const near: Mark = {
  ...base,
  markPrice: 0.05,
  markIv: 0.5,
  bidPrice: 0.0495,
  askPrice: 0.0505,
  minPrice: 0.03,
  maxPrice: 0.07,
  greeks: greeks(0.4),
}
const far: Mark = { ...base, at: 900, markPrice: 0.03, markIv: 0.6, bidPrice: 0.029, askPrice: 0.031, minPrice: 0.01, maxPrice: 0.05, greeks: greeks(0.25) } // prettier-ignore
const marksOf = (structure: Structure, marks: readonly (Mark | undefined)[]) => (id: number) =>
  marks[structure.legs.findIndex((leg) => leg.instrument.id === id)]

const call = '+1 BTC-27MAR26-100000-C'
const spread = structureOf(call, '-1 BTC-27MAR26-120000-C')

describe('6.3 6.4 the mark of a structure', () => {
  it('is the signed sum over its legs, its book the worst of both sides', () => {
    const mark = structureMark(spread, marksOf(spread, [near, far]))!
    expect(mark.markPrice).toBeCloseTo(0.02, 12)
    expect(mark.largestLegMark).toBe(0.05)
    expect(mark.bidPrice).toBeCloseTo(0.0185, 12)
    expect(mark.askPrice).toBeCloseTo(0.0215, 12)
    expect([mark.minPrice, mark.maxPrice].map((each) => each!.toFixed(6))).toEqual(['-0.020000', '0.060000'])
    expect(mark.greeks.delta).toBeCloseTo(0.15, 12)
    expect(mark.greeks.vega).toBeCloseTo(0, 12)
    expect(mark.markIv).toBeCloseTo(0.55, 12)
    expect(mark.at).toBe(900)
  })

  it('leaves the hedge out of the price and takes it into the hedged delta', () => {
    const hedged = structureOf(call, '-36000 BTC-PERPETUAL @ 90000')
    const mark = structureMark(hedged, marksOf(hedged, [near, undefined]))!
    expect(mark.markPrice).toBe(0.05)
    expect(mark.greeks.delta).toBe(0.4)
    expect(mark.hedgedDelta).toBeCloseTo(0, 12)
  })

  it('is none while a leg has none, and has no bid where a leg has none', () => {
    expect(structureMark(spread, marksOf(spread, [near, undefined]))).toBeUndefined()
    const { askPrice: _, ...withoutAsk } = far
    const mark = structureMark(spread, marksOf(spread, [near, withoutAsk]))!
    expect([mark.bidPrice, typeof mark.askPrice]).toEqual([undefined, 'number'])
  })
})

describe('6.4 the implied prices of a spread of futures are those at which both legs trade at once', () => {
  const quoted = (markPrice: number, bidPrice: number, askPrice: number): Mark => ({ ...base, markPrice, bidPrice, askPrice })
  it.each<[title: string, near: Mark, far: Mark, bid: number, ask: number]>([
    ['four months', quoted(91_867, 91_862.5, 91_872.5), quoted(92_807, 92_802.5, 92_812.5), 930, 950],
    ['backwardation', quoted(91_480, 91_475, 91_485), quoted(91_366, 91_364, 91_369), -121, -106],
  ])('%s', (_title, sold, bought, bid, ask) => {
    const calendar = structureOf('-1 BTC-27MAR26', '+1 BTC-26JUN26')
    const { bidPrice, askPrice } = structureMark(calendar, marksOf(calendar, [sold, bought]))!
    expect([bidPrice, askPrice]).toEqual([bid, ask])
  })
})

describe('6.8 the pay-off of a structure', () => {
  const inputs = { now: Date.parse('2026-01-27T08:00:00Z') as Instant, spot: 90_000, points: 21 }

  it('of a call spread is the premium lost below and the width won above, with its kinks among the points', () => {
    const curve = payoffCurve({ ...inputs, structure: spread, price: price('0.02'), markOf: marksOf(spread, [near, far]) })!
    const at = (underlying: number) => curve.find((point) => point.underlying === underlying)!
    expect(at(100_000).atExpiry).toBeCloseTo(-1_800, 6)
    expect(at(120_000).atExpiry).toBeCloseTo(20_000 - 1_800, 6)
    expect(curve[0]!.atExpiry).toBeCloseTo(-1_800, 6)
    expect(curve.every((point) => Number.isFinite(point.today))).toBe(true)
    expect(curve.map((point) => point.underlying)).toEqual(curve.map((point) => point.underlying).toSorted((a, b) => a - b))
  })

  it('of an inverse future is one dollar of it', () => {
    const future = structureOf('+1 BTC-PERPETUAL')
    const curve = payoffCurve({ ...inputs, structure: future, price: price('90000'), markOf: () => ({ ...base, markPrice: 90_000 }) })!
    for (const point of curve) expect(point.atExpiry).toBeCloseTo(point.underlying / 90_000 - 1, 12)
  })

  it('of a future spread at its mark is level now', () => {
    const spreadOfFutures = structureOf('-1 BTC-PERPETUAL', '+1 BTC-26JUN26')
    const marks = [
      { ...base, markPrice: 90_000 },
      { ...base, markPrice: 91_800, underlyingPrice: 91_800 },
    ]
    const curve = payoffCurve({ ...inputs, structure: spreadOfFutures, price: price('1800'), markOf: marksOf(spreadOfFutures, marks) })!
    for (const point of curve) expect(point.today).toBeCloseTo(0, 9)
  })

  it('of a hedged call is flat around the spot today', () => {
    const hedged = structureOf(call, '-36000 BTC-PERPETUAL @ 90000')
    const curve = payoffCurve({ ...inputs, structure: hedged, price: price('0.05'), markOf: marksOf(hedged, [near, undefined]) })!
    expect(curve.length).toBeGreaterThan(20)
  })

  it('waits for the marks', () => {
    expect(payoffCurve({ ...inputs, structure: spread, price: price('0.02'), markOf: () => undefined })).toBeUndefined()
  })
})
