/** Figures of a book. Pure. */
import type { Book, BookLevel } from '@parley/client'

/** A level that was pressed; a new press is a new object. */
export type PickedLevel = { readonly level: BookLevel }

/** Each quote is a line of its own, quotes are never added up (rulebook 10.6); beside it stands what could be had down to it, in whole millionths. */
export function totals(levels: readonly BookLevel[]): readonly string[] {
  let sum = 0
  return levels.map(({ quantity }) => String((sum += Math.round(Number(quantity) * 1e6)) / 1e6))
}

type Priced = { readonly price: string }

/** Of the best bid and ask; undefined while a side is empty. */
export const midOf = ({ bids, asks }: { readonly bids: readonly Priced[]; readonly asks: readonly Priced[] }): number | undefined =>
  bids[0] === undefined || asks[0] === undefined ? undefined : (Number(bids[0].price) + Number(asks[0].price)) / 2

/** How many different prices of its side are better than the level's: those stand between it and the top of the book. */
export function aheadOf({ side, price }: Pick<BookLevel, 'side' | 'price'>, { bids, asks }: Book): number {
  const isBetter = (other: string) => (side === 'BUY' ? Number(other) > Number(price) : Number(other) < Number(price))
  return new Set((side === 'BUY' ? bids : asks).map((level) => level.price).filter(isBetter)).size
}
