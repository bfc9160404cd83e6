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
  /** The orders of its side that trade right before and right after it, of whatever price. */
  before: Node<Key> | undefined
  next: Node<Key> | undefined

  constructor({ id, owner, side, price, quantity, isHidden }: BookEntry<Key>, before: Node<Key> | undefined, next: Node<Key> | undefined) {
    this.id = id
    this.owner = owner
    this.side = side
    this.price = price
    this.quantity = quantity
    this.isHidden = isHidden
    this.before = before
    this.next = next
  }
}

/**
 * One side: its orders as one list in the order in which they trade, and where each price ends in it. The worst price comes first, so that the
 * best is at the end, where adding and removing are cheap. Prices stand in an array of their own, which is searched without a look at the orders.
 */
type Half<Key> = {
  first: Node<Key> | undefined
  /** Ascending: of asks with the other sign. */
  readonly ranks: number[]
  /** The last order of each price. */
  readonly lasts: Node<Key>[]
}

/** The operations by which orders come, trade and leave. */
export type MatchingBook<Key> = Pick<Book<Key>, 'size' | 'add' | 'reduce' | 'remove' | 'best' | 'first'> & {
  get(id: Key): BookEntry<Key> | undefined
}

export class Book<Key> {
  readonly #bids: Half<Key> = { first: undefined, ranks: [], lasts: [] }
  readonly #asks: Half<Key> = { first: undefined, ranks: [], lasts: [] }
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
    const half = this.#half(order.side)
    const { ranks, lasts } = half
    const rank = rankOf(order)
    const at = place(ranks, rank)
    const isKnown = ranks[at] === rank
    // A new price comes right behind the next better one, which stands where it will.
    const before = lasts[at]
    const node = new Node(order, before, before === undefined ? half.first : before.next)
    if (before === undefined) half.first = node
    else before.next = node
    if (node.next !== undefined) node.next.before = node
    if (isKnown) lasts[at] = node
    else {
      insert(ranks, at, rank)
      insert(lasts, at, node)
    }
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
    return this.#half(side).first?.price
  }

  /** The order of a side that would trade first. */
  first(side: Side): RestingOrder<Key> | undefined {
    return this.#half(side).first
  }

  #half(side: Side): Half<Key> {
    return side === 'BUY' ? this.#bids : this.#asks
  }

  #node(id: Key): Node<Key> {
    const node = this.#nodes.get(id)
    if (node === undefined) throw new Error(`order ${String(id)} is not in the book`)
    return node
  }

  #unlink(node: Node<Key>): void {
    const { before, next, price } = node
    const half = this.#half(node.side)
    if (before === undefined) half.first = next
    else before.next = next
    if (next !== undefined) next.before = before
    this.#nodes.delete(node.id)
    if (next?.price === price) return
    const at = place(half.ranks, rankOf(node))
    if (before?.price === price) {
      half.lasts[at] = before
      return
    }
    removeAt(half.ranks, at)
    removeAt(half.lasts, at)
  }
}

/** How good a price is for whoever meets it. */
const rankOf = ({ side, price }: Pick<BookEntry<unknown>, 'side' | 'price'>): number => (side === 'BUY' ? price : 0 - price)

/** The index of a rank, or the index at which it would stand. */
function place(ranks: readonly number[], wanted: number): number {
  let low = 0
  let high = ranks.length
  // Most orders come and go at the best price.
  if (high > 0 && wanted > ranks[high - 1]!) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranks[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Up to here moving one value after another is quicker than `splice`, which makes an array of what it took out. */
const SHORT_WAY = 64

function insert<Value>(into: Value[], at: number, value: Value): void {
  if (into.length - at > SHORT_WAY) return void into.splice(at, 0, value)
  into.push(value)
  for (let to = into.length - 1; to > at; to--) into[to] = into[to - 1]!
  into[at] = value
}

function removeAt<Value>(from: Value[], at: number): void {
  if (from.length - at > SHORT_WAY) return void from.splice(at, 1)
  for (let to = at; to < from.length - 1; to++) from[to] = from[to + 1]!
  from.pop()
}
