/** A path of the simulated venue, and the parts of the venue that it uses. */
import type { Maintenance } from '../exchange/maintenance.ts'
import type { Accounts, Holder } from './accounts.ts'
import type { BlockService } from './block-service.ts'
import type { OrderService } from './order-service.ts'
import type { ParadexFeed } from './feed.ts'
import type { Ledger } from './ledger.ts'
import type { Margin } from './margin.ts'
import type { Market } from './market.ts'
import type { BlockRecord } from './record.ts'
import type { Params } from './refusal.ts'

export type World = {
  readonly market: Market
  readonly accounts: Accounts
  readonly ledger: Ledger
  readonly margin: Margin
  readonly orders: OrderService
  readonly blocks: BlockService
  readonly record: BlockRecord
  readonly feed: ParadexFeed
  readonly maintenance: Maintenance
  readonly now: () => number
}

/** `named` are the path's parameters, in order. */
export type Call = { readonly query: Params; readonly body: Params; readonly headers: Params; readonly named: readonly string[] }

type Answer = unknown

export type Route = {
  readonly method: string
  /** `/orders/{}`: each `{}` is a parameter. */
  readonly path: string
  readonly status: number
} & ({ readonly access: 'PUBLIC'; run(call: Call): Answer } | { readonly access: 'PRIVATE'; run(call: Call, holder: Holder): Answer })

export const open = (method: string, path: string, run: (call: Call) => Answer): Route => ({
  method,
  path,
  status: 200,
  access: 'PUBLIC',
  run,
})

export const own = (method: string, path: string, run: (call: Call, holder: Holder) => Answer, status = 200): Route => ({
  ...{ method, path, status },
  access: 'PRIVATE',
  run,
})

export type Routed = { readonly route: Route; readonly named: readonly string[] }

/** The route of a path, and the values of its parameters. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Routed | undefined {
  const patterns = routes.map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll('{}', '([^/]+)')}$`) }))
  return (method, path) => {
    for (const { route, pattern } of patterns) {
      const match = route.method === method ? pattern.exec(path) : null
      if (match !== null) return { route, named: match.slice(1).map(decodeURIComponent) }
    }
    return undefined
  }
}
