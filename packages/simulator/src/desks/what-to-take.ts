/** Of what stands in some books, what a taker takes. Pure. */
import type { Quantity } from '@parley/core'

export type Offer<Book> = {
  readonly book: Book
  /** The taker's. */
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly priceText: string
  readonly quantity: Quantity
  readonly mark: number
  /** The premium one can be wrong about: the measure of a distance from the mark. */
  readonly premium: number
}

/** Beyond this part of the premium nobody takes. */
const WORST = 0.05

/** The price above the mark that the taker pays, as a part of the premium; below zero it is a gift. */
const cost = ({ side, price, mark, premium }: Offer<unknown>): number =>
  ((side === 'BUY' ? 1 : -1) * (price - mark)) / Math.max(premium, 1e-9)

/** The offer that costs the least; undefined where all of them are far from the mark. */
export function cheapest<Book>(offers: readonly Offer<Book>[]): Offer<Book> | undefined {
  const best = offers.reduce<Offer<Book> | undefined>(
    (least, offer) => (least === undefined || cost(offer) < cost(least) ? offer : least),
    undefined,
  )
  return best !== undefined && cost(best) <= WORST ? best : undefined
}

/** The size it would like, or all that stands there. */
export const sizeToTake = (standing: Quantity, wanted: Quantity): Quantity => Math.min(standing, wanted) as Quantity
