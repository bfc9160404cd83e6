/** The public book of one listed spread, and the changes to it by a decision (rulebook 17). */
import { bookOrderFor, type BookOrder, type Order, type Quantity, type Rfq, type Side } from '@parley/core'

/** All orders at a price together. None are left if the quantity is 0. */
export type BookLevel = Pick<BookOrder, 'side' | 'price' | 'quantity'> & { readonly orders: number }

/** Their state after the change. An order with the quantity 0 has left the book. */
export type BookDelta = { readonly orders: readonly BookOrder[]; readonly levels: readonly BookLevel[] }

/** Best price first, then oldest first. */
export type BookSides<Entry> = { readonly bids: readonly Entry[]; readonly asks: readonly Entry[] }

type Levels = Map<number, BookLevel>

export class SpreadBook {
  readonly #orders = new Map<string, BookOrder>()
  readonly #levels: Readonly<Record<Side, Levels>> = { BUY: new Map(), SELL: new Map() }
  /** Undefined if it has to be searched. */
  readonly #best: Record<Side, BookLevel | undefined> = { BUY: undefined, SELL: undefined }
  /** Sorted at the first read, until the book changes, because lists of all books read each of them. */
  #sortedOrders: BookSides<BookOrder> | undefined
  #sortedLevels: BookSides<BookLevel> | undefined

  /** Undefined if the change is not visible to readers. */
  change(rfq: Rfq, changed: readonly Order[]): BookDelta | undefined {
    const orders = changed.flatMap((order) => this.#put(order.id, bookOrderFor(rfq, order, undefined)) ?? [])
    if (orders.length === 0) return undefined
    this.#sortedOrders = undefined
    this.#sortedLevels = undefined
    const prices = new Map(orders.map(({ side, price }) => [`${side} ${price}`, { side, price }]))
    return { orders, levels: [...prices.values()].map(({ side, price }) => this.#level(side, price)) }
  }

  orders(): BookSides<BookOrder> {
    return (this.#sortedOrders ??= bestFirst([...this.#orders.values()], (a, b) => a.priority - b.priority))
  }

  levels(): BookSides<BookLevel> {
    return (this.#sortedLevels ??= bestFirst([...this.#levels.BUY.values(), ...this.#levels.SELL.values()], () => 0))
  }

  best(): { readonly bid: BookLevel | undefined; readonly ask: BookLevel | undefined } {
    return { bid: this.#bestOf('BUY'), ask: this.#bestOf('SELL') }
  }

  /** All levels are searched only if the best one has left. */
  #bestOf(side: Side): BookLevel | undefined {
    let best = this.#best[side]
    if (best === undefined) for (const level of this.#levels[side].values()) if (isBetter(level, best)) best = level
    return (this.#best[side] = best)
  }

  #put(id: string, now: BookOrder | undefined): BookOrder | undefined {
    const before = this.#orders.get(id)
    if (now?.quantity === before?.quantity) return undefined
    if (now === undefined) this.#orders.delete(id)
    else this.#orders.set(id, now)
    const shown = now ?? { ...before!, quantity: 0 as Quantity }
    this.#add(shown, shown.quantity - (before?.quantity ?? 0), (now === undefined ? 0 : 1) - (before === undefined ? 0 : 1))
    return shown
  }

  #add({ side, price }: BookOrder, quantity: number, orders: number): void {
    const before = this.#level(side, price)
    const level = { ...before, quantity: (before.quantity + quantity) as Quantity, orders: before.orders + orders }
    if (level.orders === 0) this.#levels[side].delete(price)
    else this.#levels[side].set(price, level)
    const best = this.#best[side]
    if (best !== undefined && (best.price === price || isBetter(level, best))) this.#best[side] = level.orders === 0 ? undefined : level
  }

  #level(side: Side, price: BookOrder['price']): BookLevel {
    return this.#levels[side].get(price) ?? { side, price, quantity: 0 as Quantity, orders: 0 }
  }
}

const isBetter = ({ side, price }: BookLevel, than: BookLevel | undefined): boolean =>
  than === undefined || (side === 'BUY' ? price > than.price : price < than.price)

const bestFirst = <Entry extends Pick<BookOrder, 'side' | 'price'>>(
  entries: readonly Entry[],
  earlier: (one: Entry, other: Entry) => number,
): BookSides<Entry> => ({
  bids: entries.filter(({ side }) => side === 'BUY').sort((a, b) => b.price - a.price || earlier(a, b)),
  asks: entries.filter(({ side }) => side === 'SELL').sort((a, b) => a.price - b.price || earlier(a, b)),
})
