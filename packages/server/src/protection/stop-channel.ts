/** Publishes the start and the end of a stop to its desk: once for each shard, with the number from which it applies. */
import { channels, type TradingStopChangeView } from '@parley/contracts'
import type { ShardEvent, Stop, UserId } from '@parley/core'
import type { Shard } from '../engine/engine.ts'
import type { Projection } from '../engine/projector.ts'
import type { NotificationChannel } from '../calls/channel.ts'
import type { People } from './people.ts'
import type { ProtectionService } from './service.ts'

export const STOP_CHANNEL = 'trading_stop'

/** Contains ids in place of names. Names are looked up when it is published. */
type Noted = Omit<TradingStopChangeView, 'user_name'>

export const projectStops = (events: readonly ShardEvent[], { group }: Pick<Shard, 'group'>): Projection<never> => ({
  rows: [],
  notifications: events.flatMap((event) => {
    if (event.kind !== 'TradingStopped' && event.kind !== 'TradingAllowed') return []
    const { desk, user = '' } = event
    const [sent, data] =
      event.kind === 'TradingStopped'
        ? (['ADDED', noted('STOPPED', group, user, event.stop)] as const)
        : (['REMOVED', noted('ALLOWED', group, user, event)] as const)
    return [{ audience: `desk:${desk}`, channel: STOP_CHANNEL, event: sent, data }]
  }),
})

const noted = (kind: Noted['kind'], group: number, user: UserId | '', { by, at, why }: Stop): Noted => ({
  ...{ kind, seq_group: group, user: user === '' ? null : user, by, why: why ?? null, at },
})

const withNames = ({ nameOf }: Pick<People, 'nameOf'>, change: Noted): TradingStopChangeView => ({
  ...change,
  user_name: change.user === null ? null : nameOf(change.user),
  by: nameOf(change.by),
})

export const stopChannel = (service: Pick<ProtectionService, 'stopsOf'>, people: Pick<People, 'nameOf'>): NotificationChannel => ({
  kind: 'notifications',
  name: STOP_CHANNEL,
  also: channels.trading_stop.also,
  snapshot: async ({ desk }) =>
    (await service.stopsOf(desk)).map(({ group, user, stop }) => withNames(people, noted('STOPPED', group, user, stop))),
  whenSent: (data) => withNames(people, data as Noted),
})
