/** A figure for reading beside a price, not for dealing: how many volatility points the price is from the mark, by the structure's vega. */
import type { MarkView } from '@parley/contracts'
import type { MarkedLeg } from '../../live/marks.ts'

const LEAST_VEGA = 1
const MOST_SHOWN = 99

/**
 * Of one unit, US dollars per point: the net vega of the legs or, where they hedge each other, that of the largest leg. Without it a calendar
 * or a risk reversal would be hundreds of points away from its mark.
 */
export function vegaMeasure(legs: readonly MarkedLeg[], marks: ReadonlyMap<number, MarkView>): number | undefined {
  let [net, largest] = [0, 0]
  for (const leg of legs) {
    if (leg.price !== undefined) continue
    const mark = marks.get(leg.instrumentId)
    if (mark === undefined) return undefined
    const vega = Number(leg.ratio) * Number(mark.vega ?? 0)
    net += leg.side === 'BUY' ? vega : -vega
    largest = Math.max(largest, Math.abs(vega))
  }
  return Math.max(Math.abs(net), largest)
}

/** `difference` and `vega` in US dollars of one unit; undefined where vega is too small to say anything. */
export function volVersusMark(difference: number, vega: number): number | undefined {
  if (!Number.isFinite(difference) || Math.abs(vega) < LEAST_VEGA) return undefined
  const points = difference / vega
  return Math.abs(points) > MOST_SHOWN ? undefined : points
}
