/** A book of price levels and its cumulative depth. Pure. */
import { type Price, priceToNumber, type Quantity, quantityToNumber } from '@parley/core'

export type Level = { readonly price: Price; readonly amount: Quantity }
/** Bids descending, asks ascending. */
export type LevelBook = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
export const emptyBook: LevelBook = { bids: [], asks: [] }

export type DepthPoint = { readonly price: number; readonly total: number }
export type Depth = { readonly bids: readonly DepthPoint[]; readonly asks: readonly DepthPoint[] }

/** Best price first, each with the total size at that price or better. */
export function depthOf({ bids, asks }: LevelBook): Depth {
  return { bids: cumulated(bids), asks: cumulated(asks) }
}

function cumulated(levels: readonly Level[]): readonly DepthPoint[] {
  let sum = 0
  return levels.map(({ price, amount }) => ({ price: priceToNumber(price), total: (sum += quantityToNumber(amount)) }))
}
