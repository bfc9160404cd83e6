/**
 * A commit as one statement, which is one message, one transaction and one answer: every part is a `with` of it. The lease is locked by the
 * statement's own select, which runs before the parts.
 */
import type { SqlTag } from '../database/sql.ts'
import type { Shard } from './engine.ts'
import type { Batch, DecidedRequest, Entry, NotificationRow } from './journal.ts'
import type { Part } from './projector.ts'

export function commitStatement<Row>(sql: SqlTag, shard: Shard, epoch: number, batch: Batch<Row>, rowParts: readonly Part[]): Part {
  const { entries, notifications, requests } = batch
  const isWriting = entries.length + notifications.length + requests.length > 0
  const own = isWriting
    ? [entriesPart(sql, shard, entries), notificationsPart(sql, shard, notifications), requestsPart(sql, shard, requests)]
    : []
  const named = [...own, ...rowParts].map((part, place) => sql`${place === 0 ? sql`with` : sql`,`} ${sql(`part_${place}`)} as (${part})`)
  // If there is nothing to write, the lock is not needed, and a transaction without locks does not wait for the disk.
  if (named.length === 0) return sql`select from shard_lease where shard = ${shard.name} and epoch = ${epoch}`
  // The lock on the lease is held to the end. A server that takes over the shard waits for this transaction, and the next transaction finds the
  // change.
  return sql`${named} select hold_shard(${shard.name}, ${epoch})`
}

/** Raised by `hold_shard`. */
export const isFenced = (error: unknown): boolean => (error as { code?: unknown }).code === 'PY001'

/** One text per column with one line per row: half the cost of arrays and a third of JSON, on both sides. */
const column = (lines: readonly string[]): string => lines.join('\n')

function entriesPart(sql: SqlTag, shard: Shard, entries: readonly Entry[]): Part {
  return sql`
    insert into journal (shard, seq, decision, epoch, at, command, actor, event, scope, key, said, hash_before, hash)
    select ${shard.name}, ${entries[0]?.seq ?? 0}::bigint + place - 1, decision::bigint, epoch::bigint, at::bigint, command, actor, event,
      caller::jsonb ->> 0, caller::jsonb ->> 1, caller::jsonb ->> 2, decode(hash_before, 'hex'), decode(hash, 'hex')
    from rows from (
      string_to_table(${column(entries.map(({ decision }) => String(decision)))}, E'\n'),
      string_to_table(${column(entries.map(({ epoch }) => String(epoch)))}, E'\n'),
      string_to_table(${column(entries.map(({ at }) => String(at)))}, E'\n'),
      string_to_table(${column(entries.map(({ command }) => command))}, E'\n'),
      string_to_table(${column(entries.map(({ actor }) => actor))}, E'\n', 'null'),
      string_to_table(${column(entries.map(({ event }) => event))}, E'\n'),
      string_to_table(${column(entries.map(({ caller }) => (caller === undefined ? '' : JSON.stringify([caller.scope, caller.key, caller.requestHash]))))}, E'\n', ''),
      string_to_table(${column(entries.map(({ hashBefore }) => hashBefore))}, E'\n'),
      string_to_table(${column(entries.map(({ hash }) => hash))}, E'\n')
    ) with ordinality as entry (decision, epoch, at, command, actor, event, caller, hash_before, hash, place)`
}

function notificationsPart(sql: SqlTag, shard: Shard, notifications: readonly NotificationRow[]): Part {
  return sql`
    insert into outbox_message (shard_group, decision, seq, place, audience, channel, event, data)
    select ${shard.group}, decision::bigint, seq::bigint, place::integer, audience, channel, event, data
    from rows from (
      string_to_table(${column(notifications.map(({ decision }) => String(decision)))}, E'\n'),
      string_to_table(${column(notifications.map(({ seq }) => String(seq)))}, E'\n'),
      string_to_table(${column(notifications.map(({ place }) => String(place)))}, E'\n'),
      string_to_table(${column(notifications.map(({ audience }) => audience))}, E'\n'),
      string_to_table(${column(notifications.map(({ channel }) => channel))}, E'\n'),
      string_to_table(${column(notifications.map(({ event }) => event))}, E'\n'),
      string_to_table(${column(notifications.map(({ data }) => data))}, E'\n')
    ) as outbox_message (decision, seq, place, audience, channel, event, data)`
}

function requestsPart(sql: SqlTag, shard: Shard, requests: readonly DecidedRequest[]): Part {
  return sql`
    insert into request (scope, key, said, state, at, shard, first_seq, last_seq, answer)
    select caller::jsonb ->> 0, caller::jsonb ->> 1, caller::jsonb ->> 2, state, at::bigint, ${shard.name}, first_seq::bigint, last_seq::bigint, answer
    from rows from (
      string_to_table(${column(requests.map(({ caller }) => JSON.stringify([caller.scope, caller.key, caller.requestHash])))}, E'\n'),
      string_to_table(${column(requests.map(stateOf))}, E'\n'),
      string_to_table(${column(requests.map(({ at }) => String(at)))}, E'\n'),
      string_to_table(${column(requests.map(({ firstSeq }) => String(firstSeq)))}, E'\n'),
      string_to_table(${column(requests.map(({ lastSeq }) => String(lastSeq)))}, E'\n'),
      string_to_table(${column(requests.map(({ refusal, given }) => (refusal === undefined ? (given ?? '') : JSON.stringify(refusal))))}, E'\n', '')
    ) as decided (caller, state, at, first_seq, last_seq, answer)
    on conflict (scope, key) do update set
      said = excluded.said, state = excluded.state, at = excluded.at, shard = excluded.shard, first_seq = excluded.first_seq,
      last_seq = excluded.last_seq, shards = null, wish = null, status = null, answer = excluded.answer`
}

/** A request that was decided but not answered yet is open: it is part of a request to several shards. */
const stateOf = ({ refusal, given }: DecidedRequest): string => (refusal !== undefined ? 'REFUSED' : given === undefined ? 'OPEN' : 'DONE')
