import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceToNumber, ratioToNumber, type Price } from '../decimal.ts'
import { structureOf } from '../../test/leg-examples.ts'
import type { Leg } from '../structure/structure.ts'
import { optionPrice } from './black76.ts'
import { breakEvens, payoffExtremes, type PayoffExtreme } from './payoff-extremes.ts'
import type { Holding } from './payoff-line.ts'

const SPOT = 90_000
const FAR = 100 * SPOT
const first = '27MAR26'
const later = '26JUN26'

const side = fc.constantFrom('+', '-')
const strike = fc.integer({ min: 40, max: 160 }).map((thousands) => thousands * 1_000)
const option = (expiry: string) =>
  fc
    .tuple(side, fc.integer({ min: 1, max: 4 }), strike, fc.constantFrom('C', 'P'))
    .map(([sign, ratio, at, letter]) => `${sign}${ratio} BTC-${expiry}-${at}-${letter}`)
const hedge = fc
  .tuple(side, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 80, max: 100 }))
  .map(([sign, thousands, at]) => `${sign}${thousands * 1_000} BTC-PERPETUAL @ ${at * 1_000}`)

/** No instrument twice: all legs are of one market. */
const instrumentOf = (leg: string) => leg.split(' ')[1]
const holdings = (expiries: readonly string[]): fc.Arbitrary<Holding> =>
  fc
    .record({
      options: fc.uniqueArray(fc.oneof(...expiries.map(option)), { minLength: 1, maxLength: 5, selector: instrumentOf }),
      hedges: fc.array(hedge, { maxLength: 1 }),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      sold: fc.boolean(),
      ticks: fc.integer({ min: -5_000, max: 5_000 }),
    })
    .map(({ options, hedges, quantity, sold, ticks }) => ({
      structure: structureOf(...options, ...hedges),
      quantity: sold ? -quantity : quantity,
      price: (ticks * 10_000) as Price,
      spot: SPOT,
    }))

/** Every thousand to twice the spot, so that every strike is included, and ever wider steps to a hundred times the spot. */
const grid = [
  ...Array.from({ length: 181 }, (_, step) => step * 1_000),
  ...Array.from({ length: 400 }, (_, step) => 180_000 + ((FAR - 180_000) * (step + 1)) / 400),
]

/** Leg by leg, as calculated by hand; later options by the model, at a volatility. */
function worthAt({ structure, quantity, price, spot }: Holding, underlying: number, volatility: number): number {
  const legs = structure.legs.map((leg) => (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio) * legWorth(leg, underlying, volatility))
  return quantity * (legs.reduce((total, one) => total + one, 0) - priceToNumber(price) * spot)
}

function legWorth({ instrument, price }: Leg, underlying: number, volatility: number): number {
  if (instrument.kind === 'FUTURE') return underlying / priceToNumber(price!) - 1
  const at = priceToNumber(instrument.strike!)
  if (instrument.name.includes(later))
    return optionPrice({ kind: instrument.optionKind!, forward: underlying, strike: at, years: 0.25, volatility })
  return Math.max(instrument.optionKind === 'CALL' ? underlying - at : at - underlying, 0)
}

const dollarsOf = (extreme: PayoffExtreme): number | undefined =>
  extreme.kind === 'AT' || extreme.kind === 'PREMIUM' ? extreme.dollars : undefined

/** So low that an at-the-money option adds less than the tolerance: 0.4 x 160,000 x the volatility x the square root of a quarter. */
const CALM = 1e-9

/** The tolerance of sums of doubles over a hundred times the spot. */
const near = (holding: Holding) => Math.abs(holding.quantity) * 1e-3

describe('6.14 the extremes against every price from zero to a hundred times the spot', () => {
  it('are what the worst and the best of those prices give, or have no end there', () => {
    fc.assert(
      fc.property(holdings([first]), (holding) => {
        const worths = grid.map((underlying) => worthAt(holding, underlying, 0))
        const [beforeLast, last] = [worths.at(-2)!, worths.at(-1)!]
        const { loss, gain } = payoffExtremes(holding)
        for (const [extreme, found, grows] of [
          [loss, Math.min(...worths), beforeLast - last],
          [gain, Math.max(...worths), last - beforeLast],
        ] as const) {
          expect(extreme.kind).not.toBe('UNKNOWN')
          if (extreme.kind === 'UNLIMITED') {
            expect(grows).toBeGreaterThan(0)
            const sign = extreme === loss ? 1 : -1
            const below = worths.filter((_, place) => grid[place]! <= (extreme.above ?? 0)).map((worth) => sign * worth)
            const place = below.lastIndexOf(Math.min(...below))
            const isCorner = place < below.length - 1 && (place === 0 || below[place - 1]! > below[place]! + near(holding))
            if (extreme.otherwise !== undefined)
              expect(Math.abs(sign * extreme.otherwise.dollars - below[place]!)).toBeLessThan(near(holding))
            else if (isCorner) expect(below[place]).toBeGreaterThanOrEqual(-near(holding))
          } else {
            expect(grows).toBeLessThanOrEqual(near(holding))
            expect(Math.abs(dollarsOf(extreme)! - found)).toBeLessThan(near(holding))
          }
          if (extreme.kind === 'AT') expect(Math.abs(worthAt(holding, extreme.underlying, 0) - extreme.dollars)).toBeLessThan(near(holding))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are passed by no volatility of a leg that expires later, and are reached in the end where they are not called a bound', () => {
    fc.assert(
      fc.property(holdings([first, later]), fc.double({ min: 0.05, max: 3, noNaN: true }), (holding, volatility) => {
        const worths = grid.map((underlying) => worthAt(holding, underlying, volatility))
        const { loss, gain } = payoffExtremes(holding)
        const [least, most] = [dollarsOf(loss), dollarsOf(gain)]
        if (least !== undefined) expect(Math.min(...worths)).toBeGreaterThanOrEqual(least - near(holding))
        if (most !== undefined) expect(Math.max(...worths)).toBeLessThanOrEqual(most + near(holding))
        const calm = [...grid.map((underlying) => worthAt(holding, underlying, CALM)), worthAt(holding, 0, volatility)]
        if (loss.kind === 'PREMIUM' || (loss.kind === 'AT' && !loss.isBound))
          expect(Math.abs(Math.min(...calm) - least!)).toBeLessThan(near(holding) + Math.abs(least!) * 1e-3)
        if (gain.kind === 'PREMIUM' || (gain.kind === 'AT' && !gain.isBound))
          expect(Math.abs(Math.max(...calm) - most!)).toBeLessThan(near(holding) + Math.abs(most!) * 1e-3)
      }),
      { numRuns: 1_000 },
    )
  })

  it('turn with the side: the buyer loses what the seller gains', () => {
    fc.assert(
      fc.property(holdings([first, later]), (holding) => {
        const [held, opposite] = [payoffExtremes(holding), payoffExtremes({ ...holding, quantity: -holding.quantity })]
        expect([opposite.loss.kind, opposite.gain.kind]).toEqual([held.gain.kind, held.loss.kind])
        const turned = (one: PayoffExtreme) => (dollarsOf(one) === undefined ? undefined : -dollarsOf(one)! + 0)
        expect([turned(opposite.loss), turned(opposite.gain)]).toEqual(
          [dollarsOf(held.gain), dollarsOf(held.loss)].map((one) => (one === undefined ? one : one + 0)),
        )
      }),
    )
  })

  it('have the prices between them at which nothing is gained: between two of them the sign stays', () => {
    fc.assert(
      fc.property(holdings([first]), (holding) => {
        const zeros = breakEvens(holding)!
        for (const zero of zeros) expect(Math.abs(worthAt(holding, zero, 0))).toBeLessThan(near(holding))
        const worths = grid.map((underlying) => ({ underlying, worth: worthAt(holding, underlying, 0) }))
        for (const [place, { underlying, worth }] of worths.entries()) {
          const next = worths[place + 1]
          if (next === undefined || Math.abs(worth) < near(holding) || Math.abs(next.worth) < near(holding)) continue
          const isCrossed = zeros.some((zero) => zero >= underlying && zero <= next.underlying)
          if (worth * next.worth < 0) expect(isCrossed).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
