/** Bybit in a box: its protocol over HTTP and on sockets, a market that moves, RFQs that are checked, executed and remembered, and faults to order. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { userOf } from '../exchange/account.ts'
import { createFaults, type FaultOrder, type Faults } from '../exchange/faults.ts'
import { listen, stopListening } from '../exchange/listen.ts'
import { createMaintenance } from '../exchange/maintenance.ts'
import { createPrices, type Prices } from '../exchange/prices.ts'
import { createVenueClock } from '../exchange/venue-clock.ts'
import { createRandom } from '../exchange/random.ts'
import type { Tamper } from '../exchange/tampering.ts'
import { createAccounts, type BybitAccount } from './accounts.ts'
import type { Category } from './contract.ts'
import { BybitFeed } from './feed.ts'
import { createHoldings, type Holding } from './holdings.ts'
import { createHttpListener } from './http.ts'
import { createBybitMarket, type BybitMarket } from './market.ts'
import { createRecord } from './record.ts'
import { openRfqBook, type Rfq, type Trade } from './rfq-book.ts'
import { RfqService } from './rfq-service.ts'
import { createRoutes } from './routes.ts'

export type BybitSimulatorOptions = {
  /** Without it, or 0, whichever is free. */
  readonly port?: number
  readonly seed?: number
  readonly now?: () => number
  /** How fast its own prices move; 1 is a calm day. */
  readonly speed?: number
  /** Another venue's prices, which that venue moves; its own without them. */
  readonly prices?: Prices
  /** How often prices are published, and moved where they are its own. 0: only when `step` is called. */
  readonly tickMs?: number
  /** The folder for what the venue remembers; without it, that lives as long as the simulator. */
  readonly dataDir?: string
  readonly faults?: readonly FaultOrder[]
  readonly accounts?: readonly BybitAccount[]
}

export interface BybitSimulator {
  /** `http://127.0.0.1:<port>` */
  readonly restUrl: string
  /** `ws://127.0.0.1:<port>` */
  readonly streamUrl: string
  readonly market: BybitMarket
  readonly faults: Faults
  addAccount(account: BybitAccount): void
  readonly tamper: Tamper
  maintain(state: 'BEGINS' | 'ENDS'): void
  /** Every block executed so far, oldest first. */
  blocks(): readonly Trade[]
  rfqs(): readonly Rfq[]
  holding(clientId: string): Holding
  /** How often a path was called so far. */
  calls(path: string): number
  /** Nothing is on its way that could still be carried out. */
  isQuiet(): boolean
  /** Lets the market go on and publishes. */
  step(elapsedMs: number): void
  /** Drops every connection, as a network does. */
  dropConnections(): void
  close(): Promise<void>
}

const TICK_MS = 1_000
const CATEGORIES: Readonly<Record<string, Category>> = {
  '/v5/public/option': 'option',
  '/v5/public/linear': 'linear',
  '/v5/public/inverse': 'inverse',
}

export async function createBybitSimulator(options: BybitSimulatorOptions = {}): Promise<BybitSimulator> {
  const { port = 0, seed = 1, now: timeOf = Date.now, speed = 1, tickMs = TICK_MS, dataDir } = options
  const clock = createVenueClock(timeOf)
  const { now } = clock
  const prices = options.prices ?? createPrices({ seed, now, speed })
  const market = createBybitMarket(prices, now)
  const accounts = createAccounts(options.accounts ?? [], now)
  const faults = createFaults(options.faults ?? [], createRandom(seed, 'faults of Bybit'))
  const holdings = createHoldings(market)
  const book = openRfqBook(dataDir)
  const rfqs = new RfqService({ book, market, accounts, holdings, faults, now })
  const feed = new BybitFeed(market, now)
  const record = createRecord({ book, accounts, market })
  const maintenance = createMaintenance()
  const world = { market, accounts, holdings, book, record, rfqs, maintenance, clock, now }
  const called = new Map<string, number>()
  let underWay = 0
  const onCalled = (path: string): void => {
    underWay += 1
    called.set(path, (called.get(path) ?? 0) + 1)
  }
  const onDone = (): void => void (underWay -= 1)

  const server = createServer(createHttpListener({ world, routes: createRoutes(world), faults, onCalled, onDone }))
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, raw, head) => {
    const category = CATEGORIES[(request.url ?? '').split('?')[0]!]
    if (category === undefined) raw.destroy()
    else sockets.handleUpgrade(request, raw, head, (socket) => feed.open(socket, category))
  })
  const step = (elapsedMs: number): void => {
    if (options.prices === undefined) prices.step(elapsedMs)
    market.relist()
    feed.publish()
  }
  const timer = tickMs === 0 ? undefined : setInterval(() => step(tickMs), tickMs)
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    clearInterval(timer)
    rfqs.close()
    sockets.clients.forEach((socket) => socket.terminate())
    sockets.close()
    await stopListening(server)
    book.close()
  }
  const address = await listen(server, port)
  return {
    restUrl: `http://${address}`,
    streamUrl: `ws://${address}`,
    market,
    faults,
    addAccount: accounts.add,
    tamper: record.tamper,
    maintain: maintenance.order,
    blocks: () => book.trades().filter(({ status }) => status === 'Filled'),
    rfqs: book.rfqs,
    holding: (clientId) => holdings.of(userOf(accounts.withKey(clientId) ?? { clientId })),
    calls: (path) => called.get(path) ?? 0,
    isQuiet: () => underWay === 0 && book.rfqs().every(({ status }) => status !== 'PendingFill'),
    step,
    dropConnections: () => sockets.clients.forEach((socket) => socket.terminate()),
    close: () => (closed ??= close()),
  }
}
