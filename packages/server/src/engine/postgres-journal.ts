/** The journal in PostgreSQL: one transaction for everything decided since the last one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import type { Shard } from './engine.ts'
import { transaction } from '../postgres/transaction.ts'
import { ShardFenced } from './engine-unavailable.ts'
import { noFaults, type Entry, type Faults, type Journal, type NoteRow, type RememberedAnswer } from './journal.ts'
import { readPostgresJournal } from './read-postgres-journal.ts'

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
    async append(shard, epoch, batch, onSent) {
      await transaction(sql, async (open) => {
        // The lock on the lease is held to the end: whoever takes the shard over waits for this transaction, and the next one finds them.
        const fence = open`select from shard_lease where shard = ${shard.name} and epoch = ${epoch} for update`
        // All statements are on their way before the first is answered.
        const statements = Promise.all([
          fence,
          appendEntries(open, shard, batch.entries),
          appendNotes(open, shard, batch.notes),
          rememberAnswers(open, shard, batch.answers),
          batch.rows.length > 0 ? writeRows(open, batch.rows) : undefined,
        ])
        // Behind the driver's own write, which it has put off to the same moment.
        if (onSent !== undefined) setImmediate(onSent)
        const [held] = await statements
        if (held.count === 0) throw new ShardFenced(shard.name, epoch)
        if (faults('CommitIsSlow', shard)) await delay(20)
        if (faults('CommitFails', shard)) throw new Error('the commit failed, as the test wished')
      })
      if (faults('AnswerOfCommitIsLost', shard)) throw new Error('the connection was lost, as the test wished')
    },
    ...readPostgresJournal(sql),
    async saveSnapshot({ name }, { seq, at, state, stateHash, hash }) {
      await sql`
        insert into snapshot (shard, seq, at, state, state_hash, hash)
        values (${name}, ${seq}, ${at}, ${state}, decode(${stateHash}, 'hex'), decode(${hash}, 'hex')) on conflict do nothing`
    },
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
