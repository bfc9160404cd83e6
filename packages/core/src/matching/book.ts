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

/** One side. `levels` stands worst first, so that the best is at the end, where coming and going is cheap. */
type Half<Key> = { readonly side: Side; readonly levels: Level<Key>[]; readonly byPrice: Map<number, Level<Key>> }

export class Book<Key> {
  readonly #bids: Half<Key> = { side: 'BUY', levels: [], byPrice: new Map() }
  readonly #asks: Half<Key> = { side: 'SELL', levels: [], byPrice: new Map() }
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
    else {
      // Written out: a spread costs more than everything else here.
      const { owner, side, price, isHidden } = node.order
      node.order = { id, owner, side, price, quantity, isHidden }
    }
  }

  remove(id: Key): void {
    this.#unlink(this.#node(id))
  }

  /** The best price of a side. */
  best(side: Side): number | undefined {
    const { levels } = side === 'BUY' ? this.#bids : this.#asks
    return levels.length === 0 ? undefined : levels[levels.length - 1]!.price
  }

  /** The orders of a side in the order in which they would trade, until `visit` has seen enough and answers false. */
  walk(side: Side, visit: (order: RestingOrder<Key>) => boolean): void {
    const { levels } = side === 'BUY' ? this.#bids : this.#asks
    for (let at = levels.length - 1; at >= 0; at--)
      for (let node = levels[at]!.first; node !== undefined; node = node.after) if (!visit(node.order)) return
  }

  #node(id: Key): Node<Key> {
    const node = this.#nodes.get(id)
    if (node === undefined) throw new Error(`order ${String(id)} is not in the book`)
    return node
  }

  #levelOf(half: Half<Key>, price: number): Level<Key> {
    const found = half.byPrice.get(price)
    if (found !== undefined) return found
    const level: Level<Key> = { price, first: undefined, last: undefined }
    half.byPrice.set(price, level)
    const at = place(half, price)
    if (at === half.levels.length) half.levels.push(level)
    else half.levels.splice(at, 0, level)
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
    half.byPrice.delete(level.price)
    if (half.levels[half.levels.length - 1] === level) half.levels.pop()
    else half.levels.splice(place(half, level.price), 1)
  }
}

/** Where the price stands, or would stand, among the prices of its side: bids rising, asks falling. */
function place<Key>({ side, levels }: Half<Key>, price: number): number {
  const sign = side === 'BUY' ? 1 : -1
  const wanted = sign * price
  let low = 0
  let high = levels.length
  // Most come and go at the best price.
  if (high > 0 && wanted > sign * levels[high - 1]!.price) return high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sign * levels[middle]!.price < wanted) low = middle + 1
    else high = middle
  }
  return low
}
