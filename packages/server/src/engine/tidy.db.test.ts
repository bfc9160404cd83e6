import { describe, expect, it, vi } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { beginning } from './hash-chain.ts'
import type { Batch } from './journal.ts'
import { createPostgresJournal } from './postgres-journal.ts'

const database = withTestDatabase()
const shard = { name: 'DBT-BTC', group: 1 }
const NOTIFICATIONS = 1_200

/** One decision with one notification. */
const decided = (seq: number): Batch<never> => ({
  entries: [
    {
      seq,
      decision: seq,
      epoch: 1,
      at: 1,
      command: 'Say',
      actor: 'null',
      event: '{}',
      caller: undefined,
      hashBefore: beginning,
      hash: beginning,
    },
  ],
  notifications: [{ decision: seq, seq, place: 0, audience: 'everybody', channel: 'words', event: 'ADDED', data: '{}' }],
  rows: [],
  requests: [],
})

const keep = { notificationsAfterSeq: NOTIFICATIONS, snapshots: 1 }

describe('old notes are removed', () => {
  it('all of them, while the shard continues to commit, and readers who missed them learn that from the first one on', async () => {
    const { sql } = database
    const journal = createPostgresJournal<never>(sql, () => [])
    const epoch = await journal.takeOver(shard)
    await sql`
      insert into outbox_message (shard_group, decision, seq, place, audience, channel, event, data)
      select 1, seq, seq, 0, 'everybody', 'words', 'ADDED', '{}' from generate_series(1, ${NOTIFICATIONS}) as seq`
    const stored = () => journal.notificationsAfter(shard.group, 0, NOTIFICATIONS + 1, ['everybody'], 'words', 2 * NOTIFICATIONS)
    expect(await stored()).toHaveLength(NOTIFICATIONS)
    let tidied: Promise<void> | undefined
    await sql.begin(async (open) => {
      await open`select from outbox_message where seq = ${NOTIFICATIONS} for update`
      tidied = journal.tidy(shard, keep)
      await vi.waitFor(
        async () => {
          const waiting =
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from outbox_message%'`
          expect(waiting).toHaveLength(1)
        },
        { timeout: 60_000, interval: 10 },
      )
      await journal.append(shard, epoch, decided(NOTIFICATIONS + 1))
      expect(await stored()).toBeUndefined()
    })
    await tidied
    expect(await sql`select seq from outbox_message`).toMatchObject([{ seq: NOTIFICATIONS + 1 }])
    expect(await journal.notificationsAfter(shard.group, NOTIFICATIONS, NOTIFICATIONS + 1, ['everybody'], 'words', 10)).toHaveLength(1)
  })
})
