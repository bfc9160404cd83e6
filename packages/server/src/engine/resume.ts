/** Durable notifications again, for clients that resume. */
import type { Engine, Shard, ShardName } from './engine.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { lastNumberAt } from './notification-numbers.ts'

type Resuming = {
  readonly journal: Pick<Journal<never>, 'notificationsAfter'>
  readonly limits: Limits
  readonly now: () => number
  readonly groups: ReadonlyMap<number, Shard>
  /** The number of the last decision that was published. */
  readonly positionOf: (shard: ShardName) => number
}

export const createResume =
  ({ journal, limits, now, groups, positionOf }: Resuming): Engine<never, never>['notificationsAfter'] =>
  async (group, seq, audiences, channel) => {
    const shard = groups.get(group)
    if (shard === undefined || seq < lastNumberAt(now() - limits.notificationsKeptMs)) return undefined
    const rows = await journal.notificationsAfter(group, seq, positionOf(shard.name), audiences, channel, limits.notificationsPerResume)
    return rows?.map(({ place: _, data: text, ...notification }) => ({ ...notification, shard, data: JSON.parse(text) as object, text }))
  }
