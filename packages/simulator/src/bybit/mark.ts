/** A contract's mark as the venue publishes it, for desks that read it there, with the price band for its RFQs. */
import type { MarkReader } from '../exchange/mark-reader.ts'
import { bandOf, type BybitMarket } from './market.ts'
import { standOf } from './ticker.ts'

export const createMarkReader =
  (market: BybitMarket, now: () => number): MarkReader =>
  (name) => {
    const contract = market.contract(name)
    if (contract === undefined) return undefined
    const value = market.value(contract)
    const { forward, index, option } = value
    const tick = Number(contract.row.priceFilter.tickSize)
    const band = bandOf(contract, value)
    const markPrice = Number(standOf(contract, value).mark)
    return {
      markPrice,
      underlyingPrice: option === undefined ? markPrice : forward,
      indexPrice: index,
      minPrice: Math.max(tick, Math.ceil((value.price - band) / tick) * tick),
      maxPrice: Math.floor((value.price + band) / tick) * tick,
      greeks: option === undefined ? { delta: 1, gamma: 0, vega: 0, theta: 0 } : greeksOf(option),
      at: now(),
    }
  }

const greeksOf = ({ delta, gamma, vega, theta }: { delta: number; gamma: number; vega: number; theta: number }) => ({
  ...{ delta, gamma, vega, theta },
})
