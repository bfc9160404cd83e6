/** A contract's mark as the venue publishes it, for desks that read it there. */
import type { Mark } from '@parley/core'
import type { MarkReader } from '../exchange/mark-reader.ts'
import type { Market } from './market.ts'
import { tickerOf, type Ticker } from './ticker.ts'

export const createMarkReader =
  (market: Market, now: () => number): MarkReader =>
  (name) => {
    const row = market.instrument(name)
    return row && markOf(tickerOf(row, market.value(row), now()))
  }

const markOf = (ticker: Ticker): ReturnType<MarkReader> => ({
  markPrice: ticker.mark_price,
  underlyingPrice: ticker.underlying_price ?? ticker.mark_price,
  indexPrice: ticker.index_price,
  minPrice: ticker.min_price,
  maxPrice: ticker.max_price,
  greeks: greeksOf(ticker),
  at: ticker.timestamp,
})

function greeksOf({ greeks, mark_price: price }: Ticker): NonNullable<Mark['greeks']> {
  // A future is valued in dollars and paid in coin.
  if (greeks === undefined) return { delta: 1 / price, gamma: 0, vega: 0, theta: 0 }
  return { delta: greeks.delta, gamma: greeks.gamma, vega: greeks.vega, theta: greeks.theta }
}
