/** The market in which every flow trades: the engine of all shards, and the settlement that takes their trades to the venues. */
import type { Instant, VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import { messagesOf as drfqMessagesOf } from './api/dialects/drfq/messages.ts'
import { idOf, numberOfId } from './api/dialects/fs/ids.ts'
import { messagesOf as fsMessagesOf } from './api/dialects/fs/messages.ts'
import { messagesOf as grfqMessagesOf } from './api/dialects/grfq/messages.ts'
import type { PublishedIds, PublishedNumbers } from './calls/published-ids.ts'
import { jobsHere, type Jobs } from './cluster/jobs.ts'
import type { Network } from './cluster/network.ts'
import type { Sql } from './database/sql.ts'
import type { ShardName } from './engine/engine.ts'
import type { Timers } from './engine/timers.ts'
import type { Log } from './log/log.ts'
import { unmeasured, type Meter } from './metrics/meter.ts'
import type { SettlementParts } from './settlement/perform.ts'
import { messagesOfList } from './api/dialects/drfq/lists/messages.ts'
import { createSettlementStore } from './settlement/store.ts'
import type { VenueKeys } from './settlement/venue-keys.ts'
import { startSettlement } from './settlement/worker.ts'
import { createShardProjector } from './rfq/projector.ts'
import { createMarketEngine, type RunningMarketEngine } from './shards/create-market-engine.ts'
import { reachMarketEngine } from './shards/reach-market-engine.ts'
import { tracedEngine } from './shards/traced-engine.ts'
import type { Tracing } from './tracing/tracing.ts'

export const publishedIds: PublishedIds = { LISTED: idOf }
export const publishedNumbers: PublishedNumbers = { LISTED: numberOfId }

/** Rows and messages of every shard, in the format of each audience's dialect. */
export const shardProjector = createShardProjector(
  [
    ['DIRECT', (change) => [...drfqMessagesOf(change), ...messagesOfList(change)]],
    ['ORDER_BOOK', grfqMessagesOf],
    ['LISTED', fsMessagesOf],
  ],
  publishedIds,
)

export type MarketNeeds = {
  readonly sql: Sql
  readonly venueKeys: VenueKeys
  /** Learns the outcome of each step at a venue. */
  readonly accountUsed?: SettlementParts['accountUsed']
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly now: () => number
  /** The system's own by default. */
  readonly timers?: Timers
  /** How often the settlement reads its list without a notification. */
  readonly looksEveryMs?: number
  readonly log: Log
  /** Called when another server has taken over a shard. */
  readonly onFenced?: ((shard: ShardName) => void) | undefined
  readonly meter?: Meter | undefined
  readonly tracing?: Tracing | undefined
  /** Settlement is one of them; here by default. */
  readonly jobs?: Jobs
}

/** Resolves when every shard has read its journal. Unfinished settlements continue on their own. */
export async function createMarket(needs: MarketNeeds) {
  const { timers, onFenced, meter = unmeasured } = needs
  const engine = await createMarketEngine({
    ...{ ...engineNeeds(needs), onFenced, meter, projector: shardProjector },
    ...(timers === undefined ? {} : { timers }),
  })
  return marketOn(engine, needs)
}

/** The market whose shards other processes own. */
export async function reachMarket({ network, ...needs }: MarketNeeds & { readonly network: Network }) {
  return marketOn(await reachMarketEngine({ ...engineNeeds(needs), network }), needs)
}

const engineNeeds = ({ sql, venues, now, log, meter = unmeasured }: MarketNeeds) => ({
  ...{ sql, log, meter, now: now as () => Instant },
  venues: [...venues.keys()],
})

async function marketOn<Engine extends RunningMarketEngine>(untraced: Engine, needs: MarketNeeds) {
  const { sql, venueKeys, accountUsed, venues, now, timers, looksEveryMs, log, meter = unmeasured, tracing, jobs = jobsHere } = needs
  const engine = tracedEngine(untraced, tracing)
  const start = () =>
    startSettlement({
      store: createSettlementStore(sql),
      engine,
      venues,
      venueKeys,
      accountUsed,
      now,
      log,
      meter,
      tracing,
      ...(timers && { timers }),
      ...(looksEveryMs && { looksEveryMs }),
    })
  const settling = await jobs.run('settlement', start)
  return {
    engine,
    settlement: {
      /** Resolves when no work is running or due here. */
      idle: () => settling.current()?.idle() ?? Promise.resolve(),
      close: settling.close,
    },
    async close() {
      await settling.close()
      await engine.close()
    },
  }
}
