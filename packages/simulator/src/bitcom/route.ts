/** A path of the simulated venue, and the parts of the venue that it uses. */
import type { Maintenance } from '../exchange/maintenance.ts'
import type { User } from './accounts.ts'
import type { BlockService } from './block-service.ts'
import type { Page } from './block-view.ts'
import type { Ledger } from './ledger.ts'
import type { Market } from './market.ts'
import type { BlockRecord } from './record.ts'
import type { Params } from './refusal.ts'

export type World = {
  readonly market: Market
  readonly blocks: BlockService
  readonly record: BlockRecord
  readonly ledger: Ledger
  readonly maintenance: Maintenance
  readonly now: () => number
}

export type Answer = { readonly data: unknown; readonly hasMore?: boolean }
export type Route =
  | { readonly access: 'PUBLIC'; run(params: Params): Answer }
  | { readonly access: 'PRIVATE'; run(params: Params, user: User): Answer }

export type Routes = (method: string, path: string) => Route | undefined

export const open = (run: (params: Params) => unknown): Route => ({ access: 'PUBLIC', run: (params) => ({ data: run(params) }) })
export const own = (run: (params: Params, user: User) => unknown): Route => ({
  access: 'PRIVATE',
  run: (params, user) => ({ data: run(params, user) }),
})
export const paged = (run: (params: Params, user: User) => Page): Route => ({
  access: 'PRIVATE',
  run: (params, user) => {
    const { rows, hasMore } = run(params, user)
    return { data: rows, hasMore }
  },
})
