/** Reads the venue's lists to the end: complete, or not at all. */
import { asObject } from '../adapter/wire-object.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { failureFromWire, resultsOf, unknown, type ApiAnswer, type NotDone } from './answers.ts'
import type { Query } from './http.ts'
import { MAX_PAGES, ROWS_PER_PAGE } from './limits.ts'
import { textOf } from './numbers.ts'

export type Ask = (query: Query) => Promise<ApiAnswer>

/** If the response is not a list, or a row cannot be parsed, the whole reading fails. */
export function readRows<Row>(result: unknown, rowFromWire: (row: unknown) => Row | undefined): VenueAnswer<readonly Row[]> {
  const rows = resultsOf(result)
  if (rows === undefined) return unknown('the venue answered without a list')
  const read = rows.map(rowFromWire)
  const known = read.filter((row) => row !== undefined)
  return known.length === read.length
    ? { outcome: 'DONE', value: known }
    : unknown(`the venue sent ${read.length - known.length} rows in an unknown format`)
}

/** Reads a list that arrives in one response. */
export async function readList<Row>(
  ask: Ask,
  query: Query,
  rowFromWire: (row: unknown) => Row | undefined,
): Promise<VenueAnswer<readonly Row[]>> {
  const answer = await ask(query)
  return answer.kind === 'RESULT' ? readRows(answer.result, rowFromWire) : failureFromWire(answer)
}

/** The newest rows of a list, newest first. `isWhole` if there are no others. `failure` if the next page did not arrive. */
export type NewestRows<Row> = { readonly rows: readonly Row[]; readonly isWhole: boolean; readonly failure?: NotDone }

/** Reads page by page, as long as the venue names a next page. */
export async function readNewest<Row>(
  ask: Ask,
  query: Query,
  rowFromWire: (row: unknown) => Row | undefined,
): Promise<VenueAnswer<NewestRows<Row>>> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask({ ...query, page_size: String(ROWS_PER_PAGE), ...(cursor === undefined ? {} : { cursor }) })
    if (answer.kind !== 'RESULT') {
      const failure = failureFromWire(answer)
      return rows.length === 0 ? failure : { outcome: 'DONE', value: { rows, isWhole: false, failure } }
    }
    const read = readRows(answer.result, rowFromWire)
    if (read.outcome !== 'DONE') return read
    rows.push(...read.value)
    const next = textOf(asObject(answer.result)?.['next'])
    if (next === undefined || next === cursor) return { outcome: 'DONE', value: { rows, isWhole: true } }
    cursor = next
  }
  return { outcome: 'DONE', value: { rows, isWhole: false } }
}

/** All rows or a failure. For data that is only displayed, the newest part is enough if there are too many rows. */
export async function readPages<Row>(
  ask: Ask,
  query: Query,
  rowFromWire: (row: unknown) => Row | undefined,
  tooMany: 'UNREAD' | 'NEWEST_PART' = 'UNREAD',
): Promise<VenueAnswer<readonly Row[]>> {
  const read = await readNewest(ask, query, rowFromWire)
  if (read.outcome !== 'DONE') return read
  const { rows, isWhole, failure } = read.value
  if (failure !== undefined) return failure
  return isWhole || tooMany === 'NEWEST_PART' ? { outcome: 'DONE', value: rows } : unknown('the venue has more rows than can be read')
}

export const oldestFirst = <Row extends { readonly at: number }>(read: VenueAnswer<readonly Row[]>): VenueAnswer<readonly Row[]> =>
  read.outcome === 'DONE' ? { outcome: 'DONE', value: [...read.value].sort((one, other) => one.at - other.at) } : read
