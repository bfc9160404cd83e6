/** The venue's words about a listed spread: what its legs are worth there now, and between which prices it can be settled. */
import { pricedBand, structureMark, type Rfq, type SpreadBand } from '@parley/core'
import type { MarketData } from '../market-data/market-data.ts'
import { legLimitsNow } from '../rfq/facts.ts'

/** Model figures, but for the band, which is exact and on the spread's step. Each is undefined while the venue does not say it. */
export type SpreadPrices = {
  readonly mark: number
  /** The prices at which both legs at once could be sold and bought there. */
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly band: SpreadBand | undefined
  /** The time of the older mark of the two, ms. */
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
