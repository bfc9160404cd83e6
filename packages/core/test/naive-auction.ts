/** A second blind auction, slow and obvious: a list of bids, and chapter 12 of the rulebook word for word. */
import type { DeskId, OrderId } from '../src/ids.ts'

export type NaiveBid = { readonly order: OrderId; readonly desk: DeskId; readonly price: number; readonly turn: number }

export class NaiveAuction {
  readonly #side: 'BUY' | 'SELL'
  #bids: readonly NaiveBid[] = []
  #turn = 0

  /** `side` is the taker's. */
  constructor(side: 'BUY' | 'SELL') {
    this.#side = side
  }

  bid(order: OrderId, desk: DeskId, price: number): void {
    this.#bids = [...this.#bids, { order, desk, price, turn: this.#turn++ }]
  }

  /** A new price loses time priority. */
  replace(order: OrderId, price: number): void {
    this.#bids = this.#bids.map((one) => (one.order === order && one.price !== price ? { ...one, price, turn: this.#turn++ } : one))
  }

  cancel(isMeant: (bid: NaiveBid) => boolean): void {
    this.#bids = this.#bids.filter((one) => !isMeant(one))
  }

  /** The bid that no other beats, of those that may trade. */
  winner(mayTrade: (bid: NaiveBid) => boolean): NaiveBid | undefined {
    const beats = (a: NaiveBid, b: NaiveBid): boolean =>
      a.price === b.price ? a.turn < b.turn : this.#side === 'BUY' ? a.price < b.price : a.price > b.price
    const able = this.#bids.filter(mayTrade)
    return able.find((one) => able.every((other) => other === one || beats(one, other)))
  }

  get bids(): readonly NaiveBid[] {
    return this.#bids
  }
}
