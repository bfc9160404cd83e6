/** Merges lists that are each loaded page by page, newest first. Pure. */
import type { History } from '../../live/use-history.ts'

/**
 * Only as far back as every list is loaded. Older rows of another list may still arrive, and a gap that fills later would move the rows that the
 * user is reading.
 */
export function mergeLists<Row>(lists: readonly History<Row>[], at: (row: Row) => number): History<Row> {
  const failed = lists.find(({ rows }) => rows.state === 'FAILED')
  if (failed !== undefined) return { rows: failed.rows, more: undefined }
  const known = lists.map(({ rows, more }) => ({ rows: rows.state === 'LOADED' ? rows.data : undefined, more }))
  if (known.some(({ rows }) => rows === undefined)) return { rows: { state: 'LOADING' }, more: undefined }
  const ends = known.map(({ rows, more }) => (more === undefined ? -Infinity : Math.min(...rows!.slice(-1).map(at))))
  const horizon = Math.max(...ends)
  const data = known.flatMap(({ rows }) => rows!.filter((row) => at(row) >= horizon)).sort((a, b) => at(b) - at(a))
  const shortest = known[ends.indexOf(horizon)]
  return { rows: { state: 'LOADED', data }, more: horizon === -Infinity ? undefined : shortest?.more }
}

/** Removes some rows. Apply it after merging, because the last row of a list shows how far back it is loaded. */
export const withoutRows = <Row>({ rows, more }: History<Row>, isPassedOver: (row: Row) => boolean): History<Row> => ({
  rows: rows.state === 'LOADED' ? { state: 'LOADED', data: rows.data.filter((row) => !isPassedOver(row)) } : rows,
  more,
})

/** Maps the rows of a list. */
export const mapHistory = <A, B>({ rows, more }: History<A>, word: (row: A) => B): History<B> => ({
  rows: rows.state === 'LOADED' ? { state: 'LOADED', data: rows.data.map(word) } : rows,
  more,
})
