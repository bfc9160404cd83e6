/**
 * A journal with sealed content: events, messages and snapshots are encrypted in every table, and plain everywhere else. The hashes cover the plain
 * text, so that the chain of a journal does not depend on the key.
 */
import type { Journal, NotificationRow, StoredEntry } from './journal.ts'
import type { Shard } from './engine.ts'

/** `about` binds a text to its row, so it cannot be opened if it is moved to another row. */
export type Sealing = {
  readonly seal: (plain: string, about: string) => string
  readonly open: (sealed: string, about: string) => string
}

const aboutEntry = (shard: string, seq: number): string => `journal ${shard} ${seq}`
const aboutMessage = (group: number, { decision, place }: Pick<NotificationRow, 'decision' | 'place'>): string =>
  `message ${group} ${decision} ${place}`
const aboutSnapshot = (shard: string, seq: number): string => `snapshot ${shard} ${seq}`

/** Commands of a sealed shard have no actor and no caller's key, because both are stored unencrypted. */
export function sealedJournal<Row>(journal: Journal<Row>, sealing: Sealing): Journal<Row> {
  return {
    ...journal,
    ...sealedReads(journal, sealing),
    append(shard, epoch, batch, onSent) {
      const entries = batch.entries.map((entry) => ({ ...entry, event: sealing.seal(entry.event, aboutEntry(shard.name, entry.seq)) }))
      const notifications = batch.notifications.map((row) => ({ ...row, data: sealing.seal(row.data, aboutMessage(shard.group, row)) }))
      return journal.append(shard, epoch, { ...batch, entries, notifications }, onSent)
    },
    saveSnapshot: (shard, snapshot) =>
      journal.saveSnapshot(shard, { ...snapshot, state: sealing.seal(snapshot.state, aboutSnapshot(shard.name, snapshot.seq)) }),
  }
}

type Reads = Pick<Journal<never>, 'read' | 'newestSnapshot' | 'last' | 'notificationsAfter' | 'notificationsBetween'>

export function sealedReads(journal: Reads, { open }: Pick<Sealing, 'open'>): Reads {
  const opened = ({ name }: Shard, entry: StoredEntry): StoredEntry => ({ ...entry, event: open(entry.event, aboutEntry(name, entry.seq)) })
  return {
    last: (shard) => journal.last(shard),
    async read(shard, afterSeq, most) {
      return (await journal.read(shard, afterSeq, most)).map((entry) => opened(shard, entry))
    },
    async newestSnapshot(shard, upTo) {
      const snapshot = await journal.newestSnapshot(shard, upTo)
      return snapshot && { ...snapshot, state: open(snapshot.state, aboutSnapshot(shard.name, snapshot.seq)) }
    },
    async notificationsBetween(group, after, upTo) {
      const rows = await journal.notificationsBetween(group, after, upTo)
      return rows.map((row) => ({ ...row, data: open(row.data, aboutMessage(group, row)) }))
    },
    async notificationsAfter(group, ...wanted) {
      const rows = await journal.notificationsAfter(group, ...wanted)
      return rows?.map((row) => ({ ...row, data: open(row.data, aboutMessage(group, row)) }))
    },
  }
}
