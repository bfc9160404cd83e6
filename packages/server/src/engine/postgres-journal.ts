/** The journal in PostgreSQL: one transaction for everything decided since the last one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import type { Refusal } from '@parley/core'
import type { Audience, Shard } from './engine.ts'
import { transaction } from '../postgres/transaction.ts'
import { ShardFenced } from './engine-unavailable.ts'
import { beginning } from './hash-chain.ts'
import { canonicalJson } from './canonical-json.ts'
import { noFaults, type Entry, type Faults, type Journal, type NoteRow, type RememberedAnswer, type StoredSnapshot } from './journal.ts'

type WriteRows<Row> = (sql: TransactionSql, rows: readonly Row[]) => Promise<void>

export function createPostgresJournal<Row>(sql: Sql, writeRows: WriteRows<Row>, faults: Faults = noFaults): Journal<Row> {
  return {
    async takeOver({ name, group }) {
      await sql`insert into shard_lease (shard, shard_group) values (${name}, ${group}) on conflict (shard) do nothing`
      const [lease] = await sql<{ epoch: number }[]>`
        update shard_lease set epoch = epoch + 1, holder = ${`process ${process.pid}`}, taken_at = now() where shard = ${name} returning epoch`
      return lease!.epoch
    },
    async renew({ name }, epoch) {
      const [lease] = await sql<{ epoch: number }[]>`
        update shard_lease set epoch = epoch + 1, taken_at = now() where shard = ${name} and epoch = ${epoch} returning epoch`
      return lease?.epoch
    },
    async append(shard, epoch, batch) {
      await transaction(sql, async (open) => {
        // The lock on the lease is held to the end: whoever takes the shard over waits for this transaction, and the next one finds them.
        const fence = open`select from shard_lease where shard = ${shard.name} and epoch = ${epoch} for update`
        // All statements are on their way before the first is answered.
        const [held] = await Promise.all([
          fence,
          appendEntries(open, shard, batch.entries),
          appendNotes(open, shard, batch.notes),
          rememberAnswers(open, shard, batch.answers),
          batch.rows.length > 0 ? writeRows(open, batch.rows) : undefined,
        ])
        if (held.count === 0) throw new ShardFenced(shard.name, epoch)
        if (faults('CommitIsSlow', shard)) await delay(20)
        if (faults('CommitFails', shard)) throw new Error('the commit failed, as the test wished')
      })
      if (faults('AnswerOfCommitIsLost', shard)) throw new Error('the connection was lost, as the test wished')
    },
    async newestSnapshot({ name }) {
      const [snapshot] = await sql<StoredSnapshot[]>`
        select seq, at, state, encode(state_hash, 'hex') as "stateHash", encode(hash, 'hex') as hash
        from snapshot where shard = ${name} order by seq desc limit 1`
      return snapshot
    },
    async saveSnapshot({ name }, { seq, at, state, stateHash, hash }) {
      await sql`
        insert into snapshot (shard, seq, at, state, state_hash, hash)
        values (${name}, ${seq}, ${at}, ${state}, decode(${stateHash}, 'hex'), decode(${hash}, 'hex')) on conflict do nothing`
    },
    async last({ name }) {
      const [row] = await sql<{ seq: number; hash: string }[]>`
        select seq, encode(hash, 'hex') as hash from journal where shard = ${name} order by journal.seq desc limit 1`
      return row ?? { seq: 0, hash: beginning }
    },
    async read({ name }, afterSeq, most) {
      const rows = await sql<EntryRow[]>`
        select seq, epoch, at, command, actor, event, scope, key, body_hash, encode(hash_before, 'hex') as hash_before, encode(hash, 'hex') as hash
        from journal where shard = ${name} and seq > ${afterSeq} order by journal.seq limit ${most}`
      return rows.map(entryOf)
    },
    async answers({ name }, after, most) {
      const rows = await sql<AnswerRow[]>`
        select scope, key, body_hash, at, first_seq, last_seq, refusal from remembered_answer
        where shard = ${name} and at > ${after} order by at desc limit ${most}`
      return rows.map(answerOf).reverse()
    },
    notesAfter: (group, after, upTo, audiences, channel, most) => notesAfter(sql, { group, after, upTo, audiences, channel, most }),
    async tidy({ name, group }, keep) {
      await transaction(sql, async (open) => {
        await open`update shard_lease set notes_after = greatest(notes_after, ${keep.notesAfterSeq}) where shard = ${name}`
        await open`delete from note where shard_group = ${group} and seq <= ${keep.notesAfterSeq}`
      })
      await sql`delete from remembered_answer where shard = ${name} and at <= ${keep.answersAfter}`
      await sql`
        delete from snapshot where shard = ${name} and seq not in
          (select seq from snapshot where shard = ${name} order by seq desc limit ${keep.snapshots})`
    },
  }
}

/** One text for each column, a line for each row: half the cost of arrays and a third of JSON, on both sides. */
const column = (lines: readonly string[]): string => lines.join('\n')

async function appendEntries(sql: TransactionSql, shard: Shard, entries: readonly Entry[]): Promise<void> {
  const first = entries[0]
  if (first === undefined) return
  await sql`
    insert into journal (shard, seq, epoch, at, command, actor, event, scope, key, body_hash, hash_before, hash)
    select ${shard.name}, ${first.seq}::bigint + place - 1, epoch::bigint, at::bigint, command, actor::jsonb, event::jsonb,
      caller::jsonb ->> 0, caller::jsonb ->> 1, caller::jsonb ->> 2, decode(hash_before, 'hex'), decode(hash, 'hex')
    from rows from (
      string_to_table(${column(entries.map(({ epoch }) => String(epoch)))}, E'\n'),
      string_to_table(${column(entries.map(({ at }) => String(at)))}, E'\n'),
      string_to_table(${column(entries.map(({ command }) => command))}, E'\n'),
      string_to_table(${column(entries.map(({ actor }) => actor))}, E'\n', 'null'),
      string_to_table(${column(entries.map(({ event }) => event))}, E'\n'),
      string_to_table(${column(entries.map(({ caller }) => (caller === undefined ? '' : JSON.stringify([caller.scope, caller.key, caller.bodyHash]))))}, E'\n', ''),
      string_to_table(${column(entries.map(({ hashBefore }) => hashBefore))}, E'\n'),
      string_to_table(${column(entries.map(({ hash }) => hash))}, E'\n')
    ) with ordinality as entry (epoch, at, command, actor, event, caller, hash_before, hash, place)`
}

async function appendNotes(sql: TransactionSql, shard: Shard, notes: readonly NoteRow[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    insert into note (shard_group, seq, place, audience, channel, event, data)
    select ${shard.group}, seq::bigint, place::integer, audience, channel, event, data::jsonb
    from rows from (
      string_to_table(${column(notes.map(({ seq }) => String(seq)))}, E'\n'),
      string_to_table(${column(notes.map(({ place }) => String(place)))}, E'\n'),
      string_to_table(${column(notes.map(({ audience }) => audience))}, E'\n'),
      string_to_table(${column(notes.map(({ channel }) => channel))}, E'\n'),
      string_to_table(${column(notes.map(({ event }) => event))}, E'\n'),
      string_to_table(${column(notes.map(({ data }) => data))}, E'\n')
    ) as note (seq, place, audience, channel, event, data)`
}

type EntryRow = {
  readonly seq: number
  readonly epoch: number
  readonly at: number
  readonly command: string
  readonly actor: unknown
  readonly event: unknown
  readonly scope: string | null
  readonly key: string | null
  readonly body_hash: string | null
  readonly hash_before: string
  readonly hash: string
}

const entryOf = (row: EntryRow): Entry => ({
  seq: row.seq,
  epoch: row.epoch,
  at: row.at,
  command: row.command,
  actor: canonicalJson(row.actor),
  event: canonicalJson(row.event),
  caller: row.scope === null ? undefined : { scope: row.scope, key: row.key!, bodyHash: row.body_hash! },
  hashBefore: row.hash_before,
  hash: row.hash,
})

type AnswerRow = { scope: string; key: string; body_hash: string; at: number; first_seq: number; last_seq: number; refusal: Refusal | null }

const answerOf = (row: AnswerRow): RememberedAnswer => ({
  caller: { scope: row.scope, key: row.key, bodyHash: row.body_hash },
  at: row.at,
  firstSeq: row.first_seq,
  lastSeq: row.last_seq,
  refusal: row.refusal ?? undefined,
})

async function rememberAnswers(sql: TransactionSql, shard: Shard, answers: readonly RememberedAnswer[]): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map(({ caller, at, firstSeq, lastSeq, refusal }) => ({ ...caller, at, firstSeq, lastSeq, refusal: refusal ?? null }))
  await sql`
    insert into remembered_answer (shard, scope, key, body_hash, at, first_seq, last_seq, refusal)
    select ${shard.name}, scope, key, "bodyHash", at, "firstSeq", "lastSeq", nullif(refusal, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as answer (scope text, key text, "bodyHash" text, at bigint, "firstSeq" bigint, "lastSeq" bigint, refusal jsonb)
    on conflict (shard, scope, key) do update set
      body_hash = excluded.body_hash, at = excluded.at, first_seq = excluded.first_seq, last_seq = excluded.last_seq, refusal = excluded.refusal`
}

type Wanted = { group: number; after: number; upTo: number; audiences: readonly Audience[]; channel: string; most: number }

async function notesAfter(sql: Sql, { group, after, upTo, audiences, channel, most }: Wanted): Promise<readonly NoteRow[] | undefined> {
  const rows = await sql<(Omit<NoteRow, 'data'> & { data: object })[]>`
    select seq, place, audience, channel, event, data from note
    where shard_group = ${group} and seq > ${after} and seq <= ${upTo} and audience = any(${audiences as string[]}) and channel = ${channel}
    order by seq, place limit ${most + 1}`
  // Asked after the rows were read: what was removed in the meantime shows here.
  const [lease] = await sql<{ after: number }[]>`select notes_after as after from shard_lease where shard_group = ${group}`
  if (rows.length > most || lease === undefined || after < lease.after) return undefined
  return rows.map((row) => ({ ...row, data: JSON.stringify(row.data) }))
}
