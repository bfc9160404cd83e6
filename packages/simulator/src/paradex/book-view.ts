/** Order books on the wire: complete, and as updates since the last frame. */
import { formatPrice, formatQuantity, type Side } from '@parley/core'
import { BOOK_DEPTH } from './limits.ts'
import type { Level, OrderBook } from './order-book.ts'

export type ShownBook = { readonly sequence: number; readonly at: number; readonly BUY: readonly Level[]; readonly SELL: readonly Level[] }

export const shownBook = (book: OrderBook, sequence: number, at: number): ShownBook => ({
  ...{ sequence, at },
  ...{ BUY: book.levels('BUY', BOOK_DEPTH), SELL: book.levels('SELL', BOOK_DEPTH) },
})

const SIDES: readonly Side[] = ['BUY', 'SELL']
const levelToWire = (side: Side, { price, size }: Level): object => ({ side, price: formatPrice(price), size: formatQuantity(size) })

const frame = (market: string, { sequence, at }: ShownBook, changes: object): object => ({
  ...{ market, seq_no: sequence, last_updated_at: at, update_type: 's', inserts: [], updates: [], deletes: [] },
  ...changes,
})

export const wholeBook = (market: string, book: ShownBook): object =>
  frame(market, book, { inserts: SIDES.flatMap((side) => book[side].map((level) => levelToWire(side, level))) })

/** Undefined if nothing visible has changed. */
export function changedBook(market: string, before: ShownBook, after: ShownBook): object | undefined {
  const changes = { inserts: [] as object[], updates: [] as object[], deletes: [] as object[] }
  for (const side of SIDES) {
    const known = new Map(before[side].map(({ price, size }) => [price, size]))
    for (const level of after[side]) {
      const size = known.get(level.price)
      known.delete(level.price)
      if (size === undefined) changes.inserts.push(levelToWire(side, level))
      else if (size !== level.size) changes.updates.push(levelToWire(side, level))
    }
    for (const [price, size] of known) changes.deletes.push(levelToWire(side, { price, size }))
  }
  const isSame = Object.values(changes).every((list) => list.length === 0)
  return isSame ? undefined : frame(market, after, { update_type: 'd', ...changes })
}

export const restBook = (market: string, { sequence, at, BUY, SELL }: ShownBook): object => {
  const pairs = (levels: readonly Level[]) => levels.map(({ price, size }) => [formatPrice(price), formatQuantity(size)])
  return { market, seq_no: sequence, last_updated_at: at, asks: pairs(SELL), bids: pairs(BUY) }
}
