/** The desk's own orders as its blotter shows them. Pure. */
import type { Quantity } from '@parley/core'
import type { LevelBook } from '../market-data/depth.ts'
import { restingOf, type Side, type SpreadOrder, type Strategy } from './model.ts'

export type OwnOrderRow = {
  readonly id: string
  readonly order: SpreadOrder
  readonly strategy: Strategy
  /** The rate a year of its price, a fraction. */
  readonly rate: number | undefined
  /** The amount at better prices; the queue at its own price is not published. Undefined while the book is not known. */
  readonly ahead: Quantity | undefined
  /** Ticks from the best of its side, zero or below; undefined while the book is not known. */
  readonly toBest: number | undefined
}

export const isWorking = (order: SpreadOrder): boolean => order.state === 'OPEN' && restingOf(order) > 0

/** Over for good: nothing of it rests, and nothing is at the venue. */
export const isOver = (order: SpreadOrder): boolean => restingOf(order) === 0 && order.pending === 0

/** How many of the desk's orders rest on a side of these strategies. */
export const countResting = (orders: Iterable<SpreadOrder>, side: Side): number =>
  [...orders].filter((order) => order.side === side && isWorking(order)).length

/** Its place in a book, which may be of the best prices alone. */
export function placeOf(
  { side, price }: SpreadOrder,
  book: LevelBook | undefined,
  { tick }: Strategy,
): Pick<OwnOrderRow, 'ahead' | 'toBest'> {
  if (book === undefined || price === undefined) return { ahead: undefined, toBest: undefined }
  const levels = side === 'BUY' ? book.bids : book.asks
  const best = levels[0]?.price
  if (best === undefined) return { ahead: undefined, toBest: undefined }
  const distance = Math.round((side === 'BUY' ? best - price : price - best) / tick)
  let ahead = 0
  for (const level of levels) {
    if (side === 'BUY' ? level.price <= price : level.price >= price) break
    ahead += level.amount
  }
  return { ahead: ahead as Quantity, toBest: -Math.max(distance, 0) }
}
