/** The direct flow, whole: its engine, what is read and told of it, and what carries its trades to the venues. */
import { directMarket, type Instant, type VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Sql } from 'postgres'
import type { Directory } from '../account/desk/directory.ts'
import { createEngine } from '../engine/create-engine.ts'
import type { Log } from '../log.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { createSettlementStore } from '../settlement/store.ts'
import { startSettlement } from '../settlement/worker.ts'
import { directRfqChannels } from './channels.ts'
import { createIds } from './ids.ts'
import { directProjector } from './projector.ts'
import { directRfqRoutes } from './routes.ts'
import { createDirectRfqService } from './service.ts'
import { directShards } from './shards.ts'
import { createDirectRfqStore } from './store.ts'

export type DirectRfqNeeds = {
  readonly sql: Sql
  readonly marketData: MarketData
  readonly directory: Directory
  readonly venues: ReadonlyMap<VenueCode, Venue>
  readonly now: () => number
  readonly log: Log
}

export type DirectRfq = Awaited<ReturnType<typeof createDirectRfq>>

/** Answers when every market has read its journal. Unfinished settlements go on by themselves. */
export async function createDirectRfq({ sql, marketData, directory, venues, now, log }: DirectRfqNeeds) {
  const clock = now as () => Instant
  const engine = await createEngine({ shards: directShards, machine: directMarket, projector: directProjector, sql, now: clock, log })
  const store = createDirectRfqStore(sql)
  const service = createDirectRfqService({ engine, store, marketData, directory, now: clock, ids: createIds() })
  const settlement = startSettlement({ store: createSettlementStore(sql), engine, venues, directory, now, log })
  return {
    engine,
    service,
    settlement,
    routes: directRfqRoutes(service),
    channels: directRfqChannels(service),
    async close() {
      await settlement.close()
      await engine.close()
    },
  }
}
