/** Pages of the past with what has happened since, each object once, newest first. */
import type { Call } from '@parley/contracts'
import type { CallInput } from '@parley/client'
import { useMemo, useRef } from 'react'
import { type Loadable, usePages } from './loadable.ts'

type Keyed = { readonly id: string | number }

export type History<Row> = { readonly rows: Loadable<readonly Row[]>; readonly more: (() => void) | undefined }

/** `since` may forget what it showed; what was seen once stays in the list. */
export function useHistory<C extends Call, Row extends Keyed>(
  call: C,
  key: string,
  input: CallInput<C>,
  since: readonly Row[],
  at: (row: Row) => number,
): History<Row> {
  const pages = usePages(call, key, input)
  const seen = useRef<{ key: string; rows: Map<Row['id'], Row> }>({ key, rows: new Map() })
  const rows = useMemo(() => {
    if (seen.current.key !== key) seen.current = { key, rows: new Map() }
    for (const row of since) seen.current.rows.set(row.id, row)
    if (pages.rows.state !== 'LOADED') return pages.rows
    const past = pages.rows.data as unknown as readonly Row[]
    return { state: 'LOADED' as const, data: mergeNewest(past, [...seen.current.rows.values()], at) }
  }, [pages.rows, since, key, at])
  return { rows, more: pages.more }
}

/** The later list wins where both know an object. */
export const mergeNewest = <Row extends Keyed>(past: readonly Row[], since: readonly Row[], at: (row: Row) => number): readonly Row[] =>
  [...new Map([...past, ...since].map((row) => [row.id, row])).values()].sort((a, b) => at(b) - at(a))
