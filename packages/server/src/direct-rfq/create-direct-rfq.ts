/** The direct flow on the markets' engine: what is asked of it, read and told of it. */
import type { Instant } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import type { Directory } from '../account/desk/directory.ts'
import { createClientOrderIds, type ClientOrderIds } from '../market/client-order-ids.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import type { RefusedCommands } from '../market/refused-commands.ts'
import { createToldRefusals } from '../market/told-refusals.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { createEverywhere } from '../protection/everywhere.ts'
import { unguarded, type PlacingGuards } from '../protection/placing-guards.ts'
import { directRfqChannels } from './channels.ts'
import { createIds } from './ids.ts'
import { directRfqRoutes } from './routes.ts'
import { createDirectRfqService } from './service.ts'
import { createDirectRfqStore } from './store.ts'

export type DirectRfqNeeds = {
  readonly sql: Sql
  readonly engine: MarketEngine
  readonly marketData: MarketData
  readonly directory: Directory
  /** Nobody's unless given. */
  readonly guards?: PlacingGuards
  /** Its own unless the other flow's are looked at too. */
  readonly clientOrderIds?: ClientOrderIds
  /** No refusal is found by its name unless given. */
  readonly refusals?: Pick<RefusedCommands, 'noted'>
  readonly now: () => number
}

export type DirectRfq = ReturnType<typeof createDirectRfq>

export function createDirectRfq({ sql, now, guards = unguarded, refusals, ...around }: DirectRfqNeeds) {
  const store = createDirectRfqStore(sql)
  const { clientOrderIds = createClientOrderIds({ sql, engine: around.engine }) } = around
  const everywhere = createEverywhere({ sql, engine: around.engine, now })
  const service = createDirectRfqService({
    ...around,
    clientOrderIds,
    everywhere,
    guards,
    store,
    now: now as () => Instant,
    ids: createIds(),
  })
  return {
    service,
    routes: directRfqRoutes(service, createToldRefusals({ refusals, channel: null })),
    channels: directRfqChannels(service),
  }
}
