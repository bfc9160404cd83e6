/** The table of held requests. Each change of a request locks its row first. */
import type { HeldRequestView } from '@parley/contracts'
import type { DeskId, HeldRequest, Instant, UserId } from '@parley/core'
import type { Sql, SqlTag, TransactionSql } from '../../database/sql.ts'
import type { HeldContent, HeldResult } from './sending.ts'

export const HELD_REQUESTS = 'parley_held_requests'

export type HeldRow = HeldContent & {
  readonly desk: DeskId
  readonly sender: UserId
  readonly via: string
  /** The sender's Idempotency-Key with the content that it was sent with; null without a key. */
  readonly requestKey: string | null
  readonly summary: string
  readonly heldAt: number
  readonly expiresAt: number
  readonly state: HeldRequest['state']
  readonly decidedBy: UserId | null
  readonly endedAt: number | null
  readonly result: HeldResult | null
}

/** Ended requests are listed this long, and removed after a day. The audit log keeps what happened. */
const LISTED_FOR_MS = 3_600_000
const KEPT_FOR_MS = 24 * 3_600_000
const LISTED_AT_MOST = 100

const columns = (sql: SqlTag) => sql`
  id, desk, sender, via, address, request_key as "requestKey", call, params, query, body, summary, held_at as "heldAt",
  expires_at as "expiresAt", state, decided_by as "decidedBy", ended_at as "endedAt", result`

/** Newest first. */
export const listHeld = (sql: Sql, desk: string, now: number): Promise<readonly HeldRow[]> => sql<HeldRow[]>`
  select ${columns(sql)} from held_request where desk = ${desk} and (state = 'HELD' or ended_at > ${now - LISTED_FOR_MS})
  order by held_at desc, id limit ${LISTED_AT_MOST}`

/** Undefined if the desk has no such request. Waits for a change of it that is not committed yet. */
export async function lockHeld(tx: TransactionSql, desk: string, id: string): Promise<HeldRow | undefined> {
  const [row] = await tx<HeldRow[]>`select ${columns(tx)} from held_request where id = ${id} and desk = ${desk} for update`
  return row
}

export async function findByKey(tx: TransactionSql, { desk, sender, requestKey }: HeldRow): Promise<HeldRow | undefined> {
  if (requestKey === null) return undefined
  const [row] = await tx<HeldRow[]>`
    select ${columns(tx)} from held_request where desk = ${desk} and sender = ${sender} and request_key = ${requestKey}`
  return row
}

export async function countWaiting(tx: TransactionSql, desk: string, now: number): Promise<number> {
  const [row] = await tx<{ waiting: number }[]>`
    select count(*)::int as waiting from held_request where desk = ${desk} and state = 'HELD' and expires_at > ${now}`
  return row!.waiting
}

export async function insertHeld(tx: TransactionSql, row: HeldRow): Promise<void> {
  const { id, desk, sender, via, address, requestKey, call, params, query, body, summary, heldAt, expiresAt } = row
  await tx`
    insert into held_request (id, desk, sender, via, address, request_key, call, params, query, body, summary, held_at, expires_at)
    values (${id}, ${desk}, ${sender}, ${via}, ${address}, ${requestKey}, ${call}, ${json(params)}::text::jsonb, ${json(query)}::text::jsonb,
      ${json(body)}::text::jsonb, ${summary}, ${heldAt}, ${expiresAt})`
}

const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

export async function writeHeld(tx: TransactionSql, id: string, held: HeldRequest): Promise<void> {
  const by = 'by' in held ? held.by : null
  const at = 'at' in held ? held.at : null
  await tx`update held_request set state = ${held.state}, decided_by = ${by}, ended_at = ${at} where id = ${id}`
}

export async function writeResult(tx: TransactionSql, id: string, result: HeldResult): Promise<void> {
  await tx`update held_request set result = ${JSON.stringify(result)}::text::jsonb where id = ${id}`
}

export const notifyHeld = async (tx: TransactionSql, desk: string): Promise<void> => {
  await tx`select pg_notify(${HELD_REQUESTS}, ${desk})`
}

/** Those of the whole desk, of one person, or of one session. */
export type WaitingOf = { readonly user?: string | undefined; readonly via?: string | undefined }

export const listWaiting = (sql: Sql, desk: string, { user, via }: WaitingOf) => sql<{ id: string }[]>`
  select id from held_request where desk = ${desk} and state = 'HELD' and sender = coalesce(${user ?? null}, sender)
    and via = coalesce(${via ?? null}, via) order by held_at, id`

export const listDue = (sql: Sql, now: number) => sql<{ id: string; desk: string }[]>`
  select id, desk from held_request where state = 'HELD' and expires_at <= ${now} order by expires_at`

/** When the next request expires; undefined if none waits. */
export async function nextExpiry(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ at: number | null }[]>`select min(expires_at) as at from held_request where state = 'HELD'`
  return row?.at ?? undefined
}

export async function removeOld(sql: Sql, now: number): Promise<void> {
  await sql`delete from held_request where state <> 'HELD' and ended_at < ${now - KEPT_FOR_MS}`
}

/** The part of a row that the rules read. */
export function heldFrom({ state, sender, expiresAt, decidedBy, endedAt }: HeldRow): HeldRequest {
  const kept = { sender, expiresAt: expiresAt as Instant }
  const at = (endedAt ?? 0) as Instant
  switch (state) {
    case 'HELD':
      return { ...kept, state }
    case 'APPROVED':
    case 'DECLINED':
      return { ...kept, state, by: decidedBy!, at }
    case 'WITHDRAWN':
    case 'CANCELLED':
    case 'EXPIRED':
      return { ...kept, state, at }
  }
}

export const presentHeld = (row: HeldRow, nameOf: (id: string) => string): HeldRequestView => ({
  ...{ id: row.id, state: row.state, sender: row.sender, sender_name: nameOf(row.sender), summary: row.summary },
  ...{ held_at: row.heldAt, expires_at: row.expiresAt, ended_at: row.endedAt },
  ...{ decided_by: row.decidedBy, decided_by_name: row.decidedBy === null ? null : nameOf(row.decidedBy), result: row.result },
})
