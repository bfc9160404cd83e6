/** Reading a record back in time, page by page. */

/** Rows that ended together may stand in another order than they ended in. */
const ORDER_MARGIN_MS = 60 * 60_000

/** Venues list the newest first and do not promise it: a page ends the reading only where it is in that order, and has gone past the beginning. */
export function hasGonePast(from: number, times: readonly number[]): boolean {
  const [first, last] = [times[0], times.at(-1)]
  return first !== undefined && last !== undefined && first >= last && last < from - ORDER_MARGIN_MS
}
