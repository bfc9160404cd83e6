/** A contract's mark as the venue publishes it, for desks that read it there. */
import type { MarkReader } from '../exchange/mark-reader.ts'
import { bandOf, type Market } from './market.ts'

export const createMarkReader =
  (market: Market, now: () => number): MarkReader =>
  (name) => {
    const contract = market.contract(name)
    if (contract === undefined) return undefined
    const value = market.value(contract)
    const { price, forward, index, option } = value
    const { least, most } = bandOf(contract, value)
    return {
      markPrice: price,
      underlyingPrice: option === undefined ? price : forward,
      indexPrice: index,
      minPrice: least,
      maxPrice: most,
      // The price of a linear perpetual moves with its coin.
      greeks: option === undefined ? { delta: 1, gamma: 0, vega: 0, theta: 0 } : greeksOf(option),
      at: now(),
    }
  }

const greeksOf = ({ delta, gamma, vega, theta }: { delta: number; gamma: number; vega: number; theta: number }) => ({
  ...{ delta, gamma, vega, theta },
})
