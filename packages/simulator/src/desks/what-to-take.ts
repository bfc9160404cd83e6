/** Chooses a taker's trade from the prices in some books. Pure. */
import type { Quantity } from '@parley/core'

export type Offer<Book> = {
  readonly book: Book
  /** The taker's side. */
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly priceText: string
  readonly quantity: Quantity
  readonly mark: number
  /** The premium at risk of mispricing: the measure for a distance from the mark. */
  readonly premium: number
}

/** No taker pays more than this fraction of the premium. */
const WORST = 0.05

/** How far above the mark the taker pays, as a fraction of the premium; negative if it pays less. */
const cost = ({ side, price, mark, premium }: Offer<unknown>): number =>
  ((side === 'BUY' ? 1 : -1) * (price - mark)) / Math.max(premium, 1e-9)

/** The cheapest offer; undefined if all of them are far from the mark. */
export function cheapest<Book>(offers: readonly Offer<Book>[]): Offer<Book> | undefined {
  const best = offers.reduce<Offer<Book> | undefined>(
    (least, offer) => (least === undefined || cost(offer) < cost(least) ? offer : least),
    undefined,
  )
  return best !== undefined && cost(best) <= WORST ? best : undefined
}

/** The size it wants, or everything that is there. */
export const sizeToTake = (standing: Quantity, wanted: Quantity): Quantity => Math.min(standing, wanted) as Quantity
