/**
 * An order book with price-time priority (rulebook 10.6). It stores and finds orders, and checks no rule. It is mutable, because it changes a million
 * times a second, and has one writer. Prices and quantities are integers in its owner's scale.
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
  /** A hidden order trades like any other, but is not shown. */
  readonly isHidden: boolean
}

/** An order in the book. Its quantity can shrink and its successor can change. */
export type RestingOrder<Key> = BookEntry<Key> & { readonly next: RestingOrder<Key> | undefined }

/** Order and list node are one object, because the time of a book of a hundred thousand orders is mostly spent on memory access. */
class Node<Key> implements RestingOrder<Key> {
  readonly id: Key
  readonly owner: DeskId
  readonly side: Side
  readonly price: number
  quantity: number
  readonly isHidden: boolean
  readonly half: Half<Key>
  /** The order at its price that trades right before it. For the first one, it is the last one. */
  before: Node<Key>
  /** The order at its price that trades right after it. */
  after: Node<Key> | undefined = undefined

  constructor({ id, owner, side, price, quantity, isHidden }: BookEntry<Key>, half: Half<Key>, before: Node<Key> | undefined) {
    this.id = id
    this.owner = owner
    this.side = side
    this.price = price
    this.quantity = quantity
    this.isHidden = isHidden
    this.half = half
    this.before = before ?? this
  }

  get next(): Node<Key> | undefined {
    if (this.after !== undefined) return this.after
    const { ranks, firsts } = this.half
    const at = place(ranks, rankOf(this))
    return at === 0 ? undefined : firsts[at - 1]
  }
}

/**
 * One side: its prices, worst first, so that the best is at the end of the array, which makes adding and removing cheap, and the first order at each
 * price, which links to the others at that price. Prices are in an array of their own, so that a search does not touch the orders.
 */
type Half<Key> = {
  /** Ascending; asks have the opposite sign. */
  readonly ranks: number[]
  readonly firsts: Node<Key>[]
  /** The last of `firsts`. */
  best: Node<Key> | undefined
}

/** The operations that add, fill and remove orders. */
export type MatchingBook<Key> = Pick<Book<Key>, 'size' | 'add' | 'reduce' | 'remove' | 'best' | 'first'> & {
  get(id: Key): BookEntry<Key> | undefined
}

export class Book<Key> {
  readonly #bids: Half<Key> = { ranks: [], firsts: [], best: undefined }
  readonly #asks: Half<Key> = { ranks: [], firsts: [], best: undefined }
  readonly #nodes = new Map<Key, Node<Key>>()

  get size(): number {
    return this.#nodes.size
  }

  get(id: Key): RestingOrder<Key> | undefined {
    return this.#nodes.get(id)
  }

  /** Adds the order behind all others at its price. */
  add(order: BookEntry<Key>): void {
    const half = this.#half(order.side)
    const { ranks, firsts } = half
    const rank = rankOf(order)
    const at = place(ranks, rank)
    const first = ranks[at] === rank ? firsts[at] : undefined
    const node = new Node(order, half, first?.before)
    this.#keep(node)
    if (first === undefined) {
      if (at === ranks.length) half.best = node
      insert(ranks, at, rank)
      insert(firsts, at, node)
    } else {
      first.before.after = node
      first.before = node
    }
  }

  /** Reduces the quantity of an order, which keeps its priority. At zero it leaves the book. */
  reduce(id: Key, by: number): void {
    const node = this.#node(id)
    if (by < 0 || by > node.quantity) throw new Error(`order ${String(id)} has ${node.quantity}, less than the ${by} to fill`)
    if (by === node.quantity) this.#unlink(node)
    else node.quantity -= by
  }

  remove(id: Key): void {
    this.#unlink(this.#node(id))
  }

  /** The best price of a side. */
  best(side: Side): number | undefined {
    return this.first(side)?.price
  }

  /** The order of a side that would trade first. */
  first(side: Side): RestingOrder<Key> | undefined {
    return this.#half(side).best
  }

  /** Looks up the map only once: in a book that was idle for a while, the lookup is the most expensive part of an order. */
  #keep(node: Node<Key>): void {
    const { size } = this.#nodes
    this.#nodes.set(node.id, node)
    if (this.#nodes.size > size) return
    const known = [this.#bids, this.#asks].flatMap(({ firsts }) => firsts.flatMap(queue)).find(({ id }) => id === node.id)
    if (known !== undefined) this.#nodes.set(known.id, known)
    throw new Error(`order ${String(node.id)} is in the book already`)
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
    const { before, after } = node
    const { ranks, firsts } = node.half
    this.#nodes.delete(node.id)
    // The last order at its price, and not the only one.
    if (after === undefined && before.after === node) {
      before.after = undefined
      firsts[place(ranks, rankOf(node))]!.before = before
      return
    }
    if (after !== undefined) after.before = before
    if (before.after === node) {
      before.after = after
      return
    }
    const at = place(ranks, rankOf(node))
    if (after !== undefined) firsts[at] = after
    else {
      removeAt(ranks, at)
      removeAt(firsts, at)
    }
    if (node === node.half.best) node.half.best = firsts[firsts.length - 1]
  }
}

/** The orders at a price, starting with the first. */
function queue<Key>(first: Node<Key>): readonly Node<Key>[] {
  const all: Node<Key>[] = []
  for (let one: Node<Key> | undefined = first; one !== undefined; one = one.after) all.push(one)
  return all
}

/** How good a price is for the counterparty. */
const rankOf = ({ side, price }: Pick<BookEntry<unknown>, 'side' | 'price'>): number => (side === 'BUY' ? price : 0 - price)

/** The index of a rank, or the index at which it would be inserted. */
function place(ranks: readonly number[], wanted: number): number {
  let low = 0
  let high = ranks.length - 1
  if (high < 0) return 0
  // Most orders are added and removed at the best price.
  const best = ranks[high]!
  if (wanted >= best) return wanted === best ? high : high + 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranks[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Up to this length, moving the values one by one is faster than `splice`, which allocates an array of the removed values. */
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
