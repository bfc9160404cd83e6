/** The journal in PostgreSQL: one statement for everything decided since the last one. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { SqlTag, Sql } from '../database/sql.ts'
import { commitStatement, isFenced } from './commit-statement.ts'
import { ShardFenced } from './engine-unavailable.ts'
import type { ShardName } from './engine.ts'
import { noFaults, type Faults, type Journal } from './journal.ts'
import type { Part } from './projector.ts'
import { readPostgresJournal } from './read-postgres-journal.ts'

const NOTIFICATIONS_AT_ONCE = 500

type PartsOf<Row> = (sql: SqlTag, rows: readonly Row[]) => readonly Part[]

/** The name of this process. Another one, perhaps on another machine, may have the same number. */
export const newHolder = (): string => `process ${process.pid} ${randomUUID()}`

/** `holder` is the name under which it takes shards over. */
export function createPostgresJournal<Row>(
  sql: Sql,
  partsOf: PartsOf<Row>,
  faults: Faults = noFaults,
  holder: string = newHolder(),
): Journal<Row> {
  return {
    async takeOver({ name, group }) {
      await sql`insert into shard_lease (shard, shard_group) values (${name}, ${group}) on conflict (shard) do nothing`
      const [lease] = await sql<{ epoch: number }[]>`
        update shard_lease set epoch = epoch + 1, holder = ${holder}, taken_at = now() where shard = ${name} returning epoch`
      return lease!.epoch
    },
    async renew({ name }, epoch) {
      const [lease] = await sql<{ epoch: number }[]>`
        update shard_lease set epoch = epoch + 1, taken_at = now() where shard = ${name} and epoch = ${epoch} returning epoch`
      return lease?.epoch
    },
    async lost(shards) {
      const rows = await sql<{ shard: ShardName }[]>`
        select shard from shard_lease where shard = any(${shards.map(({ name }) => name)}::text[]) and holder <> ${holder}`
      return rows.map(({ shard }) => shard)
    },
    async append(shard, epoch, batch, onSent) {
      const statement = (on: SqlTag) => commitStatement(on, shard, epoch, batch, batch.rows.length > 0 ? partsOf(on, batch.rows) : [])
      const [isSlow, fails] = [faults('CommitIsSlow', shard), faults('CommitFails', shard)]
      try {
        const written = isSlow || fails ? inAFaultyTransaction(sql, statement, { isSlow, fails }) : statement(sql).execute(onSent)
        const { count } = await written
        if (count === 0) throw new ShardFenced(shard.name, epoch)
      } catch (error) {
        throw isFenced(error) ? new ShardFenced(shard.name, epoch) : error
      }
      if (faults('AnswerOfCommitIsLost', shard)) throw new Error('the connection was lost, as the test requested')
    },
    ...readPostgresJournal(sql),
    async saveSnapshot({ name }, { seq, at, state, stateHash, hash }) {
      await sql`
        insert into snapshot (shard, seq, at, state, state_hash, hash)
        values (${name}, ${seq}, ${at}, ${state}, decode(${stateHash}, 'hex'), decode(${hash}, 'hex')) on conflict do nothing`
    },
    async tidy({ name, group }, keep) {
      // Updated first, in a separate statement: a commit needs the lease too, and must not wait until thousands of notifications are deleted.
      await sql`
        update shard_lease set messages_after = greatest(messages_after, (
          select max(seq) from outbox_message where shard_group = ${group} and decision <= ${keep.notificationsAfterSeq}
        )) where shard = ${name}`
      await removeNotifications(sql, group, keep.notificationsAfterSeq)
      await sql`
        delete from snapshot where shard = ${name} and seq not in
          (select seq from snapshot where shard = ${name} order by seq desc limit ${keep.snapshots})`
    },
  }
}

/** In small steps, so that the disk and the database have time for commits in between. */
async function removeNotifications(sql: Sql, group: number, upTo: number): Promise<void> {
  for (let removed = NOTIFICATIONS_AT_ONCE; removed === NOTIFICATIONS_AT_ONCE;) {
    const { count } = await sql`
      delete from outbox_message where (shard_group, decision, place) in
        (select shard_group, decision, place from outbox_message where shard_group = ${group} and decision <= ${upTo} order by decision limit ${NOTIFICATIONS_AT_ONCE})`
    removed = count
  }
}

/** If a test requests it: the commit comes late, or not at all. */
const inAFaultyTransaction = (sql: Sql, statement: (on: SqlTag) => Part, { isSlow, fails }: { isSlow: boolean; fails: boolean }) =>
  sql.begin(async (open) => {
    const written = await statement(open)
    if (isSlow) await delay(20)
    if (fails) throw new Error('the commit failed, as the test requested')
    return written
  })
