/** Publishes to a desk that one of its users set or removed a limit, so that every screen that lists limits reads them again. */
import { channels, type LimitChangeView } from '@parley/contracts'
import type { ShardEvent } from '@parley/core'
import type { Shard } from '../engine/engine.ts'
import type { Projection } from '../engine/projector.ts'
import type { NotificationChannel } from '../calls/channel.ts'
import type { ProtectionService } from './service.ts'
import { presentLimit } from './wire.ts'

export const LIMIT_CHANNEL = 'protection_limits'

/** Names its market: a limit that moves to a product of another market is set in one and removed from the other. */
export const projectLimits = (events: readonly ShardEvent[], { group }: Pick<Shard, 'group'>): Projection<never> => ({
  rows: [],
  notifications: events.flatMap((event) => {
    if (event.kind !== 'LimitSet' && event.kind !== 'LimitRemoved') return []
    const change: LimitChangeView =
      event.kind === 'LimitSet'
        ? { kind: 'SET', seq_group: group, id: event.limit.id, limit: presentLimit(event.limit) }
        : { kind: 'REMOVED', seq_group: group, id: event.id, limit: null }
    const sent = event.kind === 'LimitSet' ? ('ADDED' as const) : ('REMOVED' as const)
    return [{ audience: `desk:${event.desk}` as const, channel: LIMIT_CHANNEL, event: sent, data: change }]
  }),
})

export const limitChannel = (service: Pick<ProtectionService, 'limitsOf'>): NotificationChannel => ({
  kind: 'notifications',
  name: LIMIT_CHANNEL,
  also: channels.protection_limits.also,
  snapshot: async ({ desk }) =>
    (await service.limitsOf(desk)).map(({ group, limit }): LimitChangeView => ({
      kind: 'SET',
      seq_group: group,
      id: limit.id,
      limit: presentLimit(limit),
    })),
})
