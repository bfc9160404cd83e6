/**
 * One order book: best price first, then first come (rulebook 10.6). It keeps orders and finds them; it judges nothing. Mutable, because it
 * changes a million times a second; one writer owns it. Prices and quantities are scaled integers, of whatever scale its owner uses.
 */
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'

export type RestingOrder<Key> = {
  readonly id: Key
  readonly owner: DeskId
  readonly side: Side
  readonly price: number
  /** What rests: above zero. */
  readonly quantity: number
  /** Trades like every other order, and is not shown. */
  readonly isHidden: boolean
}

type Node<Key> = { order: RestingOrder<Key>; readonly level: Level<Key>; before: Node<Key> | undefined; after: Node<Key> | undefined }

type Level<Key> = {
  readonly price: number
  first: Node<Key> | undefined
  last: Node<Key> | undefined
}

/** One side. `prices` stands worst first, so that the best is at the end, where coming and going is cheap. */
type Half<Key> = { readonly side: Side; readonly prices: number[]; readonly levels: Map<number, Level<Key>> }

export class Book<Key> {
  readonly #bids: Half<Key> = { side: 'BUY', prices: [], levels: new Map() }
  readonly #asks: Half<Key> = { side: 'SELL', prices: [], levels: new Map() }
  readonly #nodes = new Map<Key, Node<Key>>()

  get size(): number {
    return this.#nodes.size
  }

  get(id: Key): RestingOrder<Key> | undefined {
    return this.#nodes.get(id)?.order
  }

  /** Last among those of its price. */
  add(order: RestingOrder<Key>): void {
    if (this.#nodes.has(order.id)) throw new Error(`order ${String(order.id)} is in the book already`)
    const level = this.#levelOf(order.side === 'BUY' ? this.#bids : this.#asks, order.price)
    const node: Node<Key> = { order, level, before: level.last, after: undefined }
    if (level.last === undefined) level.first = node
    else level.last.after = node
    level.last = node
    this.#nodes.set(order.id, node)
  }

  /** Less of it rests; it keeps its place. With nothing left it leaves. */
  reduce(id: Key, by: number): void {
    const node = this.#node(id)
    const quantity = node.order.quantity - by
    if (by < 0 || quantity < 0) throw new Error(`order ${String(id)} has ${node.order.quantity}, not ${by} to give`)
    if (quantity === 0) this.#unlink(node)
    else node.order = { ...node.order, quantity }
  }

  remove(id: Key): void {
    this.#unlink(this.#node(id))
  }

  /** The best price of a side. */
  best(side: Side): number | undefined {
    return (side === 'BUY' ? this.#bids : this.#asks).prices.at(-1)
  }

  /** The orders of a side in the order in which they would trade, until `visit` has seen enough and answers false. */
  walk(side: Side, visit: (order: RestingOrder<Key>) => boolean): void {
    const { prices, levels } = side === 'BUY' ? this.#bids : this.#asks
    for (let at = prices.length - 1; at >= 0; at--)
      for (let node = levels.get(prices[at]!)!.first; node !== undefined; node = node.after) if (!visit(node.order)) return
  }

  #node(id: Key): Node<Key> {
    const node = this.#nodes.get(id)
    if (node === undefined) throw new Error(`order ${String(id)} is not in the book`)
    return node
  }

  #levelOf(half: Half<Key>, price: number): Level<Key> {
    const found = half.levels.get(price)
    if (found !== undefined) return found
    const level: Level<Key> = { price, first: undefined, last: undefined }
    half.levels.set(price, level)
    half.prices.splice(place(half, price), 0, price)
    return level
  }

  #unlink({ order, level, before, after }: Node<Key>): void {
    if (before === undefined) level.first = after
    else before.after = after
    if (after === undefined) level.last = before
    else after.before = before
    this.#nodes.delete(order.id)
    if (level.first !== undefined) return
    const half = order.side === 'BUY' ? this.#bids : this.#asks
    half.levels.delete(level.price)
    half.prices.splice(place(half, level.price), 1)
  }
}

/** Where the price stands, or would stand, among the prices of its side: bids rising, asks falling. */
function place({ side, prices }: { readonly side: Side; readonly prices: readonly number[] }, price: number): number {
  const sign = side === 'BUY' ? 1 : -1
  const wanted = sign * price
  let low = 0
  let high = prices.length
  // Most come and go at the best price.
  if (high > 0 && wanted > sign * prices[high - 1]!) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sign * prices[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
