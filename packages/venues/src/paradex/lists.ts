/** The venue's lists, read to their end: whole or not at all. */
import { asObject } from '../adapter/wire-object.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { failureFromWire, resultsOf, unknown, type ApiAnswer } from './answers.ts'
import type { Query } from './http.ts'
import { MAX_PAGES, ROWS_PER_PAGE } from './limits.ts'
import { textOf } from './numbers.ts'

export type Ask = (query: Query) => Promise<ApiAnswer>

/** Rows that are no list, or a row that is not understood, leave the whole unread. */
export function readRows<Row>(result: unknown, rowFromWire: (row: unknown) => Row | undefined): VenueAnswer<readonly Row[]> {
  const rows = resultsOf(result)
  if (rows === undefined) return unknown('the venue answered without a list')
  const read = rows.map(rowFromWire)
  const known = read.filter((row) => row !== undefined)
  return known.length === read.length
    ? { outcome: 'DONE', value: known }
    : unknown(`the venue sent ${read.length - known.length} rows in an unknown format`)
}

/** Of a list that comes at once. */
export async function readList<Row>(
  ask: Ask,
  query: Query,
  rowFromWire: (row: unknown) => Row | undefined,
): Promise<VenueAnswer<readonly Row[]>> {
  const answer = await ask(query)
  return answer.kind === 'RESULT' ? readRows(answer.result, rowFromWire) : failureFromWire(answer)
}

/** Page by page, as long as the venue names another. Of figures that are only looked at, the newest part will do where there are too many. */
export async function readPages<Row>(
  ask: Ask,
  query: Query,
  rowFromWire: (row: unknown) => Row | undefined,
  tooMany: 'UNREAD' | 'NEWEST_PART' = 'UNREAD',
): Promise<VenueAnswer<readonly Row[]>> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask({ ...query, page_size: String(ROWS_PER_PAGE), ...(cursor === undefined ? {} : { cursor }) })
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    const read = readRows(answer.result, rowFromWire)
    if (read.outcome !== 'DONE') return read
    rows.push(...read.value)
    const next = textOf(asObject(answer.result)?.['next'])
    if (next === undefined || next === cursor) return { outcome: 'DONE', value: rows }
    cursor = next
  }
  return tooMany === 'NEWEST_PART' ? { outcome: 'DONE', value: rows } : unknown('the venue has more rows than can be read')
}

export const oldestFirst = <Row extends { readonly at: number }>(read: VenueAnswer<readonly Row[]>): VenueAnswer<readonly Row[]> =>
  read.outcome === 'DONE' ? { outcome: 'DONE', value: [...read.value].sort((one, other) => one.at - other.at) } : read
