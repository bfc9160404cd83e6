/** The venue's prices for a listed spread: the current value of its legs, and the price range in which it can settle. */
import { pricedBand, structureMark, type Rfq, type SpreadBand } from '@parley/core'
import type { MarketData } from '../market-data/market-data.ts'
import { legLimitsNow } from '../rfq/facts.ts'

/** Model figures, except for the price range, which is exact and on the spread's step. Each is undefined while the venue does not publish it. */
export type SpreadPrices = {
  readonly mark: number
  /** The prices at which both legs at once could be sold and bought there. */
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly band: SpreadBand | undefined
  /** The time of the older one of the two marks, in ms. */
  readonly at: number
}

/** Undefined while a leg has no mark. */
export function spreadPrices(rfq: Rfq, marketData: MarketData): SpreadPrices | undefined {
  const figures = structureMark(rfq.structure, (id) => marketData.mark(id))
  if (figures === undefined) return undefined
  const { markPrice: mark, bidPrice: bid, askPrice: ask, at } = figures
  const { legLimits } = legLimitsNow(rfq, marketData)
  return { mark, bid, ask, band: legLimits === undefined ? undefined : pricedBand(rfq.structure, stepOf(rfq), legLimits), at }
}

/** Every listed spread has one. */
export function stepOf({ id, priceTick }: Rfq) {
  if (priceTick === undefined) throw new Error(`${id} is not a listed spread`)
  return priceTick
}
