/** What the order-book flow needs from around it. */
import type { Instant } from '@parley/core'
import type { IsOn } from '../account/flags.ts'
import type { Directory } from '../account/desk/directory.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { PlacingGuards } from '../protection/placing-guards.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import type { ClientOrderIds } from '../market/client-order-ids.ts'
import type { Recall } from './recall.ts'
import type { GroupStore } from './store.ts'

export type Needs = {
  readonly engine: MarketEngine
  readonly store: GroupStore
  readonly recall: Recall
  readonly clientOrderIds: ClientOrderIds
  readonly marketData: MarketData
  readonly directory: Directory
  readonly guards: PlacingGuards
  readonly isOn: IsOn
  readonly now: () => Instant
}
