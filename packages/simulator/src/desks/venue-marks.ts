/** Marks that desks read at the venue itself, as makers that hedge there do: each when it is asked for (decision 0043). */
import type { InstrumentView } from '@parley/contracts'
import type { Mark } from '@parley/core'
import type { Market } from '../deribit/market.ts'
import { tickerOf, type Ticker } from '../deribit/ticker.ts'

/** Undefined where the venue does not list it any more. */
export type VenueMarks = (instrument: Pick<InstrumentView, 'id' | 'venue_instrument_name'>) => Mark | undefined

/** Each mark is worked out once until prices move. */
export function readVenueMarks(market: Market, now: () => number): VenueMarks {
  const known = new Map<number, Mark>()
  let walk = market.walk()
  return ({ id, venue_instrument_name: name }) => {
    if (walk !== market.walk()) {
      known.clear()
      walk = market.walk()
    }
    const row = known.has(id) ? undefined : market.instrument(name)
    if (row !== undefined) known.set(id, markOf(id, tickerOf(row, market.value(row), now())))
    return known.get(id)
  }
}

const markOf = (instrumentId: number, ticker: Ticker): Mark => ({
  instrumentId,
  markPrice: ticker.mark_price,
  underlyingPrice: ticker.underlying_price ?? ticker.mark_price,
  indexPrice: ticker.index_price,
  minPrice: ticker.min_price,
  maxPrice: ticker.max_price,
  greeks: greeksOf(ticker),
  at: ticker.timestamp,
})

function greeksOf({ greeks, mark_price: price }: Ticker): NonNullable<Mark['greeks']> {
  // A future is worth dollars and paid in coin.
  if (greeks === undefined) return { delta: 1 / price, gamma: 0, vega: 0, theta: 0 }
  return { delta: greeks.delta, gamma: greeks.gamma, vega: greeks.vega, theta: greeks.theta }
}
