/** The market that every flow trades in: the engine of all shards, and the settlement that carries their trades to the venues. */
import type { Instant, VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import { messagesOf as drfqMessagesOf } from './api/dialects/drfq/messages.ts'
import { messagesOf as grfqMessagesOf } from './api/dialects/grfq/messages.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import { createSettlementStore } from './settlement/store.ts'
import type { VenueKeys } from './settlement/venue-keys.ts'
import { startSettlement } from './settlement/worker.ts'
import { createShardProjector } from './rfq/projector.ts'
import { createMarketEngine } from './shards/create-market-engine.ts'

/** Rows and messages of every shard, in the words of each audience's dialect. */
export const shardProjector = createShardProjector([
  ['DIRECT', drfqMessagesOf],
  ['ORDER_BOOK', grfqMessagesOf],
])

export type MarketNeeds = {
  readonly sql: Sql
  readonly venueKeys: VenueKeys
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly now: () => number
  readonly log: Log
}

/** Answers when every shard has read its journal. Unfinished settlements go on by themselves. */
export async function createMarket({ sql, venueKeys, venues, now, log }: MarketNeeds) {
  const engine = await createMarketEngine({
    ...{ sql, log },
    venues: [...venues.keys()],
    projector: shardProjector,
    now: now as () => Instant,
  })
  const settlement = startSettlement({ store: createSettlementStore(sql), engine, venues, venueKeys, now, log })
  return {
    engine,
    settlement,
    async close() {
      await settlement.close()
      await engine.close()
    },
  }
}
