/** Checks the audit log from its first row to its last. */
import type { Sql } from '../database/sql.ts'
import { beginning, hashOf, type AuditRow, type Head } from './chain.ts'

const BATCH = 1_000

export type ChainedRow = AuditRow & { readonly hash: string | null }

export type AuditReport =
  | { readonly intact: true; readonly rows: number; readonly head: Head }
  /** `seq` is the first row that does not follow from those before it. */
  | {
      readonly intact: false
      readonly seq: number
      readonly why: 'RowChanged' | 'RowWithoutHash' | 'HeadNotFound'
      readonly sentence: string
    }

/** `known` is a head that was logged or recorded earlier. It must still be in the chain, unchanged. */
export async function checkAudit(sql: Sql, known: readonly Head[] = []): Promise<AuditReport> {
  let head = beginning
  let rows = 0
  const missing = new Map(known.map(({ seq, hash }) => [seq, hash]))
  for await (const row of auditRows(sql)) {
    if (row.hash === null) return broken(row.seq, 'RowWithoutHash', `Row ${row.seq} has no hash: it was not written by Parley.`)
    if (row.hash !== hashOf(head.hash, row))
      return broken(
        row.seq,
        'RowChanged',
        `Row ${row.seq} does not follow from row ${head.seq}: one of them was changed, or rows between them were removed.`,
      )
    if (missing.get(row.seq) === row.hash) missing.delete(row.seq)
    head = { seq: row.seq, hash: row.hash }
    rows++
  }
  const lost = [...missing.keys()].sort((a, b) => a - b)[0]
  if (lost === undefined || (lost === beginning.seq && missing.get(lost) === beginning.hash)) return { intact: true, rows, head }
  return broken(
    lost,
    'HeadNotFound',
    `Row ${lost} was once the newest and is missing or different: rows were cut off, or the log was rewritten.`,
  )
}

const broken = (seq: number, why: 'RowChanged' | 'RowWithoutHash' | 'HeadNotFound', sentence: string): AuditReport => ({
  intact: false,
  seq,
  why,
  sentence,
})

/** In order, a thousand at a time, because the log may be larger than memory. */
export async function* auditRows(sql: Sql, desk?: string): AsyncGenerator<ChainedRow> {
  let after = -1
  while (true) {
    const batch = await sql<ChainedRow[]>`
      select id as seq, at, desk, actor, action, object, address, request_id as "requestId", detail, encode(hash, 'hex') as hash
      from audit where id > ${after} ${desk === undefined ? sql`` : sql`and desk = ${desk}`} order by id limit ${BATCH}`
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)!.seq
  }
}
