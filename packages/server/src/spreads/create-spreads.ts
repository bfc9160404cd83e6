/** Listed spreads as the dialects use them (rulebook 17): commands and reads. It is independent of the published format. */
import type { Rfq } from '@parley/core'
import { unguarded } from '../rfq/pre-trade-checks.ts'
import { createRfqs, type RfqNeeds } from '../rfq/service.ts'
import { createSpreadOrderCommands } from './order-commands.ts'
import { createSpreadBooks, type SpreadBooks } from './spread-books.ts'
import { spreadPrices, type SpreadPrices } from './spread-prices.ts'

export type Spreads = ReturnType<typeof createSpreads>

export function createSpreads(needs: RfqNeeds) {
  const { commands, store, cache } = createRfqs('LISTED', needs)
  const { engine, marketData, guards = unguarded, now } = needs
  const { cancelOrder, cancelOrders, leftIn } = commands
  const books: SpreadBooks = createSpreadBooks({ engine, now })
  return {
    /** `cancelOrders` cancels by filter in all shards at once. Orders in shards that could not be reached are in `leftIn`. */
    commands: { ...createSpreadOrderCommands({ commands, marketData, guards }), cancelOrder, cancelOrders, leftIn },
    store,
    cache,
    books,
    prices: (rfq: Rfq): SpreadPrices | undefined => spreadPrices(rfq, marketData),
  }
}
