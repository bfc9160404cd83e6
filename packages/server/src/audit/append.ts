/** Adds to the audit log, one writer at a time, because there is one hash chain for all writers and servers. */
import type { Sql, TransactionSql } from '../database/sql.ts'
import { beginning, contentOf, type Head } from './chain.ts'

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

/** Screen preferences are private and change all the time (docs/decisions/0142). */
const unrecorded: ReadonlySet<string> = new Set(['SavePreferences'])

const SECRET = /password|secret|token/i

/**
 * One statement (`append_audit` of migration 0024), which is a transaction of its own unless one is given. In a transaction it must be the last
 * statement: other transactions wait for its end, and it must not wait for them in turn.
 */
export async function appendAudit(sql: Sql | TransactionSql, change: Change): Promise<void> {
  if (unrecorded.has(change.action)) return
  const { at, desk = null, actor, action, object, address = null, requestId = null, detail = {} } = change
  const secret = Object.keys(detail).find((name) => SECRET.test(name))
  if (secret !== undefined) throw new Error(`${action}: ${secret} cannot be stored in the audit log`)
  const content = contentOf({ at, desk, actor, action, object, address, requestId, detail })
  await sql`
    select append_audit(${at}::bigint, ${desk}::text, ${actor}::text, ${action}::text, ${object}::text, ${address}::text, ${requestId}::text,
      ${JSON.stringify(detail)}::text::jsonb, ${content}::text)`
}

/** The newest row. A copy of it elsewhere shows later whether rows were cut off the end of the chain. */
export async function headOf(sql: Sql | TransactionSql): Promise<Head> {
  const [row] = await sql<Head[]>`select id as seq, encode(hash, 'hex') as hash from audit order by id desc limit 1`
  return row ?? beginning
}
