/**
 * An order book: price priority, then time priority (rulebook 10.6). It stores orders and finds them, and judges nothing. It is mutable,
 * because it changes a million times a second, and has one writer. Prices and quantities are integers in its owner's scale.
 */
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

/** An order as it enters the book. */
export type BookEntry<Key> = {
  readonly id: Key
  readonly owner: DeskId
  readonly side: Side
  readonly price: number
  /** The resting quantity, above zero. */
  readonly quantity: number
  /** A hidden order trades like every other, but is not shown. */
  readonly isHidden: boolean
}

/** An order in the book, where its quantity shrinks and its successor changes. */
export type RestingOrder<Key> = BookEntry<Key> & { readonly next: RestingOrder<Key> | undefined }

/** Order and list node in one object, because a book of a hundred thousand orders mostly waits for memory. */
class Node<Key> implements RestingOrder<Key> {
  readonly id: Key
  readonly owner: DeskId
  readonly side: Side
  readonly price: number
  quantity: number
  readonly isHidden: boolean
  readonly level: Level<Key>
  before: Node<Key> | undefined
  after: Node<Key> | undefined = undefined

  constructor({ id, owner, side, price, quantity, isHidden }: BookEntry<Key>, level: Level<Key>) {
    this.id = id
    this.owner = owner
    this.side = side
    this.price = price
    this.quantity = quantity
    this.isHidden = isHidden
    this.level = level
    this.before = level.last
  }

  get next(): Node<Key> | undefined {
    return this.after ?? this.level.worse?.first
  }
}

type Level<Key> = {
  readonly price: number
  first: Node<Key> | undefined
  last: Node<Key> | undefined
  /** The level that trades after this one. */
  worse: Level<Key> | undefined
}

/** One side. `levels` has the worst price first, so that the best is at the end, where adding and removing are cheap. */
type Half<Key> = { readonly side: Side; readonly levels: Level<Key>[]; readonly byPrice: Map<number, Level<Key>> }

/** The operations by which orders come, trade and leave. */
export type MatchingBook<Key> = Pick<Book<Key>, 'size' | 'add' | 'reduce' | 'remove' | 'best' | 'first'> & {
  get(id: Key): BookEntry<Key> | undefined
}

export class Book<Key> {
  readonly #bids: Half<Key> = { side: 'BUY', levels: [], byPrice: new Map() }
  readonly #asks: Half<Key> = { side: 'SELL', levels: [], byPrice: new Map() }
  readonly #nodes = new Map<Key, Node<Key>>()

  get size(): number {
    return this.#nodes.size
  }

  get(id: Key): RestingOrder<Key> | undefined {
    return this.#nodes.get(id)
  }

  /** Adds the order behind all others of its price. */
  add(order: BookEntry<Key>): void {
    if (this.#nodes.has(order.id)) throw new Error(`order ${String(order.id)} is in the book already`)
    const level = this.#levelOf(order.side === 'BUY' ? this.#bids : this.#asks, order.price)
    const node = new Node(order, level)
    if (level.last === undefined) level.first = node
    else level.last.after = node
    level.last = node
    this.#nodes.set(order.id, node)
  }

  /** Takes quantity off an order, which keeps its place; with nothing left it leaves the book. */
  reduce(id: Key, by: number): void {
    const node = this.#node(id)
    if (by < 0 || by > node.quantity) throw new Error(`order ${String(id)} has ${node.quantity}, not ${by} to give`)
    if (by === node.quantity) this.#unlink(node)
    else node.quantity -= by
  }

  remove(id: Key): void {
    this.#unlink(this.#node(id))
  }

  /** The best price of a side. */
  best(side: Side): number | undefined {
    const { levels } = side === 'BUY' ? this.#bids : this.#asks
    return levels.length === 0 ? undefined : levels[levels.length - 1]!.price
  }

  /** The order of a side that would trade first. */
  first(side: Side): RestingOrder<Key> | undefined {
    const { levels } = side === 'BUY' ? this.#bids : this.#asks
    return levels.length === 0 ? undefined : levels[levels.length - 1]!.first
  }

  #node(id: Key): Node<Key> {
    const node = this.#nodes.get(id)
    if (node === undefined) throw new Error(`order ${String(id)} is not in the book`)
    return node
  }

  #levelOf(half: Half<Key>, price: number): Level<Key> {
    const found = half.byPrice.get(price)
    if (found !== undefined) return found
    const { levels } = half
    const at = place(half, price)
    const level: Level<Key> = { price, first: undefined, last: undefined, worse: levels[at - 1] }
    half.byPrice.set(price, level)
    if (at === levels.length) levels.push(level)
    else {
      levels[at]!.worse = level
      levels.splice(at, 0, level)
    }
    return level
  }

  #unlink({ id, side, level, before, after }: Node<Key>): void {
    if (before === undefined) level.first = after
    else before.after = after
    if (after === undefined) level.last = before
    else after.before = before
    this.#nodes.delete(id)
    if (level.first !== undefined) return
    const half = side === 'BUY' ? this.#bids : this.#asks
    const { levels } = half
    half.byPrice.delete(level.price)
    if (levels[levels.length - 1] === level) levels.pop()
    else {
      const at = place(half, level.price)
      levels[at + 1]!.worse = level.worse
      levels.splice(at, 1)
    }
  }
}

/** The index of the price among the levels of its side, or the index at which it would stand. */
function place<Key>({ side, levels }: Half<Key>, price: number): number {
  const sign = side === 'BUY' ? 1 : -1
  const wanted = sign * price
  let low = 0
  let high = levels.length
  // Most orders come and go at the best price.
  if (high > 0 && wanted > sign * levels[high - 1]!.price) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sign * levels[middle]!.price < wanted) low = middle + 1
    else high = middle
  }
  return low
}
