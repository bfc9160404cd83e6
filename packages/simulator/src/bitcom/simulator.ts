/** bit.com in a box: its REST and its market socket on a real one, options and perpetuals of both families, blocks of two sides, and faults to order. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { createFaults, type FaultOrder, type Faults } from '../exchange/faults.ts'
import { listen, stopListening } from '../exchange/listen.ts'
import { createMaintenance } from '../exchange/maintenance.ts'
import { createPrices, type Prices } from '../exchange/prices.ts'
import { createVenueClock } from '../exchange/venue-clock.ts'
import { createRandom } from '../exchange/random.ts'
import type { Tamper } from '../exchange/tampering.ts'
import { createAccounts, type BitcomAccount } from './accounts.ts'
import { createBlockService, type BlockServiceOptions, type FilledBlock } from './block-service.ts'
import { createFeed } from './feed.ts'
import { createHttpListener } from './http.ts'
import { createLedger, currencyOf, type Holding } from './ledger.ts'
import { canBear } from './margin.ts'
import { createMarket, type Market } from './market.ts'
import { createRecord } from './record.ts'
import { createRoutes } from './routes.ts'

export type BitcomSimulatorOptions = {
  readonly seed?: number
  readonly now?: () => number
  /** Another venue's prices, which that venue moves; its own without them. */
  readonly prices?: Prices
  /** How often prices are published, and moved where they are its own. 0: only when `step` is called. */
  readonly tickMs?: number
  /** The folder of its blocks; without it they live as long as the simulator. */
  readonly dataDir?: string
  readonly faults?: readonly FaultOrder[]
  readonly accounts?: readonly BitcomAccount[]
}

export interface BitcomSimulator {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** `ws://127.0.0.1:<port>` */
  readonly socketUrl: string
  readonly market: Market
  readonly faults: Faults
  addAccount(account: BitcomAccount): void
  readonly tamper: Tamper
  maintain(state: 'BEGINS' | 'ENDS'): void
  /** Every block that traded so far, oldest first. */
  blocks(): readonly FilledBlock[]
  /** The positions of a key's user. */
  holdings(clientId: string): readonly Holding[]
  /** Nothing that a client sent is still to be carried out. */
  isQuiet(): boolean
  step(elapsedMs: number): void
  dropConnections(): void
  close(): Promise<void>
}

const TICK_MS = 1_000

export async function createBitcomSimulator(options: BitcomSimulatorOptions = {}): Promise<BitcomSimulator> {
  const { seed = 1, now: timeOf = Date.now, tickMs = TICK_MS, dataDir } = options
  const clock = createVenueClock(timeOf)
  const { now } = clock
  const prices = options.prices ?? createPrices({ seed, now, speed: 1 })
  const market = createMarket(prices, now)
  const accounts = createAccounts(options.accounts ?? [], now)
  const ledger = createLedger((userId) => accounts.named(userId)?.balance)
  const bears: BlockServiceOptions['bears'] = (side, indices) =>
    canBear(ledger.portfolioAfter(side, indices), market, new Set(side.legs.map(({ instrument }) => currencyOf(instrument))))
  const blocks = createBlockService({ market, accounts, now, dataDir, bears, onFilled: ledger.take })
  const faults = createFaults(options.faults ?? [], createRandom(seed, 'faults of bit.com'))
  const maintenance = createMaintenance()
  const record = createRecord({ blocks, accounts, market })
  const routes = createRoutes({ market, blocks, record, ledger, maintenance, now })
  const feed = createFeed(market, now)
  const late = new Set<NodeJS.Timeout>()
  const server = createServer(createHttpListener({ routes, accounts, faults, clock, now, late }))
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', feed.accept)

  const step = (elapsedMs: number): void => {
    if (options.prices === undefined) prices.step(elapsedMs)
    market.relist()
    feed.publish()
  }
  const timer = tickMs === 0 ? undefined : setInterval(() => step(tickMs), tickMs)
  const address = await listen(server, 0)
  return {
    url: `http://${address}`,
    socketUrl: `ws://${address}`,
    market,
    faults,
    addAccount: accounts.add,
    tamper: record.tamper,
    maintain: maintenance.order,
    blocks: blocks.filled,
    holdings: (clientId) => ledger.holdings(accounts.keyed(clientId)?.userId ?? ''),
    isQuiet: () => late.size === 0,
    step,
    dropConnections: () => {
      feed.dropConnections()
      server.closeAllConnections()
    },
    close: async () => {
      clearInterval(timer)
      late.forEach(clearTimeout)
      feed.close()
      sockets.close()
      await stopListening(server)
      blocks.close()
    },
  }
}
