/** What an incoming order would trade, worked out without changing the book (rulebook 10.6, 10.7, 10.13). */
import type { DeskId } from '../ids.ts'
import { opposite, type Side } from '../structure/structure.ts'
import type { Book, RestingOrder } from './book.ts'

export type Incoming = {
  readonly owner: DeskId
  readonly side: Side
  /** Undefined takes any price. */
  readonly limit: number | undefined
  readonly quantity: number
}

export type Terms<Key> = {
  /** The smallest block; every fill is one, and nothing smaller is left to trade. */
  readonly minimum: number
  /**
   * How much of `wanted` this resting order may trade as far as its owner's protections go; asked in the order of the fills, and whoever is
   * asked may count that much as traded. Less than the minimum passes the order over.
   */
  readonly allowed?: (resting: RestingOrder<Key>, wanted: number) => number
}

export type Fill<Key> = { readonly resting: RestingOrder<Key>; readonly quantity: number }

export type Plan<Key> = {
  readonly fills: readonly Fill<Key>[]
  /** What the incoming order has left after them. */
  readonly left: number
  /** Resting orders that were crossed and could not trade all they might have, because of their owner's protections. */
  readonly heldBack: readonly RestingOrder<Key>[]
}

const nothing: readonly never[] = []

/** Whether a price on the other side is as good as the limit, or better. */
export const crosses = (side: Side, limit: number | undefined, price: number): boolean =>
  limit === undefined || (side === 'BUY' ? price <= limit : price >= limit)

export function planMatch<Key>(book: Book<Key>, incoming: Incoming, { minimum, allowed }: Terms<Key>): Plan<Key> {
  const facing = opposite(incoming.side)
  const best = book.best(facing)
  if (best === undefined || !crosses(incoming.side, incoming.limit, best) || incoming.quantity < minimum)
    return { fills: nothing, left: incoming.quantity, heldBack: nothing }
  const fills: Fill<Key>[] = []
  let heldBack: RestingOrder<Key>[] | undefined
  let left = incoming.quantity
  for (let resting = book.first(facing); resting !== undefined && left >= minimum; resting = book.after(resting)) {
    if (!crosses(incoming.side, incoming.limit, resting.price)) break
    // Rulebook 10.10 refuses such an order before it comes here; this is the last line of defence.
    if (resting.owner === incoming.owner) continue
    const wanted = Math.min(left, resting.quantity)
    const quantity = allowed === undefined ? wanted : allowed(resting, wanted)
    if (quantity < wanted) (heldBack ??= []).push(resting)
    if (quantity < minimum) continue
    fills.push({ resting, quantity })
    left -= quantity
  }
  return { fills, left, heldBack: heldBack ?? nothing }
}
