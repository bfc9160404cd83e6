/** The rows of a book on a grid of prices, each with what can be had up to there. Pure. */
import type { Price, Quantity } from '@parley/core'
import type { Level } from '../market-data/depth.ts'
import type { Order, Side } from './model.ts'

export type BookRow = {
  readonly price: Price
  readonly amount: Quantity
  /** With all that is better. */
  readonly sum: Quantity
  /** The part that is one's own. */
  readonly own: Quantity
}

/** Bids down and asks up, so that no row promises a better price than there is. */
const onGrid = (side: Side, price: number, step: number): number =>
  (side === 'BUY' ? Math.floor(price / step) : Math.ceil(price / step)) * step

/** Best first, at most so many; `BUY` rows are the bids. */
export function bookRows(side: Side, levels: readonly Level[], own: readonly Order[], step: number, most: number): readonly BookRow[] {
  const ownAt = new Map<number, number>()
  for (const order of own)
    if (order.side === side && order.price !== undefined && order.state === 'OPEN') {
      const at = onGrid(side, order.price, step)
      ownAt.set(at, (ownAt.get(at) ?? 0) + order.remaining)
    }
  const rows: BookRow[] = []
  let sum = 0
  for (const { price, amount } of levels) {
    const at = onGrid(side, price, step)
    const last = rows.at(-1)
    sum += amount
    if (last?.price === at) rows[rows.length - 1] = { ...last, amount: (last.amount + amount) as Quantity, sum: sum as Quantity }
    else if (rows.length === most) break
    else rows.push({ price: at as Price, amount, sum: sum as Quantity, own: (ownAt.get(at) ?? 0) as Quantity })
  }
  return rows
}
