/** What the direct flow needs from around it. */
import type { Instant } from '@parley/core'
import type { Directory } from '../account/desk/directory.ts'
import type { ClientOrderIds } from '../market/client-order-ids.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { Everywhere } from '../protection/everywhere.ts'
import type { PlacingGuards } from '../protection/placing-guards.ts'
import type { Ids } from './ids.ts'
import type { DirectRfqStore } from './store.ts'

export type Needs = {
  readonly engine: MarketEngine
  readonly store: DirectRfqStore
  readonly marketData: MarketData
  readonly directory: Directory
  readonly guards: PlacingGuards
  readonly everywhere: Everywhere
  readonly clientOrderIds: ClientOrderIds
  readonly now: () => Instant
  readonly ids: Ids
}
