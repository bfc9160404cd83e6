/**
 * A complete simulated bit.com: REST and a market data socket on a real port, options and perpetuals of both families, two-sided blocks, and injected
 * faults.
 */
import { serveVenue } from '../exchange/serve.ts'
import { createBasis, type SimulatedVenue, type VenueOptions } from '../exchange/venue-options.ts'
import { createAccounts, type BitcomAccount } from './accounts.ts'
import { createBlockService, type BlockServiceOptions, type FilledBlock } from './block-service.ts'
import { createFeed } from './feed.ts'
import { createBitcomHttp } from './http.ts'
import { createLedger, currencyOf, type Holding } from './ledger.ts'
import { canBear } from './margin.ts'
import { createMarket, type Market } from './market.ts'
import { createRecord } from './record.ts'
import { createRoutes } from './routes.ts'

export type BitcomSimulatorOptions = VenueOptions<BitcomAccount>

export interface BitcomSimulator extends SimulatedVenue<BitcomAccount> {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** `ws://127.0.0.1:<port>` */
  readonly socketUrl: string
  readonly market: Market
  /** Every block executed so far, oldest first. */
  blocks(): readonly FilledBlock[]
  /** The positions of the user with this key. */
  holdings(clientId: string): readonly Holding[]
}

export async function createBitcomSimulator(options: BitcomSimulatorOptions = {}): Promise<BitcomSimulator> {
  const { clock, now, prices, faults, maintenance } = createBasis('bit.com', options)
  const { dataDir } = options
  const market = createMarket(prices, now)
  const accounts = createAccounts(options.accounts ?? [], now)
  const ledger = createLedger((userId) => accounts.named(userId)?.balance)
  const bears: BlockServiceOptions['bears'] = (side, indices) =>
    canBear(ledger.portfolioAfter(side, indices), market, new Set(side.legs.map(({ instrument }) => currencyOf(instrument))))
  const blocks = createBlockService({ market, accounts, now, dataDir, bears, onFilled: ledger.take })
  const record = createRecord({ blocks, accounts, market })
  const routes = createRoutes({ market, blocks, record, ledger, maintenance, now })
  const feed = createFeed(market, now)
  const step = (elapsedMs: number): void => {
    if (options.prices === undefined) prices.step(elapsedMs)
    market.relist()
    feed.publish()
  }
  const http = createBitcomHttp({ routes, accounts, faults, clock, now })
  const { address, ...served } = await serveVenue({ http, accept: feed.accept, step, close: blocks.close }, options)
  return {
    ...served,
    url: `http://${address}`,
    socketUrl: `ws://${address}`,
    ...{ market, faults, step },
    addAccount: accounts.add,
    tamper: record.tamper,
    maintain: maintenance.order,
    blocks: blocks.filled,
    holdings: (clientId) => ledger.holdings(accounts.keyed(clientId)?.userId ?? ''),
  }
}
