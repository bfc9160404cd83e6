/** The metrics of the running parts, read at each scrape: queues, owners, sockets and venues. */
import type { VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Readiness } from './api/http/readiness.ts'
import type { SocketSide } from './api/socket/create-socket.ts'
import type { Sql } from './database/sql.ts'
import type { RunningEngine } from './engine/create-engine.ts'
import type { NotificationSource } from './engine/engine.ts'
import type { VenueStates } from './market-data/venue-states.ts'
import { createDatabaseFigures } from './metrics/database-figures.ts'
import type { Metrics } from './metrics/metrics.ts'
import { unfinishedFlows, type UnfinishedCancels } from './protection/unfinished-cancels.ts'

type Engine = Pick<RunningEngine<never, never>, 'waiting' | 'serving'> & Pick<NotificationSource, 'onNotifications'>

export type Measured = {
  readonly metrics: Metrics
  readonly sql: Sql
  readonly now: () => number
  /** The market's. The engine of auctions is not measured, because its figures would reveal the number of bids (rulebook 19.8). */
  readonly engine: Engine
  readonly venues: ReadonlyMap<VenueCode, Pick<Venue, 'health'>>
  readonly venueStates: Pick<VenueStates, 'stateOf'>
  readonly protection: { readonly parts: { readonly unfinished: Pick<UnfinishedCancels, 'countOf'> } }
  readonly socket: Pick<SocketSide, 'count' | 'backlog'>
}

/** Adds the gauges of readiness as soon as the server listens. */
export function measureReadiness(metrics: Metrics, readiness: Readiness): void {
  const one = (isSo: boolean) => [{ labels: {}, value: isSo ? 1 : 0 }]
  metrics.watch(() => ({
    parley_ready: one(readiness.readyz().status === 200),
    parley_journal_differs: one(readiness.journal() === 'differs'),
  }))
}

/** Returns the function that ends it. */
export function measureServer({ metrics, sql, now, engine, venues, venueStates, protection, socket }: Measured): () => void {
  metrics.watch(createDatabaseFigures(sql, now))
  metrics.watch(() => {
    const [serving, backlog] = [engine.serving(), socket.backlog()]
    const shards = [...engine.waiting()]
    return {
      parley_sockets: [{ labels: {}, value: socket.count() }],
      parley_socket_backlog_bytes: [
        { labels: { of: 'all' }, value: backlog.all },
        { labels: { of: 'slowest' }, value: backlog.slowest },
      ],
      parley_shard_waiting_commands: shards.map(([shard, value]) => ({ labels: { shard }, value })),
      parley_shard_serving: shards.map(([shard]) => ({ labels: { shard }, value: serving.has(shard) ? 1 : 0 })),
      parley_cancels_unfinished: unfinishedFlows.map((of) => ({ labels: { of }, value: protection.parts.unfinished.countOf(of) })),
      parley_venue_accepts_orders: [...venues.keys()].map((venue) => ({ labels: { venue }, value: isOpen(venueStates, venue) ? 1 : 0 })),
      parley_venue_delay_seconds: [...venues].flatMap(([venue, adapter]) => {
        const { roundTripMs } = adapter.health()
        return roundTripMs === undefined ? [] : [{ labels: { venue }, value: roundTripMs / 1_000 }]
      }),
    }
  })
  return engine.onNotifications((notifications) => {
    for (const { channel } of notifications) metrics.published(channel)
  })
}

const isOpen = ({ stateOf }: Pick<VenueStates, 'stateOf'>, venue: VenueCode): boolean => ['OPEN', 'SLOW'].includes(stateOf(venue))
