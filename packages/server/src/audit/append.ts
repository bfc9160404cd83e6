/** Adds to the audit log, one writer at a time, because there is one hash chain for all writers and servers. */
import type { Sql, TransactionSql } from '../database/sql.ts'
import { beginning, hashOf, type AuditRow, type Head } from './chain.ts'

export type Change = {
  readonly at: number
  readonly desk?: string | undefined
  /** The user, the key, or `operator`. */
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly address?: string | undefined
  readonly requestId?: string | undefined
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/** An arbitrary number that is not used for any other lock. */
const AUDITING = 7_275_395_933

/** Screen preferences are private and change all the time (docs/decisions/0142). */
const unrecorded: ReadonlySet<string> = new Set(['SavePreferences'])

const SECRET = /password|secret|token/i

/** Must be the last statement of a transaction: other transactions wait for its end, and it must not wait for them in turn. */
export async function appendAudit(tx: TransactionSql, change: Change): Promise<void> {
  if (unrecorded.has(change.action)) return
  const { at, desk = null, actor, action, object, address = null, requestId = null, detail = {} } = change
  const secret = Object.keys(detail).find((name) => SECRET.test(name))
  if (secret !== undefined) throw new Error(`${action}: ${secret} cannot be stored in the audit log`)
  await tx`select pg_advisory_xact_lock(${AUDITING}::bigint)`
  const before = await headOf(tx)
  const row: AuditRow = { seq: before.seq + 1, at, desk, actor, action, object, address, requestId, detail }
  await tx`
    insert into audit (id, at, desk, actor, action, object, address, request_id, detail, hash) overriding system value
    values (${row.seq}, ${at}, ${desk}, ${actor}, ${action}, ${object}, ${address}, ${requestId}, ${JSON.stringify(detail)}::text::jsonb,
      ${Buffer.from(hashOf(before.hash, row), 'hex')})`
}

/** The newest row. A copy of it elsewhere shows later whether rows were cut off the end of the chain. */
export async function headOf(sql: Sql | TransactionSql): Promise<Head> {
  const [row] = await sql<Head[]>`select id as seq, encode(hash, 'hex') as hash from audit order by id desc limit 1`
  return row ?? beginning
}
