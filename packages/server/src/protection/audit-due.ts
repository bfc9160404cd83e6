/**
 * The audit rows of changes made by a decision of the market (rulebook 11.2, 11.6): they are written in the commit of the change, and moved into the
 * log's single chain right after, or at the next start (docs/decisions/0142).
 */
import type { ChangeOrigin, ShardEvent } from '@parley/core'
import { appendAudit } from '../audit/append.ts'
import type { Decided } from '../engine/engine.ts'
import type { Part, Projection } from '../engine/projector.ts'
import { callLimits } from '../calls/limits.ts'
import type { Log } from '../log/log.ts'
import { rowsAsJson } from '../database/rows-as-json.ts'
import type { Sql, SqlTag, TransactionSql } from '../database/sql.ts'

type Due = {
  readonly shard: string
  readonly seq: number
  /** The same for every market that a request was sent to, because the log has one entry for it. */
  readonly asked: string
  readonly at: number
  readonly desk: string
  readonly action: string
  readonly change: Omit<ChangeOrigin, 'id'>
}
export type AuditDueRow = { readonly table: 'audit_due'; readonly key: string; readonly row: Due }

const actions = {
  LimitSet: 'SetLimit',
  LimitRemoved: 'RemoveLimit',
  TradingStopped: 'StopTrading',
  TradingAllowed: 'AllowTrading',
  OthersCanceled: 'CancelForOthers',
} as const
type AuditedEvent = Extract<ShardEvent, { kind: keyof typeof actions }>
type OthersCanceled = Extract<ShardEvent, { kind: 'OthersCanceled' }>

const isAudited = (event: ShardEvent): event is AuditedEvent => event.kind in actions

export const projectAuditDue = ({ shard: { name: shard }, decision, at, events }: Decided<ShardEvent>): Projection<AuditDueRow> => ({
  rows: events.flatMap((event, place) => {
    if (!isAudited(event) || event.asked === undefined) return []
    const { id, ...change } = event.asked
    const due = { shard, seq: decision + place, at, desk: event.desk, action: actions[event.kind] }
    const row = event.kind === 'OthersCanceled' ? { ...due, ...canceledIn(shard, event) } : { ...due, asked: id, change }
    return [{ table: 'audit_due' as const, key: `${shard} ${due.seq}`, row }]
  }),
  notifications: [],
})

/** An entry for each market, because each has its own counts and may be later than the others. */
function canceledIn(market: string, { asked: { id, ...change }, orders, rfqs }: OthersCanceled): Pick<Due, 'asked' | 'change'> {
  const counts = { ...(orders === 0 ? {} : { orders }), ...(rfqs === 0 ? {} : { rfqs }) }
  return { asked: `${id} ${market}`, change: { ...change, detail: { ...change.detail, market, ...counts } } }
}

export function auditDueParts(sql: SqlTag, rows: readonly AuditDueRow[]): readonly Part[] {
  if (rows.length === 0) return []
  return [
    sql`
      insert into audit_due (shard, seq, asked, at, desk, action, change)
      select shard, seq, asked, at, desk, action, change
      from jsonb_populate_recordset(null::audit_due, ${rowsAsJson(rows, 'audit_due')}::text::jsonb)`,
  ]
}

/** Whether the market has decided something that the log does not contain yet and that no route moves there. */
export const isForAudit = (decisions: readonly Pick<Decided<ShardEvent>, 'events'>[]): boolean =>
  decisions.some(({ events }) => events.some(({ kind }) => kind === 'OthersCanceled'))

export type AuditDue = {
  /** Resolves when everything due is in the log, or could not be moved and will be tried again. */
  takeUp(): Promise<void>
  close(): Promise<void>
}

const AGAIN_MS = 1_000
const ROWS_AT_ONCE = 100
/** A shard may receive a command as late as its key can be repeated, and the log must not contain it twice then. */
export const DONE_KEPT_MS = 2 * callLimits.idempotencyKeptMs

/** Resolves when the rows that a killed server has left are in the log. */
export async function openAuditDue({ sql, log }: { readonly sql: Sql; readonly log: Log }): Promise<AuditDue> {
  let isClosed = false
  let later: ReturnType<typeof setTimeout> | undefined
  const takeUpAll = async (): Promise<void> => {
    while (!isClosed && (await sql.begin(takeUpSome)) === ROWS_AT_ONCE);
  }
  let work: Promise<void> = Promise.resolve()
  const takeUp = (): Promise<void> => {
    clearTimeout(later)
    work = work.then(takeUpAll).catch((error: unknown) => {
      log.error({ error }, 'Could not write a change to the audit log yet; trying again')
      if (!isClosed) later = setTimeout(() => void takeUp(), AGAIN_MS)
    })
    return work
  }
  await takeUp()
  return {
    takeUp,
    async close() {
      await work
      isClosed = true
      clearTimeout(later)
    },
  }
}

async function takeUpSome(tx: TransactionSql): Promise<number> {
  const rows = await tx<Due[]>`
    select shard, seq, asked, at, desk, action, change from audit_due
    where not is_done order by at, asked, shard limit ${ROWS_AT_ONCE} for update`
  const asked = [...new Map(rows.map((row) => [row.asked, row])).values()]
  const known = await tx<{ asked: string }[]>`
    select distinct asked from audit_due where is_done and asked = any(${asked.map((row) => row.asked)}::text[])`
  for (const { shard, seq } of rows) await tx`update audit_due set is_done = true where shard = ${shard} and seq = ${seq}`
  const newest = rows.at(-1)
  if (newest !== undefined) await tx`delete from audit_due where is_done and at < ${newest.at - DONE_KEPT_MS}`
  for (const { asked: id, at, desk, action, change } of asked)
    if (!known.some((one) => one.asked === id)) await appendAudit(tx, { at, desk, action, ...change })
  return rows.length
}
