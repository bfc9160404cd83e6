/** The immediate fill of an order against a book, and what would be left of it (rulebook 21.12, 21.13). It is an estimate: others trade too. */
import { priceToNumber, type Price, type Quantity } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'

export type BookLevel = { readonly price: Price; readonly amount: Quantity }
export type BookSides = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }
export type OwnResting = { readonly side: Side; readonly price: Price | undefined; readonly resting: Quantity }

/** The book of the other desks. An own order is never the market, because it cannot be traded with (rulebook 17.5). */
export function withoutOwn<Book extends BookSides>(book: Book, own: readonly OwnResting[]): BookSides {
  if (own.length === 0) return book
  return { bids: others(book.bids, own, 'BUY'), asks: others(book.asks, own, 'SELL') }
}

function others(levels: readonly BookLevel[], own: readonly OwnResting[], side: Side): readonly BookLevel[] {
  const mine = new Map<Price, number>()
  for (const { price, resting, side: of } of own) if (of === side && price !== undefined) mine.set(price, (mine.get(price) ?? 0) + resting)
  if (mine.size === 0) return levels
  return levels.flatMap((level) => {
    const left = level.amount - (mine.get(level.price) ?? 0)
    return left === level.amount ? [level] : left > 0 ? [{ price: level.price, amount: left as Quantity }] : []
  })
}

export type OrderNow = {
  /** The amount that fills now, and its average price. */
  readonly takes: Quantity
  readonly average: number | undefined
  /** The amount that does not fill now. */
  readonly left: Quantity
  /** If nothing fills: the amount in front of the order, at its price or better. */
  readonly ahead: Quantity
  /** The best price of the order's own side before it, or undefined. */
  readonly best: Price | undefined
}

type Sent = { readonly side: Side; readonly price: Price | undefined; readonly amount: Quantity }

/** Against the orders of the other desks. */
export function orderNow({ side, price, amount }: Sent, { bids, asks }: BookSides): OrderNow {
  const [same, other] = side === 'BUY' ? [bids, asks] : [asks, bids]
  const sign = side === 'BUY' ? 1 : -1
  let takes = 0
  let value = 0
  for (const level of other) {
    if (takes >= amount || (price !== undefined && sign * (level.price - price) > 0)) break
    const part = Math.min(amount - takes, level.amount)
    takes += part
    value += part * priceToNumber(level.price)
  }
  let ahead = 0
  for (const level of same) {
    if (price === undefined || sign * (level.price - price) < 0) break
    ahead += level.amount
  }
  return {
    takes: takes as Quantity,
    average: takes === 0 ? undefined : value / takes,
    left: (amount - takes) as Quantity,
    ahead: ahead as Quantity,
    best: same[0]?.price,
  }
}

/**
 * The own order that the order would certainly meet, because the other desks have too little at its price or better. Undefined if it meets none, or if
 * only the time priority decides it.
 */
export function ownOrderMet<Own extends OwnResting>(
  { side, price, amount }: Sent,
  own: readonly Own[],
  { bids, asks }: BookSides,
): Own | undefined {
  const sign = side === 'BUY' ? 1 : -1
  const isWithin = (limit: Price, at: Price) => sign * (at - limit) <= 0
  const first = own
    .filter((one) => one.side !== side && one.price !== undefined && one.resting > 0 && (price === undefined || isWithin(price, one.price)))
    .toSorted((a, b) => sign * (a.price! - b.price!))[0]
  if (first?.price === undefined) return undefined
  const before = (side === 'BUY' ? asks : bids).filter((level) => isWithin(first.price!, level.price))
  return before.reduce((sum, level) => sum + level.amount, 0) < amount ? first : undefined
}
