/** Lists of the past, each loaded page by page, read as one: newest first. Pure. */
import type { History } from '../../live/use-history.ts'

/**
 * As far back as every list is known: below the end of one that has more there may be rows that are not here yet, and a gap that fills
 * later would move what somebody is reading.
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

/** Without some rows; to be asked of what is merged, because a list is known as far back as its last row says. */
export const withoutRows = <Row>({ rows, more }: History<Row>, isPassedOver: (row: Row) => boolean): History<Row> => ({
  rows: rows.state === 'LOADED' ? { state: 'LOADED', data: rows.data.filter((row) => !isPassedOver(row)) } : rows,
  more,
})

/** The rows of a list in other words. */
export const mapHistory = <A, B>({ rows, more }: History<A>, word: (row: A) => B): History<B> => ({
  rows: rows.state === 'LOADED' ? { state: 'LOADED', data: rows.data.map(word) } : rows,
  more,
})
