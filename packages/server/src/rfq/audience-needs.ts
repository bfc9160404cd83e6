/** The services that RFQs of one audience need. */
import type { RfqKind, Instant } from '@parley/core'
import type { Directory } from '../accounts/desk/directory.ts'
import type { Eligibility } from '../accounts/customers.ts'
import type { IsOn } from '../accounts/feature-flags.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { PreTradeChecks } from './pre-trade-checks.ts'
import type { Broadcast } from '../shards/broadcast.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { ClientOrderIds } from './client-order-ids.ts'
import type { Ids } from './ids.ts'
import type { RfqCache } from './rfq-cache.ts'
import type { RfqStore } from './store.ts'

export type AudienceNeeds = {
  readonly audience: RfqKind
  readonly engine: MarketEngine
  readonly store: RfqStore
  readonly cache: RfqCache
  readonly marketData: MarketData
  readonly directory: Directory
  readonly guards: PreTradeChecks
  readonly eligibility: Eligibility
  readonly broadcast: Broadcast
  readonly clientOrderIds: ClientOrderIds
  readonly isOn: IsOn
  readonly now: () => Instant
  readonly ids: Ids
}
