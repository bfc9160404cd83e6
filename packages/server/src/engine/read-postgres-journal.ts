/** Reads the journal back from PostgreSQL: for the engine's start, and for checks. */
import type { SqlTag } from '../database/sql.ts'
import type { Refusal } from '@parley/core'
import type { Audience, ShardName } from './engine.ts'
import { beginning } from './hash-chain.ts'
import type { DecidedRequest, Entry, Journal, KnownRequest, NotificationRow, StoredSnapshot } from './journal.ts'

export type JournalReads = Pick<
  Journal<never>,
  | 'newestSnapshot'
  | 'last'
  | 'read'
  | 'requests'
  | 'shardOfRequest'
  | 'request'
  | 'lastNotification'
  | 'lastNotificationUpTo'
  | 'notificationsAfter'
  | 'notificationsBetween'
>

export function readPostgresJournal(sql: SqlTag): JournalReads {
  return {
    async newestSnapshot({ name }, upTo = Number.MAX_SAFE_INTEGER) {
      const [snapshot] = await sql<StoredSnapshot[]>`
        select seq, at, state, encode(state_hash, 'hex') as "stateHash", encode(hash, 'hex') as hash
        from snapshot where shard = ${name} and seq <= ${upTo} order by seq desc limit 1`
      return snapshot
    },
    async last({ name }) {
      const [row] = await sql<{ seq: number; hash: string }[]>`
        select seq, encode(hash, 'hex') as hash from journal where shard = ${name} order by journal.seq desc limit 1`
      return row ?? { seq: 0, hash: beginning }
    },
    async read({ name }, afterSeq, most) {
      const rows = await sql<EntryRow[]>`
        select seq, decision, epoch, at, command, actor, event, scope, key, said as "requestHash", encode(hash_before, 'hex') as hash_before,
          encode(hash, 'hex') as hash
        from journal where shard = ${name} and seq > ${afterSeq} order by journal.seq limit ${most}`
      return rows.map(entryOf)
    },
    async requests({ name }, after, most) {
      const rows = await sql<KnownRequest[]>`
        select scope, key, at from request where shard = ${name} and at > ${after} order by at desc limit ${most}`
      return [...rows].reverse()
    },
    async shardOfRequest({ scope, key }) {
      const [row] = await sql<{ shard: ShardName | null }[]>`select shard from request where scope = ${scope} and key = ${key}`
      return row?.shard ?? undefined
    },
    async request({ name }, { scope, key }) {
      const [row] = await sql<RequestRow[]>`
        select scope, key, said as "requestHash", at, first_seq, last_seq, state, answer from request
        where shard = ${name} and scope = ${scope} and key = ${key}`
      return row && requestOf(row)
    },
    async lastNotification({ name, group }) {
      const [row] = await sql<{ last: number | null }[]>`
        select greatest(
          (select messages_after from shard_lease where shard = ${name}),
          (select max(seq) from outbox_message where shard_group = ${group})
        ) as last`
      return row?.last ?? 0
    },
    async lastNotificationUpTo({ name, group }, seq) {
      const [row] = await sql<{ last: number | null }[]>`
        select greatest(
          (select messages_after from shard_lease where shard = ${name}),
          (select max(seq) from outbox_message where shard_group = ${group} and decision <= ${seq})
        ) as last`
      return row?.last ?? 0
    },
    notificationsBetween: (group, after, upTo) => sql<NotificationRow[]>`
      select decision, seq, place, audience, channel, event, data from outbox_message
      where shard_group = ${group} and decision > ${after} and decision <= ${upTo} order by decision, place`,
    notificationsAfter: (group, after, upTo, audiences, channel, most) =>
      notificationsAfter(sql, { group, after, upTo, audiences, channel, most }),
  }
}

type EntryRow = {
  readonly seq: number
  readonly decision: number
  readonly epoch: number
  readonly at: number
  readonly command: string
  readonly actor: string | null
  readonly event: string
  readonly scope: string | null
  readonly key: string | null
  readonly requestHash: string | null
  readonly hash_before: string
  readonly hash: string
}

const entryOf = (row: EntryRow): Entry => ({
  seq: row.seq,
  decision: row.decision,
  epoch: row.epoch,
  at: row.at,
  command: row.command,
  actor: row.actor ?? 'null',
  event: row.event,
  caller: row.scope === null ? undefined : { scope: row.scope, key: row.key!, requestHash: row.requestHash! },
  hashBefore: row.hash_before,
  hash: row.hash,
})

type RequestRow = {
  readonly scope: string
  readonly key: string
  readonly requestHash: string
  readonly at: number
  readonly first_seq: number
  readonly last_seq: number
  readonly state: 'OPEN' | 'DONE' | 'REFUSED'
  readonly answer: string | null
}

const requestOf = ({ scope, key, requestHash, at, first_seq, last_seq, state, answer }: RequestRow): DecidedRequest => ({
  caller: { scope, key, requestHash },
  at,
  firstSeq: first_seq,
  lastSeq: last_seq,
  refusal: state === 'REFUSED' ? (JSON.parse(answer!) as Refusal) : undefined,
  given: state === 'DONE' ? answer : undefined,
})

type Wanted = { group: number; after: number; upTo: number; audiences: readonly Audience[]; channel: string; most: number }

async function notificationsAfter(
  sql: SqlTag,
  { group, after, upTo, audiences, channel, most }: Wanted,
): Promise<readonly NotificationRow[] | undefined> {
  const rows = await sql<NotificationRow[]>`
    select decision, seq, place, audience, channel, event, data from outbox_message
    where shard_group = ${group} and seq > ${after} and decision <= ${upTo} and audience = any(${audiences as string[]}) and channel = ${channel}
    order by decision, place limit ${most + 1}`
  // Read after the rows, so that it shows what was removed in the meantime.
  const [lease] = await sql<{ after: number }[]>`select messages_after as after from shard_lease where shard_group = ${group}`
  if (rows.length > most || lease === undefined || after < lease.after) return undefined
  return rows
}
