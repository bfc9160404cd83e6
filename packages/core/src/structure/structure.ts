/** A tradable structure: up to 25 legs bought and sold together in fixed ratios. */
import type { Instrument } from '../catalogue/instrument.ts'
import type { Price, Ratio } from '../decimal.ts'

export type Side = 'BUY' | 'SELL'
export const opposite = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

export type Leg = {
  readonly instrument: Instrument
  /** The side of this leg for a buyer of the structure. */
  readonly side: Side
  readonly ratio: Ratio
  /** A leg that has a price is a hedge: it trades at that price, separately from the structure. */
  readonly price?: Price
}

export type Structure = { readonly legs: readonly Leg[] }

export const isHedge = (leg: Leg): boolean => leg.price !== undefined
export const strategyLegs = (structure: Structure): readonly Leg[] => structure.legs.filter((leg) => !isHedge(leg))
export const hedgeLegs = (structure: Structure): readonly Leg[] => structure.legs.filter(isHedge)
