/** A figure for reading beside a price, not for dealing: how many volatility points the price is from the mark, by the structure's vega. */
const LEAST_VEGA = 1
const MOST_SHOWN = 99

/** `difference` and `vega` in US dollars of one unit; undefined where vega is too small to say anything. */
export function volVersusMark(difference: number, vega: number): number | undefined {
  if (!Number.isFinite(difference) || Math.abs(vega) < LEAST_VEGA) return undefined
  const points = difference / vega
  return Math.abs(points) > MOST_SHOWN ? undefined : points
}
