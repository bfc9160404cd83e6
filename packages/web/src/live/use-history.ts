/** Pages of history merged with live changes, without duplicates, newest first. */
import type { CallInput, Listing } from '@parley/client'
import type { Call } from '@parley/contracts'
import { useMemo, useRef } from 'react'
import { type Loadable, usePages } from './loadable.ts'

type Keyed = { readonly id: string }

/** A list whose call may be unknown at first. The hook then waits for it. */
export type HistorySource<Row> = Omit<Listing<Row>, 'call'> & { readonly call: Call | undefined }

export type History<Row> = { readonly rows: Loadable<readonly Row[]>; readonly more: (() => void) | undefined }

/** `since` may drop objects that it has shown. Objects seen once stay in the list. */
export function useHistory<Row extends Keyed>(
  listing: HistorySource<Row>,
  key: string,
  since: readonly Row[],
  at: (row: Row) => number,
): History<Row> {
  const pages = usePages<Call, unknown>(listing.call, key, { query: listing.query } as CallInput<Call>)
  const seen = useRef<{ key: string; rows: Map<string, Row> }>({ key, rows: new Map() })
  const published = pages.rows.state === 'LOADED' ? pages.rows.data : undefined
  const past = useMemo(() => (published === undefined ? undefined : listing.rowsOf({ results: published })), [published, listing])
  const rows = useMemo((): Loadable<readonly Row[]> => {
    if (seen.current.key !== key) seen.current = { key, rows: new Map() }
    for (const row of since) seen.current.rows.set(row.id, row)
    if (past === undefined) return pages.rows as Loadable<never>
    return { state: 'LOADED', data: mergeNewest(past, [...seen.current.rows.values()], at) }
  }, [past, pages.rows, since, key, at])
  const { more } = pages
  return useMemo(() => ({ rows, more }), [rows, more])
}

/** If both lists have an object, the later list has priority. */
export const mergeNewest = <Row extends Keyed>(past: readonly Row[], since: readonly Row[], at: (row: Row) => number): readonly Row[] =>
  [...new Map([...past, ...since].map((row) => [row.id, row])).values()].sort((a, b) => at(b) - at(a))
