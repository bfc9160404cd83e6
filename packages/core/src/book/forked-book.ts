/**
 * A book on top of another one, which is not changed. It holds only added orders and changed quantities of the orders below, so a what-if question
 * costs the same for ten orders and for ten thousand. The book below must not change in the meantime.
 */
import type { Side } from '../structure/structure.ts'
import { Book, type BookEntry, type MatchingBook, type RestingOrder } from './book.ts'

type Resting<Key> = RestingOrder<Key> | undefined

export class ForkedBook<Key> implements MatchingBook<Key> {
  readonly #below: MatchingBook<Key>
  readonly #added = new Book<Key>()
  /** The quantities of changed orders of the book below; 0 for an order that has left. */
  readonly #changed = new Map<Key, number>()
  #left = 0

  constructor(below: MatchingBook<Key>) {
    this.#below = below
  }

  get size(): number {
    return this.#below.size - this.#left + this.#added.size
  }

  get(id: Key): BookEntry<Key> | undefined {
    const added = this.#added.get(id)
    if (added !== undefined) return added
    const quantity = this.#quantityBelow(id)
    return quantity === 0 ? undefined : { ...plain(this.#below.get(id)!), quantity }
  }

  add(order: BookEntry<Key>): void {
    if (this.#quantityBelow(order.id) > 0) throw new Error(`order ${String(order.id)} is in the book already`)
    this.#added.add(order)
  }

  reduce(id: Key, by: number): void {
    const quantity = this.#quantityBelow(id)
    if (quantity === 0) return this.#added.reduce(id, by)
    if (by < 0 || by > quantity) throw new Error(`order ${String(id)} has ${quantity}, less than the ${by} to fill`)
    this.#changed.set(id, quantity - by)
    if (by === quantity) this.#left += 1
  }

  remove(id: Key): void {
    const quantity = this.#quantityBelow(id)
    if (quantity === 0) this.#added.remove(id)
    else this.reduce(id, quantity)
  }

  best(side: Side): number | undefined {
    return this.first(side)?.price
  }

  first(side: Side): Resting<Key> {
    return this.#sooner(this.#below.first(side), this.#added.first(side))
  }

  #quantityBelow(id: Key): number {
    return this.#changed.get(id) ?? this.#below.get(id)?.quantity ?? 0
  }

  #stillThere(below: Resting<Key>): Resting<Key> {
    let here = below
    while (here !== undefined && this.#changed.get(here.id) === 0) here = here.next
    return here
  }

  /** The order that trades first of two queues. At one price, orders of the book below come first, because they were there earlier. */
  #sooner(below: Resting<Key>, added: Resting<Key>): Resting<Key> {
    const here = this.#stillThere(below)
    if (here === undefined || (added !== undefined && isBetter(added, here)))
      return added && linked(plain(added), () => this.#sooner(here, added.next))
    const quantity = this.#changed.get(here.id) ?? here.quantity
    return linked({ ...plain(here), quantity }, () => this.#sooner(here.next, added))
  }
}

const isBetter = (one: BookEntry<unknown>, other: BookEntry<unknown>): boolean =>
  one.side === 'BUY' ? one.price > other.price : one.price < other.price

/** The order without its link, which is only valid inside its own book. */
const plain = <Key>({ id, owner, side, price, quantity, isHidden }: BookEntry<Key>): BookEntry<Key> => ({
  id,
  owner,
  side,
  price,
  quantity,
  isHidden,
})

const linked = <Key>(order: BookEntry<Key>, following: () => Resting<Key>): RestingOrder<Key> => ({
  ...order,
  get next() {
    return following()
  },
})
