/** Reads a venue's record backwards in time, page by page. */

/** Rows that ended at about the same time may be listed in a different order. */
const ORDER_MARGIN_MS = 60 * 60_000

/** Venues list the newest rows first but do not guarantee it. A page ends the reading only if it is in order and reaches past the start time. */
export function hasGonePast(from: number, times: readonly number[]): boolean {
  const [first, last] = [times[0], times.at(-1)]
  return first !== undefined && last !== undefined && first >= last && last < from - ORDER_MARGIN_MS
}
