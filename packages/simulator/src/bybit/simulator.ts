/**
 * A complete simulated Bybit: its protocol over HTTP and sockets, a moving market, RFQs that are checked, executed and stored, and injected faults.
 */
import { userOf } from '../exchange/account.ts'
import { serveVenue } from '../exchange/serve.ts'
import { createBasis, type SimulatedVenue, type VenueOptions } from '../exchange/venue-options.ts'
import { createAccounts, type BybitAccount } from './accounts.ts'
import type { Category } from './contract.ts'
import { BybitFeed } from './feed.ts'
import { createHoldings, type Holding } from './holdings.ts'
import { createBybitHttp } from './http.ts'
import { createBybitMarket, type BybitMarket } from './market.ts'
import { createRecord } from './record.ts'
import { openRfqBook, type Rfq, type Trade } from './rfq-book.ts'
import { RfqService } from './rfq-service.ts'
import { createRoutes } from './routes.ts'

export type BybitSimulatorOptions = VenueOptions<BybitAccount>

export interface BybitSimulator extends SimulatedVenue<BybitAccount> {
  /** `http://127.0.0.1:<port>` */
  readonly restUrl: string
  /** `ws://127.0.0.1:<port>` */
  readonly streamUrl: string
  readonly market: BybitMarket
  /** Every block executed so far, oldest first. */
  blocks(): readonly Trade[]
  rfqs(): readonly Rfq[]
  holding(clientId: string): Holding
  /** How often a path was called so far. */
  calls(path: string): number
}

const CATEGORIES: Readonly<Record<string, Category>> = {
  '/v5/public/option': 'option',
  '/v5/public/linear': 'linear',
  '/v5/public/inverse': 'inverse',
}
const categoryOf = (url = ''): Category | undefined => CATEGORIES[url.split('?')[0]!]

export async function createBybitSimulator(options: BybitSimulatorOptions = {}): Promise<BybitSimulator> {
  const { clock, now, prices, faults, maintenance } = createBasis('Bybit', options)
  const market = createBybitMarket(prices, now)
  const accounts = createAccounts(options.accounts ?? [], now)
  const holdings = createHoldings(market)
  const book = openRfqBook(options.dataDir)
  const rfqs = new RfqService({ book, market, accounts, holdings, faults, now })
  const feed = new BybitFeed(market, now)
  const record = createRecord({ book, accounts, market })
  const world = { market, accounts, holdings, book, record, rfqs, maintenance, clock, now }
  const called = new Map<string, number>()
  const onCalled = (path: string): void => void called.set(path, (called.get(path) ?? 0) + 1)
  const step = (elapsedMs: number): void => {
    if (options.prices === undefined) prices.step(elapsedMs)
    market.relist()
    feed.publish()
  }
  const close = (): void => {
    rfqs.close()
    book.close()
  }
  const http = createBybitHttp({ world, routes: createRoutes(world), faults, onCalled })
  const isSocketPath = (path: string): boolean => categoryOf(path) !== undefined
  const { address, ...served } = await serveVenue(
    { http, isSocketPath, accept: (socket, { url, socket: raw }) => feed.open(socket, raw, categoryOf(url)!), step, close },
    options,
  )
  return {
    ...served,
    restUrl: `http://${address}`,
    streamUrl: `ws://${address}`,
    ...{ market, faults, step },
    addAccount: accounts.add,
    tamper: record.tamper,
    maintain: maintenance.order,
    blocks: () => book.trades().filter(({ status }) => status === 'Filled'),
    rfqs: book.rfqs,
    holding: (clientId) => holdings.of(userOf(accounts.withKey(clientId) ?? { clientId })),
    calls: (path) => called.get(path) ?? 0,
    isQuiet: () => served.isQuiet() && book.rfqs().every(({ status }) => status !== 'PendingFill'),
  }
}
