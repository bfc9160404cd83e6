/** The gain or loss of a bought structure over the price of the underlying, in USD for one unit, as shown in a chart (rulebook 6.8). */
import type { Instant } from '../ids.ts'
import { priceToNumber, type Price } from '../decimal.ts'
import { isHedge, strategyLegs, type Leg, type Structure } from '../structure/structure.ts'
import { MILLISECONDS_PER_YEAR, optionPrice } from './black76.ts'
import type { Mark } from './mark.ts'
import { premiumNow } from './payoff-extremes.ts'
import { firstExpiry } from './payoff-line.ts'
import { signedRatio, structureMark, type MarkOf } from './structure-mark.ts'

export type PayoffPoint = { readonly underlying: number; readonly today: number; readonly atExpiry: number }

export type PayoffInputs = {
  readonly structure: Structure
  /** The price of one unit, in the structure's quote currency. */
  readonly price: Price
  readonly markOf: MarkOf
  readonly now: Instant
  /** The current price of the underlying; the curve is drawn around it. */
  readonly spot: number
  /** Points drawn in addition to the kinks; at least two. */
  readonly points: number
}

/** The chart extends beyond the strikes and the spot by half their distance, and by at least this share of the spot. */
const LEAST_MARGIN = 0.25

/** Undefined while a leg that is not a hedge has no mark. `atExpiry` means the first expiry; later legs are priced at their mark's volatility. */
export function payoffCurve(inputs: PayoffInputs): readonly PayoffPoint[] | undefined {
  const { structure, markOf, now, spot } = inputs
  const legs = structure.legs.map((leg) => ({ leg, mark: markOf(leg.instrument.id) }))
  if (legs.some(({ leg, mark }) => mark === undefined && !isHedge(leg))) return undefined
  const expiry = Math.max(now, firstExpiry(structure) ?? now)
  const worth = (underlying: number, at: number): number => {
    const gains = legs.map(({ leg, mark }) => {
      const forward = at === expiry && !isLater(leg, expiry) ? underlying : forwardOf(mark, underlying)
      return (
        signedRatio(leg) *
        (leg.instrument.kind === 'OPTION'
          ? optionWorth(leg, mark?.markIv ?? 0, underlying, forward, at)
          : futureGain(leg, entryOf(leg, inputs), forward))
      )
    })
    return gains.reduce((total, gain) => total + gain, 0) - premium(inputs)
  }
  return underlyings(structure, spot, inputs.points).map((underlying) => ({
    underlying,
    today: worth(underlying, now),
    atExpiry: worth(underlying, expiry),
  }))
}

function optionWorth(leg: Leg, volatility: number, underlying: number, forward: number, at: number): number {
  const { optionKind, strike, expiresAt } = leg.instrument
  const years = Math.max((expiresAt ?? at) - at, 0) / MILLISECONDS_PER_YEAR
  return optionPrice({ kind: optionKind!, forward: years === 0 ? underlying : forward, strike: priceToNumber(strike!), years, volatility })
}

/** An inverse future is counted in USD, a linear one in coin. */
const futureGain = (leg: Leg, entry: number, forward: number): number =>
  leg.instrument.marginKind === 'INVERSE' ? forward / entry - 1 : forward - entry

/** A hedge enters at its own price and a single future at the structure's. The legs of a spread enter at their marks, and the premium is the rest. */
function entryOf(leg: Leg, { structure, price, markOf }: PayoffInputs): number {
  if (leg.price !== undefined) return priceToNumber(leg.price)
  return strategyLegs(structure).length === 1 ? priceToNumber(price) : markOf(leg.instrument.id)!.markPrice
}

/** A perpetual and everything that expires with the first leg are at the index then. */
const isLater = ({ instrument }: Leg, expiry: number): boolean => (instrument.expiresAt ?? expiry) > expiry

/** A forward moves in proportion to the index. */
const forwardOf = (mark: Mark | undefined, underlying: number): number =>
  mark === undefined || mark.indexPrice <= 0 ? underlying : (underlying * mark.underlyingPrice) / mark.indexPrice

/** In USD at the current price of the coin, because the amount paid does not change with the price at expiry. */
function premium({ structure, price, markOf, spot }: PayoffInputs): number {
  const legs = strategyLegs(structure)
  const { instrument } = legs[0]!
  if (instrument.kind === 'OPTION') return premiumNow({ structure, quantity: 1, price, spot })
  if (legs.length === 1) return 0
  const beyondMarks = priceToNumber(price) - structureMark(structure, markOf)!.markPrice
  return instrument.marginKind === 'INVERSE' ? beyondMarks / spot : beyondMarks
}

function underlyings(structure: Structure, spot: number, points: number): readonly number[] {
  const strikes = structure.legs.flatMap(({ instrument }) => (instrument.strike === undefined ? [] : [priceToNumber(instrument.strike)]))
  const low = Math.min(spot, ...strikes)
  const high = Math.max(spot, ...strikes)
  const margin = Math.max((high - low) / 2, spot * LEAST_MARGIN)
  const from = Math.max(low - margin, spot * 0.01)
  const step = (high + margin - from) / (points - 1)
  const even = Array.from({ length: points }, (_, place) => from + place * step)
  return [...new Set([...even, ...strikes])].sort((a, b) => a - b)
}
