/** A path of the simulated venue, and the parts of the venue that it uses. */
import type { Maintenance } from '../exchange/maintenance.ts'
import type { VenueClock } from '../exchange/venue-clock.ts'
import type { Accounts, BybitAccount } from './accounts.ts'
import type { Holdings } from './holdings.ts'
import type { BybitMarket } from './market.ts'
import type { Params } from './protocol.ts'
import type { BlockRecord } from './record.ts'
import type { RfqBook } from './rfq-book.ts'
import type { RfqService } from './rfq-service.ts'

export type World = {
  readonly market: BybitMarket
  readonly accounts: Accounts
  readonly holdings: Holdings
  readonly book: RfqBook
  readonly record: BlockRecord
  readonly maintenance: Maintenance
  readonly clock: VenueClock
  readonly rfqs: RfqService
  readonly now: () => number
}

export type Route =
  | { readonly access: 'public'; run(params: Params): unknown }
  | { readonly access: 'private'; run(params: Params, account: BybitAccount): unknown }

export const open = (run: (params: Params) => unknown): Route => ({ access: 'public', run })
export const closed = (run: (params: Params, account: BybitAccount) => unknown): Route => ({ access: 'private', run })
