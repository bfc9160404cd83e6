/** The rows of an order book on a price grid, each with the cumulative size. Pure. */
import type { Price, Quantity } from '@parley/core'
import type { Level, LevelBook } from '../market-data/depth.ts'
import { gridTicks, onGrid } from '../market-data/price-grid.ts'
import type { Order, Side } from './model.ts'

export type BookRow = {
  readonly price: Price
  readonly amount: Quantity
  /** Includes all better rows. */
  readonly sum: Quantity
  /** The part that belongs to the desk. */
  readonly own: Quantity
}

/** The possible row sizes in ticks. */
export const rowTicks = [...gridTicks, 500, 1_000] as const
const COARSEST_AT_FIRST = 10

/** The row size in ticks with which both sides fill their rows, ten at most. One if the book is too short. */
export function ticksThatFill({ bids, asks }: LevelBook, tick: Price, rows: number): number {
  const fill = (ticks: number) =>
    ([['BUY', bids], ['SELL', asks]] as const).every(([side, levels]) => bookRows(side, levels, [], tick * ticks, rows).length === rows) // prettier-ignore
  return rowTicks.toReversed().find((ticks) => ticks <= COARSEST_AT_FIRST && fill(ticks)) ?? 1
}

/** Best first, limited in number. `BUY` rows are the bids. */
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
