/** A book of whole price levels, and its depth: how much can be had down to each price. Pure. */
import { type Price, priceToNumber, type Quantity, quantityToNumber } from '@parley/core'

export type Level = { readonly price: Price; readonly amount: Quantity }
/** Bids falling, asks rising. */
export type LevelBook = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
export const emptyBook: LevelBook = { bids: [], asks: [] }

export type DepthPoint = { readonly price: number; readonly total: number }
export type Depth = { readonly bids: readonly DepthPoint[]; readonly asks: readonly DepthPoint[] }

/** Best first, each with all that is as good or better. */
export function depthOf({ bids, asks }: LevelBook): Depth {
  return { bids: cumulated(bids), asks: cumulated(asks) }
}

function cumulated(levels: readonly Level[]): readonly DepthPoint[] {
  let sum = 0
  return levels.map(({ price, amount }) => ({ price: priceToNumber(price), total: (sum += quantityToNumber(amount)) }))
}

/** The part of one side that an order of this size would reach, and at which average price; undefined where nothing is there. */
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
