/** The rows of the desk's own orders. Pure. */
import type { Quantity } from '@parley/core'
import type { LevelBook } from '../market-data/depth.ts'
import { marketBook } from './ladder.ts'
import { restingOf, type Side, type SpreadOrder, type Strategy } from './model.ts'

export type OwnOrderRow = {
  readonly id: string
  readonly order: SpreadOrder
  readonly strategy: Strategy
  /** The annualised yield at its price, as a fraction. */
  readonly rate: number | undefined
  /** The amount at better prices. The queue at the same price is not published. Undefined while the book is unknown. */
  readonly ahead: Quantity | undefined
  /** Ticks from the best price of the other desks on its side, zero or negative. Undefined while that is unknown. */
  readonly toBest: number | undefined
}

export const isWorking = (order: SpreadOrder): boolean => order.state === 'OPEN' && restingOf(order) > 0

/** Finished: no part is resting or settling at the venue. */
export const isOver = (order: SpreadOrder): boolean => restingOf(order) === 0 && order.pending === 0

/** The number of resting orders of the desk on a side of these strategies. */
export const countResting = (orders: Iterable<SpreadOrder>, side: Side): number =>
  [...orders].filter((order) => order.side === side && isWorking(order)).length

/** Its position in a book, which may contain only the best prices. Its distance is from the best price of the other desks (rulebook 21.13). */
export function placeOf(
  { side, price }: SpreadOrder,
  book: LevelBook | undefined,
  { tick }: Strategy,
  own: readonly SpreadOrder[],
): Pick<OwnOrderRow, 'ahead' | 'toBest'> {
  const sideOf = (of: LevelBook | undefined) => (side === 'BUY' ? of?.bids : of?.asks) ?? []
  const levels = sideOf(book)
  const [first] = levels
  if (book === undefined || price === undefined || first === undefined) return { ahead: undefined, toBest: undefined }
  const isFirst = side === 'BUY' ? price >= first.price : price <= first.price
  const best = sideOf(marketBook(book, own))[0]?.price
  const distance = best === undefined ? undefined : Math.round((side === 'BUY' ? best - price : price - best) / tick)
  let ahead = 0
  for (const level of levels) {
    if (side === 'BUY' ? level.price <= price : level.price >= price) break
    ahead += level.amount
  }
  return { ahead: ahead as Quantity, toBest: isFirst ? 0 : distance === undefined ? undefined : -Math.max(distance, 0) }
}
