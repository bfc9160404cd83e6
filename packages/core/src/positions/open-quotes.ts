/** The risk that the open quotes of a desk would add to its positions if any of them traded (rulebook 13.5 to 13.7). */
import { quantityToNumber, type Quantity } from '../decimal.ts'
import type { Greeks } from '../pricing/black76.ts'
import { signedRatio, type MarkOf } from '../pricing/structure-mark.ts'
import { isHedge, type Leg, type Side } from '../structure/structure.ts'
import { addGreeks, noGreeks, unitGreeks } from './figures.ts'

/** The risk figures that quotes can add. */
export type RiskMeasure = 'delta' | 'gamma' | 'vega'

export type OpenQuote = {
  readonly legs: readonly Leg[]
  readonly side: Side
  /** The quantity that can still trade: the resting quantity, and no more than remains of its RFQ. */
  readonly quantity: Quantity
}

/** The risk of an open quote if it trades in full. */
export type QuoteRisk = {
  readonly total: Greeks
  /** By expiry, ms; 0 for legs without an expiry. */
  readonly byExpiry: ReadonlyMap<number, Greeks>
  /** Without its hedges, as counted by protections (rulebook 11.2). */
  readonly unhedged: Greeks
}

/** Undefined while one of its legs has no mark, because its risk is then unknown. */
export function quoteRisk({ legs, side, quantity }: OpenQuote, markOf: MarkOf, now: number): QuoteRisk | undefined {
  const byExpiry = new Map<number, Greeks>()
  let total = noGreeks
  let unhedged = noGreeks
  for (const leg of legs) {
    const mark = markOf(leg.instrument.id)
    const unit = mark === undefined ? undefined : unitGreeks(leg.instrument, mark, now)
    if (unit === undefined) return undefined
    const times = (side === 'BUY' ? 1 : -1) * signedRatio(leg) * quantityToNumber(quantity)
    const expiry = leg.instrument.expiresAt ?? 0
    byExpiry.set(expiry, addGreeks(byExpiry.get(expiry) ?? noGreeks, unit, times))
    total = addGreeks(total, unit, times)
    if (!isHedge(leg)) unhedged = addGreeks(unhedged, unit, times)
  }
  return { total, byExpiry, unhedged }
}

/** The current value of a figure, and how far trades of the quotes could move it in each direction. */
export type RiskRange = { readonly now: number; readonly lowest: number; readonly highest: number }

/**
 * Any part of any of the quotes can trade, so the extremes are reached if exactly those that go one way trade in full (rulebook 13.5). The two sides
 * of a two-way quote count as separate quotes.
 */
export function riskRange(now: number, added: readonly number[]): RiskRange {
  let lowest = now
  let highest = now
  for (const one of added) {
    if (one < 0) lowest += one
    else highest += one
  }
  return { now, lowest, highest }
}

/** The end of the range that is further from zero. */
export const worstOf = ({ lowest, highest }: RiskRange): number => (Math.abs(lowest) > Math.abs(highest) ? lowest : highest)

export type ExpiryRange = RiskRange & { readonly expiresAt: number }

/** The same for each expiry separately: two expiries that offset each other are two risks (rulebook 13.6). */
export function rangesByExpiry(
  measure: RiskMeasure,
  held: ReadonlyMap<number, Greeks>,
  quotes: readonly QuoteRisk[],
): readonly ExpiryRange[] {
  const expiries = new Set([...held.keys(), ...quotes.flatMap(({ byExpiry }) => [...byExpiry.keys()])])
  const ofOne = (of: ReadonlyMap<number, Greeks>, expiresAt: number): number => of.get(expiresAt)?.[measure] ?? 0
  return [...expiries]
    .sort((a, b) => a - b)
    .map((expiresAt) => ({
      expiresAt,
      ...riskRange(
        ofOne(held, expiresAt),
        quotes.map(({ byExpiry }) => ofOne(byExpiry, expiresAt)),
      ),
    }))
}

/** How far the quotes could exceed a limit of the desk if all of one direction traded at once; 0 if the limit covers them (rulebook 13.7). */
export function aboveLimit(most: number, measure: 'delta' | 'vega', quotes: readonly QuoteRisk[]): number {
  const { lowest, highest } = riskRange(
    0,
    quotes.map(({ unhedged }) => unhedged[measure]),
  )
  return Math.max(0, highest - most, -lowest - most)
}
