/** Of what stands in some books, what a taker takes. Pure. */
export type Offer<Book> = {
  readonly book: Book
  /** The taker's. */
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly priceText: string
  readonly quantity: string
  readonly mark: number
}

/** Beyond this part of the mark nobody takes. */
const WORST = 0.05

/** What the taker pays above the mark, as a part of it; below zero it is a gift. */
const cost = ({ side, price, mark }: Offer<unknown>): number =>
  ((side === 'BUY' ? 1 : -1) * (price - mark)) / Math.max(Math.abs(mark), 1e-9)

/** The offer that costs the least; undefined where all of them are far from the mark. */
export function cheapest<Book>(offers: readonly Offer<Book>[]): Offer<Book> | undefined {
  const best = offers.reduce<Offer<Book> | undefined>(
    (least, offer) => (least === undefined || cost(offer) < cost(least) ? offer : least),
    undefined,
  )
  return best !== undefined && cost(best) <= WORST ? best : undefined
}
