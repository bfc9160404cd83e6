/** Listed spreads in the published words: what each call does. */
import type { MarketData } from '../../../market-data/market-data.ts'
import type { VenueStates } from '../../../market-data/venue-states.ts'
import type { MarketEngine } from '../../../shards/market-engine.ts'
import type { Spreads } from '../../../spreads/create-spreads.ts'
import type { MarkHistory } from '../../../spreads/mark-history.ts'
import { createOrderCalls } from './order-calls.ts'
import { createReads } from './reads.ts'
import { createVenueReads } from './venues.ts'

export type SpreadServiceNeeds = {
  readonly spreads: Spreads
  readonly marketData: MarketData
  readonly markHistory: Pick<MarkHistory, 'of'>
  readonly venueStates: Pick<VenueStates, 'stateOf'>
  readonly engine: Pick<MarketEngine, 'shards'>
  readonly now: () => number
}

export type SpreadService = ReturnType<typeof createSpreadService>

export function createSpreadService({ spreads, marketData, markHistory, venueStates, engine, now }: SpreadServiceNeeds) {
  const reads = createReads({ ...spreads, marketData, markHistory })
  return {
    ...reads,
    ...createOrderCalls(spreads, now),
    ...createVenueReads({ stateOf: venueStates.stateOf, reads, shards: engine.shards }),
  }
}
