/** The calls of listed spreads in the published format. */
import type { MarketData } from '../../../market-data/market-data.ts'
import type { VenueStates } from '../../../market-data/venue-states.ts'
import { createRefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import type { RefusedCommands } from '../../../rfq/refused-commands.ts'
import type { MarketEngine } from '../../../shards/market-engine.ts'
import type { Spreads } from '../../../spreads/create-spreads.ts'
import type { MarkHistory } from '../../../spreads/mark-history.ts'
import { createOrderCalls } from './order-calls.ts'
import { createReads } from './reads.ts'
import { createVenueReads } from './venues.ts'

export type SpreadServiceNeeds = {
  readonly spreads: Spreads
  /** Without it, refusals are only in the response. */
  readonly refusals?: Pick<RefusedCommands, 'keep'> | undefined
  readonly marketData: MarketData
  readonly markHistory: Pick<MarkHistory, 'of'>
  readonly venueStates: Pick<VenueStates, 'stateOf'>
  readonly engine: Pick<MarketEngine, 'shards'>
  readonly now: () => number
}

export type SpreadService = ReturnType<typeof createSpreadService>

export function createSpreadService({ refusals, spreads, marketData, markHistory, venueStates, engine, now }: SpreadServiceNeeds) {
  const reads = createReads({ ...spreads, marketData, markHistory })
  return {
    ...reads,
    ...createOrderCalls(spreads, createRefusalRecorder({ refusals, channel: null }), now),
    ...createVenueReads({ stateOf: venueStates.stateOf, reads, shards: engine.shards }),
  }
}
