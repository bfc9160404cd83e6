/** Calculations on a book. Pure. */
import type { Book, BookLevel } from '@parley/client'

/** A level that was clicked. Each click makes a new object. */
export type PickedLevel = { readonly level: BookLevel }

/** One line per quote: quotes are never summed (rulebook 10.6). The cumulative size is next to it, in whole millionths. */
export function totals(levels: readonly BookLevel[]): readonly string[] {
  let sum = 0
  return levels.map(({ quantity }) => String((sum += Math.round(Number(quantity) * 1e6)) / 1e6))
}

type Priced = { readonly price: string }

/** The mid of the best bid and ask. Undefined if a side is empty. */
export const midOf = ({ bids, asks }: { readonly bids: readonly Priced[]; readonly asks: readonly Priced[] }): number | undefined =>
  bids[0] === undefined || asks[0] === undefined ? undefined : (Number(bids[0].price) + Number(asks[0].price)) / 2

/** How many different prices on its side are better than the level's. */
export function aheadOf({ side, price }: Pick<BookLevel, 'side' | 'price'>, { bids, asks }: Book): number {
  const isBetter = (other: string) => (side === 'BUY' ? Number(other) > Number(price) : Number(other) < Number(price))
  return new Set((side === 'BUY' ? bids : asks).map((level) => level.price).filter(isBetter)).size
}
