/** An order book with price-time priority. An incoming order trades with resting ones; its remainder rests if its owner allows it. */
import type { Price, Quantity, Side } from '@parley/core'

export type Resting = {
  readonly orderId: string
  readonly account: string
  readonly side: Side
  readonly price: Price
  remaining: Quantity
}
export type Match = { readonly resting: Resting; readonly size: Quantity }
export type Level = { readonly price: Price; readonly size: Quantity }

/** `limit` is undefined for a market order. */
export type Arriving = { readonly account: string; readonly side: Side; readonly limit: Price | undefined; readonly size: Quantity }
export type Matched = { readonly matches: readonly Match[]; readonly left: Quantity; readonly end: 'FILLED' | 'NO_MORE' | 'OWN_ORDER' }

export class OrderBook {
  readonly #sides: Readonly<Record<Side, Resting[]>> = { BUY: [], SELL: [] }

  /** The best price of a side; undefined if the side is empty. */
  best(side: Side): Price | undefined {
    return this.#sides[side][0]?.price
  }

  rest(order: Resting): void {
    const own = this.#sides[order.side]
    const behind = own.findIndex(({ price }) => (order.side === 'BUY' ? price < order.price : price > order.price))
    own.splice(behind === -1 ? own.length : behind, 0, order)
  }

  remove(orderId: string): void {
    for (const own of Object.values(this.#sides)) {
      const index = own.findIndex((order) => order.orderId === orderId)
      if (index !== -1) own.splice(index, 1)
    }
  }

  /** Trades at the prices of the resting orders. An account does not trade with itself: its incoming order ends there. */
  match({ account, side, limit, size }: Arriving): Matched {
    const others = this.#sides[side === 'BUY' ? 'SELL' : 'BUY']
    const matches: Match[] = []
    let left = size
    while (left > 0) {
      const [first] = others
      if (first === undefined || !crosses(side, limit, first.price)) return { matches, left, end: 'NO_MORE' }
      if (first.account === account) return { matches, left, end: 'OWN_ORDER' }
      const traded = Math.min(left, first.remaining) as Quantity
      first.remaining = (first.remaining - traded) as Quantity
      left = (left - traded) as Quantity
      matches.push({ resting: first, size: traded })
      if (first.remaining === 0) others.shift()
    }
    return { matches, left, end: 'FILLED' }
  }

  levels(side: Side, depth: number): readonly Level[] {
    const levels: { readonly price: Price; size: Quantity }[] = []
    for (const { price, remaining } of this.#sides[side]) {
      const last = levels.at(-1)
      if (last?.price === price) last.size = (last.size + remaining) as Quantity
      else if (levels.length === depth) break
      else levels.push({ price, size: remaining })
    }
    return levels
  }
}

const crosses = (side: Side, limit: Price | undefined, price: Price): boolean =>
  limit === undefined || (side === 'BUY' ? limit >= price : limit <= price)
