/** A contract's mark as the venue publishes it, for desks that read it there. */
import type { MarkReader } from '../exchange/mark-reader.ts'
import type { Market } from './market.ts'

export const createMarkReader =
  (market: Market, now: () => number): MarkReader =>
  (name) => {
    const row = market.instrument(name)
    if (row === undefined) return undefined
    const { forward, index, option } = market.value(row)
    const { mark, least, most } = market.stand(row)
    return {
      markPrice: mark,
      underlyingPrice: option === undefined ? mark : forward,
      indexPrice: index,
      minPrice: least,
      maxPrice: most,
      // The price of a linear future moves with its coin.
      greeks: option === undefined ? { delta: 1, gamma: 0, vega: 0, theta: 0 } : greeksOf(option),
      at: now(),
    }
  }

const greeksOf = ({ delta, gamma, vega, theta }: { delta: number; gamma: number; vega: number; theta: number }) => ({
  ...{ delta, gamma, vega, theta },
})
