/**
 * The RFQs of one audience as the dialects use them: their commands and reads. The differences between audiences are defined in core's row of each.
 */
import type { DeskId, RfqKind, Instant } from '@parley/core'
import type { Directory } from '../accounts/desk/directory.ts'
import { everybodyEligible, type Eligibility } from '../accounts/customers.ts'
import { everythingOn, type IsOn } from '../accounts/feature-flags.ts'
import type { Sql } from '../database/sql.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { unguarded, type PreTradeChecks } from './pre-trade-checks.ts'
import { createBroadcast } from '../shards/broadcast.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { createBookingCommands } from './booking-commands.ts'
import { createCancelCommands } from './cancel-commands.ts'
import { createClientOrderIds, type ClientOrderIds } from './client-order-ids.ts'
import { createCreateCommands } from './create-commands.ts'
import { createIds, type Ids } from './ids.ts'
import { createOpenCommands } from './open-commands.ts'
import { createOrderCommands } from './order-commands.ts'
import type { VenueQuotes } from '../venue-makers/create-venue-makers.ts'
import { createVenueCommands } from './venue-commands.ts'
import { createRfqCache } from './rfq-cache.ts'
import { createRfqStore } from './store.ts'

export type RfqNeeds = {
  readonly sql: Sql
  readonly engine: MarketEngine
  readonly marketData: MarketData
  readonly directory: Directory
  /** None by default. */
  readonly guards?: PreTradeChecks
  /** The desk's own maximum distance from the mark, which widens the guard of net prices (rulebook 11.9). */
  readonly preTradeLimits?: (desk: DeskId) => { readonly mostDeviationPercent?: number }
  /** All callers by default. */
  readonly eligibility?: Eligibility
  /** Its own by default. Shared if other audiences use the ids too. */
  readonly clientOrderIds?: ClientOrderIds
  /** By default, no RFQ is sent to a venue's own makers. */
  readonly venueQuotes?: VenueQuotes | undefined
  /** Everything is on by default. */
  readonly isOn?: IsOn
  /** Ids of RFQs and orders; random ones by default. */
  readonly ids?: Ids
  readonly now: () => number
}

const noVenueQuotes: Pick<VenueQuotes, 'takeable'> = { takeable: () => undefined }

export type Rfqs = ReturnType<typeof createRfqs>

export function createRfqs(
  audience: RfqKind,
  {
    sql,
    now,
    guards = unguarded,
    eligibility = everybodyEligible,
    isOn = everythingOn,
    ids,
    clientOrderIds,
    venueQuotes,
    ...around
  }: RfqNeeds,
) {
  const store = createRfqStore(sql, audience)
  const needs = {
    ...around,
    audience,
    store,
    cache: createRfqCache(store),
    guards,
    eligibility,
    isOn,
    broadcast: createBroadcast({ sql, engine: around.engine, now }),
    clientOrderIds: clientOrderIds ?? createClientOrderIds({ sql, engine: around.engine }),
    now: now as () => Instant,
    ids: ids ?? createIds(),
  }
  const { cache, marketData } = needs
  return {
    needs,
    commands: {
      ...createCreateCommands(needs),
      ...createOpenCommands(needs),
      ...createOrderCommands(needs),
      ...createCancelCommands(needs),
      ...createBookingCommands(needs),
      ...createVenueCommands(needs, venueQuotes ?? noVenueQuotes),
    },
    store,
    cache,
    /** Data for dialects that parse bodies. */
    facts: { marketData, isOn },
  }
}
