/** Listed spreads as dialects use them (rulebook 17): what is asked of them, and what is read. It knows no published word. */
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
    /** `cancelOrders` is for those of a filter, in every shard at once; what could not be reached stands in `leftIn`. */
    commands: { ...createSpreadOrderCommands({ commands, marketData, guards }), cancelOrder, cancelOrders, leftIn },
    store,
    cache,
    books,
    prices: (rfq: Rfq): SpreadPrices | undefined => spreadPrices(rfq, marketData),
  }
}
