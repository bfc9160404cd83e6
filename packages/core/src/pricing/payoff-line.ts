/**
 * The value of a holding at its first expiry as straight pieces over the price of the underlying, in dollars and without its premium (rulebook 6.8,
 * 6.14).
 */
import { priceToNumber, type Price } from '../decimal.ts'
import { isHedge, strategyLegs, type Leg, type Structure } from '../structure/structure.ts'
import { signedRatio } from './structure-mark.ts'

/** A quantity of a structure, held or about to be traded. */
export type Holding = {
  readonly structure: Structure
  /** In units of the structure: positive if bought, negative if sold. */
  readonly quantity: number
  /** For one unit, in the structure's quote currency. */
  readonly price: Price
  /** The current price of the underlying, which converts a premium in coin to dollars. */
  readonly spot: number
}

export type PayoffLine = {
  /** At price zero and at every strike, ascending. */
  readonly corners: readonly { readonly underlying: number; readonly worth: number }[]
  /** Dollars gained per dollar that the underlying rises above the last corner. */
  readonly lastSlope: number
  /** Whether a bought leg expires later. Such a leg is in the line at its intrinsic value, the minimum that an option can be worth. */
  readonly hasLaterBought: boolean
  readonly hasLaterSold: boolean
}

export type LineRefusal = 'HEDGE_EXPIRES_APART' | 'FUTURES_AGAINST_EACH_OTHER' | 'NO_ENTRY_PRICE'

/** Sums of terms that offset each other are exact to this share of the terms. */
const ROUNDING = 1e-9

/** Returns a reason by name if the value does not depend on one price alone. */
export function payoffLine({ structure, quantity, price }: Pick<Holding, 'structure' | 'quantity' | 'price'>): PayoffLine | LineRefusal {
  const own = strategyLegs(structure)
  const futures = own.filter(({ instrument }) => instrument.kind === 'FUTURE')
  if (futures.length > 0 && own.length > 1) return 'FUTURES_AGAINST_EACH_OTHER'
  const expiry = firstExpiry(structure)
  if (structure.legs.some((leg) => isHedge(leg) && expiresApart(leg, expiry))) return 'HEDGE_EXPIRES_APART'
  if (structure.legs.some((leg) => leg.instrument.kind === 'FUTURE' && (leg.price ?? price) <= 0)) return 'NO_ENTRY_PRICE'
  const options = structure.legs.filter(({ instrument }) => instrument.kind === 'OPTION')
  const later = options.filter(({ instrument }) => instrument.expiresAt !== expiry).map((leg) => signedRatio(leg) * quantity)
  const pieces = structure.legs.map((leg) => pieceOf(leg, signedRatio(leg) * quantity, leg.price ?? price))
  return {
    ...walk(pieces),
    hasLaterBought: later.some((weight) => weight > 0),
    hasLaterSold: later.some((weight) => weight < 0),
  }
}

/** The first expiry of the legs that the price is for; undefined for a perpetual. */
export function firstExpiry(structure: Structure): number | undefined {
  const expiries = strategyLegs(structure).flatMap(({ instrument }) => instrument.expiresAt ?? [])
  return expiries.length === 0 ? undefined : Math.min(...expiries)
}

/** A perpetual stays at the index; a future with another expiry has its own price at that time. */
const expiresApart = ({ instrument }: Leg, expiry: number | undefined): boolean =>
  instrument.expiresAt !== undefined && instrument.expiresAt !== expiry

type Piece = { readonly atZero: number; readonly slope: number; readonly strike: number | undefined; readonly bend: number }

function pieceOf({ instrument }: Leg, weight: number, entered: Price): Piece {
  if (instrument.kind === 'FUTURE') {
    const entry = priceToNumber(entered)
    // An inverse future is counted in USD, a linear one in coin.
    return instrument.marginKind === 'INVERSE'
      ? { atZero: -weight, slope: weight / entry, strike: undefined, bend: 0 }
      : { atZero: -weight * entry, slope: weight, strike: undefined, bend: 0 }
  }
  const strike = priceToNumber(instrument.strike!)
  return instrument.optionKind === 'CALL'
    ? { atZero: 0, slope: 0, strike, bend: weight }
    : { atZero: weight * strike, slope: -weight, strike, bend: weight }
}

function walk(pieces: readonly Piece[]): Pick<PayoffLine, 'corners' | 'lastSlope'> {
  const strikes = [...new Set(pieces.flatMap(({ strike }) => strike ?? []))].sort((a, b) => a - b)
  const worthAt = (underlying: number) =>
    sumOf(
      pieces.flatMap(({ atZero, slope, strike, bend }) => [
        atZero + slope * underlying,
        strike === undefined ? 0 : bend * Math.max(underlying - strike, 0),
      ]),
    )
  return {
    corners: [0, ...strikes].map((underlying) => ({ underlying, worth: worthAt(underlying) })),
    lastSlope: sumOf(pieces.flatMap(({ slope, bend }) => [slope, bend])),
  }
}

/** Equal apart from rounding errors of sums. */
export const isNearly = (one: number, other: number): boolean =>
  Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other))

function sumOf(terms: readonly number[]): number {
  const sum = terms.reduce((total, term) => total + term, 0)
  const size = terms.reduce((total, term) => total + Math.abs(term), 0)
  return Math.abs(sum) <= size * ROUNDING ? 0 : sum
}
