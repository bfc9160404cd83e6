/** The journal as a plain object. It outlives the engines that write it, as a database would. For tests and simulations of whole days. */
import { setImmediate as turn } from 'node:timers/promises'
import type { Idempotency, Shard } from '../../src/engine/engine.ts'
import { ShardFenced } from '../../src/engine/engine-unavailable.ts'
import { beginning } from '../../src/engine/hash-chain.ts'
import {
  noFaults,
  type Entry,
  type Faults,
  type Journal,
  type DecidedRequest,
  type NotificationRow,
  type StoredSnapshot,
} from '../../src/engine/journal.ts'

type StoredShard = {
  /** Unknown until the shard is taken over. */
  name?: string
  epoch: number
  readonly entries: Entry[]
  notifications: NotificationRow[]
  notificationsAfter: number
  readonly requests: Map<string, DecidedRequest>
  snapshots: StoredSnapshot[]
}

/** `write` receives the read model's rows of each commit. */
export function createMemoryJournal<Row>(write: (rows: readonly Row[]) => void = () => undefined, faults: Faults = noFaults): Journal<Row> {
  const shards = new Map<number, StoredShard>()
  const keptOf = ({ group }: Pick<Shard, 'group'>): StoredShard => {
    const found = shards.get(group) ?? {
      epoch: 0,
      entries: [],
      notifications: [],
      notificationsAfter: 0,
      requests: new Map(),
      snapshots: [],
    }
    shards.set(group, found)
    return found
  }
  return {
    async takeOver(shard) {
      const kept = keptOf(shard)
      kept.name = shard.name
      return (kept.epoch += 1)
    },
    async renew(shard, epoch) {
      const kept = keptOf(shard)
      return kept.epoch === epoch ? (kept.epoch += 1) : undefined
    },
    // All engines on this journal run in one process.
    lost: () => Promise.resolve([]),
    async append(shard, epoch, batch, onSent) {
      onSent?.()
      await turn()
      if (faults('CommitIsSlow', shard)) for (let i = 0; i < 20; i++) await turn()
      const kept = keptOf(shard)
      if (kept.epoch !== epoch) throw new ShardFenced(shard.name, epoch)
      if (faults('CommitFails', shard)) throw new Error('the commit failed, as the test requested')
      for (const entry of batch.entries) {
        if (entry.seq !== kept.entries.length + 1) throw new Error(`sequence number ${entry.seq} does not follow`)
        kept.entries.push(entry)
      }
      kept.notifications.push(...batch.notifications)
      for (const request of batch.requests) kept.requests.set(idOf(request.caller), request)
      write(batch.rows)
      if (faults('AnswerOfCommitIsLost', shard)) throw new Error('the connection was lost, as the test requested')
    },
    async newestSnapshot(shard, upTo = Infinity) {
      return keptOf(shard).snapshots.findLast(({ seq }) => seq <= upTo)
    },
    async saveSnapshot(shard, snapshot) {
      keptOf(shard).snapshots.push(snapshot)
    },
    async last(shard) {
      const entry = keptOf(shard).entries.at(-1)
      return entry ?? { seq: 0, hash: beginning }
    },
    async read(shard, afterSeq, most) {
      return keptOf(shard).entries.slice(afterSeq, afterSeq + most)
    },
    async requests(shard, after, most) {
      const decided = [...keptOf(shard).requests.values()].filter(({ at }) => at > after)
      return decided.slice(-most).map(({ caller, at }) => ({ ...caller, at }))
    },
    async shardOfRequest(caller) {
      return [...shards.values()].find(({ requests }) => requests.has(idOf(caller)))?.name
    },
    async request(shard, caller) {
      return keptOf(shard).requests.get(idOf(caller))
    },
    async lastNotification(shard) {
      const kept = keptOf(shard)
      return kept.notifications.reduce((last, { seq }) => Math.max(last, seq), kept.notificationsAfter)
    },
    async lastNotificationUpTo(shard, seq) {
      const kept = keptOf(shard)
      const earlier = kept.notifications.filter(({ decision }) => decision <= seq)
      return earlier.reduce((last, one) => Math.max(last, one.seq), kept.notificationsAfter)
    },
    async notificationsBetween(group, after, upTo) {
      return keptOf({ group }).notifications.filter(({ decision }) => decision > after && decision <= upTo)
    },
    async notificationsAfter(group, after, upTo, audiences, channel, most) {
      const kept = keptOf({ group })
      if (after < kept.notificationsAfter) return undefined
      const wanted = kept.notifications.filter(
        (notification) =>
          notification.seq > after &&
          notification.decision <= upTo &&
          notification.channel === channel &&
          audiences.includes(notification.audience),
      )
      return wanted.length > most ? undefined : wanted
    },
    async tidy(shard, keep) {
      const kept = keptOf(shard)
      const removed = kept.notifications.filter(({ decision }) => decision <= keep.notificationsAfterSeq)
      kept.notifications = kept.notifications.filter(({ decision }) => decision > keep.notificationsAfterSeq)
      kept.notificationsAfter = removed.reduce((last, { seq }) => Math.max(last, seq), kept.notificationsAfter)
      kept.snapshots = kept.snapshots.slice(-keep.snapshots)
    },
  }
}

const idOf = ({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string => JSON.stringify([scope, key])
