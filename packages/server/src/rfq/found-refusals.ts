/** Refusals that clients can find for a day: on their channel (rulebook 9.8), and by the client order ID (docs/decisions/0052). */
import { errors, type ErrorName } from '@parley/contracts'
import { SHARDS_MOST, type DeskId, type Refusal } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Audience, Notification } from '../engine/engine.ts'

/** No market uses this group. */
export const REFUSALS_GROUP = SHARDS_MOST
const shard = { name: 'refusals', group: REFUSALS_GROUP }
/** How long a refusal can be found, and how many of one desk. */
export const found = { keptMs: 24 * 3_600_000, keptMost: 1_000 } as const

export type FoundRefusal = { readonly call: string; readonly at: number; readonly refusal: Refusal }
export type PublishedRefusal = {
  readonly id: number
  /** Its number for the desk; null if clients cannot find it. */
  readonly seq: number | null
  readonly desk: DeskId
  readonly channel: string | null
  readonly clientOrderId: string | null
  readonly refusal: string
}

export function createFoundRefusals({ sql, now }: { readonly sql: Sql; readonly now: () => number }) {
  return {
    /** The last refused command that would have given the ID to a new order. */
    async ofName(desk: DeskId, clientOrderId: string): Promise<FoundRefusal | undefined> {
      const [row] = await sql<(Omit<FoundRefusal, 'refusal'> & { readonly refusal: string })[]>`
        select call, at, refusal from refused_command
        where desk = ${desk} and client_order_id = ${clientOrderId} and is_placing and at > ${now() - found.keptMs} order by id desc limit 1`
      return row === undefined ? undefined : { ...row, refusal: JSON.parse(row.refusal) as Refusal }
    },

    /** The notifications after a number of their reader. Those that are no longer kept are omitted. */
    async after(seq: number, audiences: readonly Audience[], channel: string): Promise<readonly Notification[]> {
      const desks = audiences.flatMap((audience) => (audience.startsWith('desk:') ? [audience.slice('desk:'.length)] : []))
      const rows = await sql<PublishedRefusal[]>`
        select id, seq, desk, channel, client_order_id as "clientOrderId", refusal from refused_command
        where desk = any(${desks}) and channel = ${channel} and seq > ${seq} and at > ${now() - found.keptMs}
        order by id desc limit ${found.keptMost}`
      return rows.toReversed().flatMap(notificationOf)
    },
  }
}

export function notificationOf({ id, seq, desk, channel, clientOrderId, refusal }: PublishedRefusal): readonly Notification[] {
  if (channel === null || seq === null) return []
  const { refused: error, message } = JSON.parse(refusal) as Refusal
  const data = {
    kind: 'REJECTED',
    quote: null,
    client_order_id: clientOrderId,
    error: { code: errors[error as ErrorName].code, error, message },
  }
  const audience: Audience = `desk:${desk}`
  return [{ shard, decision: id, seq, audience, channel, event: 'REMOVED', data }]
}
