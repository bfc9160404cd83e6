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

/** The part of a side that an order of this size would fill, and its average price. Undefined if the side is empty. */
export function reach(levels: readonly Level[], amount: number): { readonly amount: number; readonly average: number } | undefined {
  let left = amount
  let value = 0
  for (const level of levels) {
    const part = Math.min(left, level.amount)
    value += part * priceToNumber(level.price)
    left -= part
    if (left <= 0) break
  }
  const taken = amount - Math.max(left, 0)
  return taken > 0 ? { amount: taken, average: value / taken } : undefined
}
