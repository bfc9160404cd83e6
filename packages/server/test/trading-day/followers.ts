/** Sockets that follow one channel of one shard as one reader, and resume after the last received notification whenever their server is gone. */
import type { DeskId } from '@parley/core'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import type { Audience, Notification } from '../../src/engine/engine.ts'
import type { Journal, NotificationRow } from '../../src/engine/journal.ts'
import { outbox } from '../../src/api/dialects/grfq/messages.ts'
import { PROTECTION_CHANNEL } from '../../src/protection/projector.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'
import { DESKS } from './desks.ts'
import { SHARDS, type Server } from './server.ts'

export type Follower = {
  readonly group: number
  readonly audience: Audience
  readonly channel: string
  readonly received: string[]
  lastSeq: number
  server: Server | undefined
  /** Live notifications that arrived before the missed ones were read. */
  early: Notification[] | undefined
}

const own = [
  'rfqs',
  'rfq_orders',
  'orders',
  'trades',
  outbox.quote,
  outbox.quoteStatus,
  ...Object.values(outbox.order),
  ...Object.values(outbox.trade),
]
const channelsOf = (desk: DeskId) => [...own, PROTECTION_CHANNEL].map((channel) => [`desk:${desk}`, channel] as const)
const shared = ['trade_tape', outbox.rfq, outbox.quoteBook, outbox.tape].map((channel) => ['everybody', channel] as const)
const readers = [...shared, ...DESKS.slice(0, 3).flatMap(channelsOf)]

export const createFollowers = (): readonly Follower[] =>
  SHARDS.flatMap(({ group }) =>
    readers.map(([audience, channel]) => ({ group, audience, channel, received: [], lastSeq: 0, server: undefined, early: undefined })),
  )

const MOST_NOTIFICATIONS = 1_000_000
/** A database stores the members of an object in its own order. */
const textOf = ({ seq, event }: Pick<Notification, 'seq' | 'event'>, data: object): string => `${seq} ${event} ${canonicalJson(data)}`

function receive(follower: Follower, { seq, event, data }: Pick<Notification, 'seq' | 'event' | 'data'>): void {
  follower.received.push(textOf({ seq, event }, data))
  follower.lastSeq = seq
}

/** Starts to listen first, and requests what was missed in the same moment. */
export function follow(followers: readonly Follower[], server: Server, onBroken: (error: unknown) => void): void {
  server.engine.onNotifications((notifications) => {
    for (const notification of notifications)
      for (const follower of followers)
        if (
          follower.server === server &&
          follower.group === notification.shard.group &&
          follower.audience === notification.audience &&
          follower.channel === notification.channel
        )
          if (follower.early === undefined) receive(follower, notification)
          else follower.early.push(notification)
  })
  for (const follower of followers) void resume(follower, server).catch(onBroken)
}

async function resume(follower: Follower, server: Server): Promise<void> {
  const { group, lastSeq, audience, channel } = follower
  follower.server = server
  follower.early = []
  const missed = await server.engine.notificationsAfter(group, lastSeq, [audience], channel)
  if (follower.server !== server) return
  if (missed === undefined) throw new Error(`${audience} cannot resume ${channel} of ${group} after ${lastSeq}`)
  for (const notification of [...missed, ...follower.early]) receive(follower, notification)
  follower.early = undefined
}

/** Everything that the follower should have received by now. */
export async function publishedTo({ group, audience, channel }: Follower, journal: Journal<ProjectedRow>): Promise<readonly string[]> {
  const notifications = await journal.notificationsAfter(group, 0, Number.MAX_SAFE_INTEGER, [audience], channel, MOST_NOTIFICATIONS)
  return notifications!.map((notification) => textOf(notification, JSON.parse(notification.data) as object))
}

/** Everything that was ever published, reader by reader. */
export const everyNotification = (journal: Journal<ProjectedRow>): Promise<readonly (readonly NotificationRow[])[]> =>
  Promise.all(
    SHARDS.flatMap(({ group }) =>
      [...shared, ...DESKS.flatMap(channelsOf)].map(
        async ([audience, channel]) =>
          (await journal.notificationsAfter(group, 0, Number.MAX_SAFE_INTEGER, [audience], channel, MOST_NOTIFICATIONS))!,
      ),
    ),
  )
