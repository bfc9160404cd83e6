/**
 * The two leg prices of a listed spread's trade (rulebook 17.6). A spread is quoted with one signed price, the bought leg minus the sold one, and a
 * venue settles two legs. The sold leg trades at its mark and the bought leg at that price away from it. Both are moved if the venue's limits require
 * it.
 */
import type { Price } from '../decimal.ts'
import type { Structure } from '../structure/structure.ts'

/** A leg's mark and the venue's current limits for its price, on the leg's tick; one for each leg, in leg order. */
export type LegLimits = { readonly mark: Price; readonly least: Price; readonly most: Price }

export type SpreadBand = { readonly least: Price; readonly most: Price }

type Pair = { readonly sold: LegLimits; readonly bought: LegLimits; readonly soldAt: 0 | 1; readonly tick: number }

/** The prices of the spread for which there are two leg prices within the venue's limits. */
export function spreadBand(structure: Structure, legs: readonly LegLimits[]): SpreadBand {
  const { sold, bought } = pairOf(structure, legs)
  return { least: (bought.least - sold.most) as Price, most: (bought.most - sold.least) as Price }
}

export const isWithin = ({ least, most }: SpreadBand, price: number): boolean => price >= least && price <= most

/** In leg order, and adding up exactly to the price; undefined if no two prices within the venue's limits do. */
export function spreadLegPrices(structure: Structure, price: Price, legs: readonly LegLimits[]): readonly Price[] | undefined {
  const { sold, bought, soldAt, tick } = pairOf(structure, legs)
  const least = Math.max(sold.least, Math.ceil((bought.least - price) / tick) * tick)
  const most = Math.min(sold.most, Math.floor((bought.most - price) / tick) * tick)
  if (least > most) return undefined
  const near = Math.min(Math.max(sold.mark, least), most) as Price
  const far = (near + price) as Price
  return soldAt === 0 ? [near, far] : [far, near]
}

function pairOf({ legs }: Structure, limits: readonly LegLimits[]): Pair {
  const [first, second] = limits
  if (legs.length !== 2 || first === undefined || second === undefined)
    throw new Error('a listed spread has two legs, each with its limits')
  const soldAt = legs[0]!.side === 'SELL' ? 0 : 1
  const tick = legs[soldAt]!.instrument.tickSize
  return soldAt === 0 ? { sold: first, bought: second, soldAt, tick } : { sold: second, bought: first, soldAt, tick }
}
