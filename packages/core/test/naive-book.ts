/** A second order book, slow and obvious: one list, searched from its beginning every time. It is the oracle of the fast one. */
import type { DeskId } from '../src/ids.ts'
import type { Side } from '../src/structure/structure.ts'
import type { BookEntry, MatchingBook } from '../src/book/book.ts'
import type { Incoming, Plan, Terms } from '../src/book/match.ts'

/** The operations of both books. */
type BookOperations = {
  readonly size: number
  get(id: number): BookEntry<number> | undefined
  add(order: BookEntry<number>): void
  reduce(id: number, by: number): void
  remove(id: number): void
  best(side: Side): number | undefined
}
export type AnyBook = MatchingBook<number> | NaiveBook

export class NaiveBook implements BookOperations {
  /** Oldest first. */
  #orders: readonly BookEntry<number>[]

  constructor(like?: NaiveBook) {
    this.#orders = like === undefined ? [] : like.#orders
  }

  get size(): number {
    return this.#orders.length
  }

  get(id: number): BookEntry<number> | undefined {
    return this.#orders.find((order) => order.id === id)
  }

  add(order: BookEntry<number>): void {
    if (this.get(order.id) !== undefined) throw new Error(`${order.id} twice`)
    this.#orders = [...this.#orders, order]
  }

  reduce(id: number, by: number): void {
    const order = this.get(id)
    if (order === undefined || by < 0 || by > order.quantity) throw new Error(`${id} cannot give ${by}`)
    this.#orders = this.#orders
      .map((one) => (one.id === id ? { ...one, quantity: one.quantity - by } : one))
      .filter(({ quantity }) => quantity > 0)
  }

  remove(id: number): void {
    if (this.get(id) === undefined) throw new Error(`${id} is not here`)
    this.#orders = this.#orders.filter((one) => one.id !== id)
  }

  best(side: Side): number | undefined {
    return this.queue(side)[0]?.price
  }

  queue(side: Side): readonly BookEntry<number>[] {
    const better = side === 'BUY' ? -1 : 1
    return this.#orders.filter((order) => order.side === side).sort((a, b) => (a.price - b.price) * better)
  }

  /** Rulebook 10.6, 10.7 and 5.24, word for word. */
  plan({ owner, side, limit, quantity, isWhole }: Incoming, { minimum, allowed }: Terms<BookEntry<number>>): Plan<BookEntry<number>> {
    const within = (price: number) => limit === undefined || (side === 'BUY' ? price <= limit : price >= limit)
    const others = this.queue(side === 'BUY' ? 'SELL' : 'BUY').filter((order) => order.owner !== owner && within(order.price))
    const fills: { resting: BookEntry<number>; quantity: number }[] = []
    const blocked: BookEntry<number>[] = []
    let left = quantity
    for (const [place, resting] of others.entries()) {
      if (left < minimum) continue
      const sizes = others.slice(place).map((order) => order.quantity)
      const wanted = (isWhole === true ? naiveSlices(sizes, left, minimum)?.[0] : undefined) ?? Math.min(left, resting.quantity)
      if (wanted === 0) continue
      const may = allowed ? allowed(resting, wanted) : wanted
      if (may < wanted) blocked.push(resting)
      if (may < minimum) continue
      fills.push({ resting, quantity: may })
      left = left - may
    }
    return { fills, left, blocked }
  }
}

/**
 * Rulebook 5.24, one unit at a time: the slices of an order that trades in full, one for each size; undefined if there are none. Sizes below a block
 * trade nothing.
 */
export function naiveSlices(sizes: readonly number[], quantity: number, minimum: number): readonly number[] | undefined {
  const blocks = sizes.flatMap((size, at) => (size >= minimum ? [at] : []))
  const slices = sizes.map(() => 0)
  let left = quantity
  for (const at of blocks) while (left > 0 && slices[at]! < sizes[at]!) [slices[at], left] = [slices[at]! + 1, left - 1]
  const filled = blocks.filter((at) => slices[at]! > 0)
  if (left > 0 || filled.length === 0) return undefined
  const last = filled.at(-1)!
  const earlier = filled.slice(0, -1)
  while (slices[last]! < minimum) {
    const from = earlier.findLast((at) => slices[at]! > minimum)
    if (from === undefined) return passedOver(sizes, slices, blocks, { last, before: earlier.at(-1) })
    ;[slices[from], slices[last]] = [slices[from]! - 1, slices[last]! + 1]
  }
  return slices
}

type Ends = { readonly last: number; readonly before: number | undefined }

/** The fill before the last is passed over, and the first order after it that is large enough takes both. */
function passedOver(sizes: readonly number[], begun: readonly number[], blocks: readonly number[], { last, before }: Ends) {
  if (before === undefined) return undefined
  // Slices have been moved one by one, but their sum is the same.
  const greedy = begun.map((slice, at) => (at < before ? sizes[at]! * Number(slice > 0) : 0))
  const both = begun.reduce((sum, slice) => sum + slice, 0) - greedy.reduce((sum, slice) => sum + slice, 0)
  const taker = blocks.find((at) => at >= last && sizes[at]! >= both)
  return taker === undefined ? undefined : greedy.map((slice, at) => (at === taker ? both : slice))
}

export const deskNumber = (n: number): DeskId => `DSK${n}` as DeskId
