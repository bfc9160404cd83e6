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

  /** Rulebook 10.6 and 10.7, word for word. */
  plan({ owner, side, limit, quantity }: Incoming, { minimum, allowed }: Terms<BookEntry<number>>): Plan<BookEntry<number>> {
    const within = (price: number) => limit === undefined || (side === 'BUY' ? price <= limit : price >= limit)
    const others = this.queue(side === 'BUY' ? 'SELL' : 'BUY').filter((order) => order.owner !== owner && within(order.price))
    const fills: { resting: BookEntry<number>; quantity: number }[] = []
    const blocked: BookEntry<number>[] = []
    let left = quantity
    for (const resting of others) {
      if (left < minimum) continue
      const wanted = left < resting.quantity ? left : resting.quantity
      const may = allowed ? allowed(resting, wanted) : wanted
      if (may < wanted) blocked.push(resting)
      if (may < minimum) continue
      fills.push({ resting, quantity: may })
      left = left - may
    }
    return { fills, left, blocked }
  }
}

export const deskNumber = (n: number): DeskId => `DSK${n}` as DeskId
