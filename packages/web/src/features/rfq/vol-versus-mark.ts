/** How many vol points a price is from the mark, using the structure's vega. It is shown next to a price, and is not used for trading. */
import type { MarkView } from '@parley/contracts'
import type { MarkedLeg } from '../../live/marks.ts'

const LEAST_VEGA = 1
const MOST_SHOWN = 99

/**
 * For one unit, in US dollars per point: the net vega of the legs or, if they hedge each other, that of the largest leg. Otherwise a calendar or a
 * risk reversal would appear hundreds of points away from its mark.
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

/** `difference` and `vega` are in US dollars per unit. Undefined if the vega is too small. */
export function volVersusMark(difference: number, vega: number): number | undefined {
  if (!Number.isFinite(difference) || Math.abs(vega) < LEAST_VEGA) return undefined
  const points = difference / vega
  return Math.abs(points) > MOST_SHOWN ? undefined : points
}
