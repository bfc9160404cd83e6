/** Adds to the audit log, one writer after another: there is one chain, whoever writes and however many servers there are. */
import type { Sql, TransactionSql } from '../../postgres/sql.ts'
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

/** Any number that nothing else of ours locks. */
const AUDITING = 7_275_395_933

/** Where somebody's own screen stands is nobody's business, and changes all the time (docs/decisions/0142). */
const unrecorded: ReadonlySet<string> = new Set(['SavePreferences'])

const SECRET = /password|secret|token/i

/** As the last statement of a transaction: others wait for its end, and must not be waited for in return. */
export async function appendAudit(tx: TransactionSql, change: Change): Promise<void> {
  if (unrecorded.has(change.action)) return
  const { at, desk = null, actor, action, object, address = null, requestId = null, detail = {} } = change
  const told = Object.keys(detail).find((name) => SECRET.test(name))
  if (told !== undefined) throw new Error(`${action}: ${told} has no place in the audit log`)
  await tx`select pg_advisory_xact_lock(${AUDITING}::bigint)`
  const before = await headOf(tx)
  const row: AuditRow = { seq: before.seq + 1, at, desk, actor, action, object, address, requestId, detail }
  await tx`
    insert into audit (id, at, desk, actor, action, object, address, request_id, detail, hash) overriding system value
    values (${row.seq}, ${at}, ${desk}, ${actor}, ${action}, ${object}, ${address}, ${requestId}, ${JSON.stringify(detail)}::text::jsonb,
      ${Buffer.from(hashOf(before.hash, row), 'hex')})`
}

/** The newest row: who keeps it elsewhere can tell later whether rows after the chain's end were cut off. */
export async function headOf(sql: Sql | TransactionSql): Promise<Head> {
  const [row] = await sql<Head[]>`select id as seq, encode(hash, 'hex') as hash from audit order by id desc limit 1`
  return row ?? beginning
}

/** Rows from before the chain are chained once; a log that has begun its chain is left as it is, and the check tells what is wrong with it. */
export async function chainOldRows(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${AUDITING}::bigint)`
    const [chained] = await tx`select from audit where hash is not null limit 1`
    if (chained !== undefined) return
    let before = beginning.hash
    for (const row of await readRows(tx)) {
      before = hashOf(before, row)
      await tx`update audit set hash = ${Buffer.from(before, 'hex')} where id = ${row.seq}`
    }
  })
}

const readRows = (tx: TransactionSql) => tx<AuditRow[]>`
  select id as seq, at, desk, actor, action, object, address, request_id as "requestId", detail from audit order by id`
