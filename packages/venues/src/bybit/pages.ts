/** Reads an account's lists page by page: all of it, or a failure. */
import type { Urgency } from '../adapter/pacing.ts'
import { asList, asObject } from '../adapter/wire-object.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { failureFromWire, unknown, type NotDone } from './answers.ts'
import { MAX_RECORD_PAGES } from './limits.ts'
import type { Query, Rest } from './rest.ts'
import { textOf } from './wire.ts'

export type Listed = { readonly rows: readonly unknown[]; readonly venueNow: number }

export type Listing = {
  readonly path: string
  /** Uses the largest page size. */
  readonly query: Query
  /** Whether all rows after these are unwanted. */
  readonly isOver?: (rows: readonly unknown[]) => boolean
  readonly urgency?: Urgency
}

/** The venue's next page is `nextPageCursor`, or `cursor` in its RFQ lists. */
export async function readPages(rest: Rest, party: VenueCredentials, { path, query, isOver, urgency }: Listing): Promise<Listed | NotDone> {
  const rows: unknown[] = []
  let venueNow: number | undefined
  let cursor: string | undefined
  for (let page = 0; page < MAX_RECORD_PAGES; page += 1) {
    const answer = await rest.readAs(party, path, cursor === undefined ? query : { ...query, cursor }, urgency)
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    const result = asObject(answer.result)
    if (!Array.isArray(result?.['list'])) return unknown('the venue answered without a list')
    const list = asList(result['list'])
    rows.push(...list)
    venueNow ??= answer.venueNow
    const next = textOf(result['nextPageCursor']) ?? textOf(result['cursor'])
    if (next === undefined || next === cursor || list.length === 0 || isOver?.(list) === true) return { rows, venueNow }
    cursor = next
  }
  return unknown(`the venue has more under ${path} than can be read`)
}
