/** The yield of a spread after funding and fees, and the profit of a position in the coin that settles it (rulebook 21.15, 21.16). As doubles. */
import { feeRates, type FeeRole } from '../catalogue/block-fees.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import { MILLISECONDS_PER_YEAR } from '../pricing/black76.ts'
import type { Side } from '../structure/structure.ts'

type Margin = 'INVERSE' | 'LINEAR'
/** The prices of the nearer and the later leg, in the quote unit. */
export type LegPair = { readonly near: number; readonly far: number }

export type FeeAmount = Readonly<Record<FeeRole, number>>

/**
 * The venue's fee of both legs by its published schedule (rulebook 14.1): the rate of a taker for the part that takes, and that of a maker for the part that rests. An
 * inverse amount is in dollars and its fee in coin, a linear amount in coin and its fee in the quote unit. `share` is the fee divided by the value of
 * the nearer leg.
 */
export function spreadFee(
  { venue, margin }: { readonly venue: VenueCode; readonly margin: Margin },
  amount: FeeAmount,
  { near, far }: LegPair,
) {
  if (near <= 0 || far <= 0) return undefined
  const rates = feeRates({ venue, kind: 'FUTURE' })
  const charged = (amount.MAKER * rates.MAKER + amount.TAKER * rates.TAKER) / 1_000_000
  const fee = margin === 'INVERSE' ? charged / near + charged / far : charged * (near + far)
  const worth = (amount.MAKER + amount.TAKER) * (margin === 'INVERSE' ? 1 / near : near)
  return { fee, share: worth === 0 ? 0 : fee / worth }
}

type NetFigures = {
  /** The funding of the nearer leg as a yearly rate, if it is a perpetual: positive if its longs pay. */
  readonly funding: number | undefined
  readonly feeShare: number | undefined
  readonly carriedMs: number
}

/** The fee as a yearly rate. Undefined if it is not known, or for less than an hour. */
export const feeRate = ({ feeShare, carriedMs }: NetFigures): number | undefined =>
  feeShare === undefined || carriedMs < 3_600_000 ? undefined : (feeShare * MILLISECONDS_PER_YEAR) / carriedMs

/**
 * The yearly rate after funding and fees, with the sign of the gross rate: positive if the buyer pays and the seller earns. The buyer is short the
 * nearer leg and receives its funding, and both pay the fee.
 */
export function netRate(side: Side, gross: number | undefined, figures: NetFigures): number | undefined {
  const fee = feeRate(figures)
  if (gross === undefined || fee === undefined) return undefined
  return gross - (figures.funding ?? 0) + (side === 'BUY' ? fee : -fee)
}

/** The price at which a spread has this yearly rate, in the quote unit. The reverse of `spreadRate`. */
export const priceOfRate = (rate: number, near: number, carriedMs: number): number => (rate * near * carriedMs) / MILLISECONDS_PER_YEAR

/**
 * The profit of a position, bought minus sold, between the averages at which its legs were opened and two other prices. An inverse one is in coin: a
 * contract of one dollar is worth one coin divided by its price. A linear one is in the quote unit.
 */
export function spreadProfit(net: number, margin: Margin, opened: LegPair, now: LegPair): number | undefined {
  if (net === 0) return 0
  if (margin === 'LINEAR') return net * (now.far - opened.far - (now.near - opened.near))
  if ([opened.near, opened.far, now.near, now.far].some((price) => price <= 0)) return undefined
  return net * (1 / opened.far - 1 / now.far - (1 / opened.near - 1 / now.near))
}
