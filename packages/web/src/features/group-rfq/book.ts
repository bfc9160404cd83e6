/** The book of a market quote by quote, as the viewing desk sees it: its own marked, its hidden ones among them. Pure. */
import type { BookQuoteView, GroupQuoteView } from '@parley/contracts'

export type BookLevel = {
  readonly id: number
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  /** What still rests. */
  readonly quantity: string
  /** Its place on its side among those that are shown: 1 trades first. A hidden one has none. */
  readonly rank: number | undefined
  readonly isOwn: boolean
  readonly isHidden: boolean
  readonly createdAt: number
}
export type MarketBook = { readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }

const none: readonly never[] = []
export const emptyBook: MarketBook = { bids: none, asks: none }

/**
 * Each quote is a line of its own: quotes meet one by one and are never added up (rulebook 10.6). Best first, and among equal prices as they
 * came: those that are shown are told in the order of their time, the own hidden ones take the place that theirs gives them.
 */
export function bookOfMarket(shown: readonly BookQuoteView[] = none, own: readonly GroupQuoteView[] = none): MarketBook {
  const open = new Map(own.filter(isResting).map((quote) => [quote.id, quote]))
  const seen = new Set(shown.map(({ id }) => id))
  const levels = shown.filter((quote) => Number(quote.remaining_quantity) > 0).map((quote) => levelOf(quote, open.get(quote.id)))
  const unseen = [...open.values()].filter((quote) => !seen.has(quote.id)).map((quote) => levelOf(quote, quote))
  const side = (which: BookLevel['side'], better: number): readonly BookLevel[] => {
    const sorted = levels.filter((level) => level.side === which).sort((a, b) => better * (Number(b.price) - Number(a.price)))
    for (const level of unseen) if (level.side === which) sorted.splice(placeOf(level, sorted, better), 0, level)
    let rank = 0
    return sorted.map((level) => (level.isHidden ? level : { ...level, rank: (rank += 1) }))
  }
  return { bids: side('BUY', 1), asks: side('SELL', -1) }
}

/** Before the first that is worse, or as good and younger. */
function placeOf(level: BookLevel, sorted: readonly BookLevel[], better: number): number {
  const place = sorted.findIndex((other) => {
    const ahead = better * (Number(level.price) - Number(other.price))
    return ahead > 0 || (ahead === 0 && other.createdAt > level.createdAt)
  })
  return place < 0 ? sorted.length : place
}

export const isResting = (quote: GroupQuoteView): boolean => quote.status === 'OPEN' && Number(quote.remaining_quantity) > 0

const levelOf = (quote: Omit<BookQuoteView, 'is_own' | 'quantity'>, own: GroupQuoteView | undefined): BookLevel => ({
  id: quote.id,
  side: quote.side,
  price: quote.price,
  quantity: quote.remaining_quantity,
  rank: undefined,
  isOwn: own !== undefined,
  isHidden: own?.is_hidden ?? false,
  createdAt: quote.created,
})

/** In whole millionths, so that no digit is lost. */
export function totals(levels: readonly BookLevel[]): readonly string[] {
  let sum = 0
  return levels.map(({ quantity }) => String((sum += Math.round(Number(quantity) * 1e6)) / 1e6))
}

type Priced = { readonly price: string }

/** Of the best bid and ask; undefined while a side is empty. */
export const midOf = ({ bids, asks }: { readonly bids: readonly Priced[]; readonly asks: readonly Priced[] }): number | undefined =>
  bids[0] === undefined || asks[0] === undefined ? undefined : (Number(bids[0].price) + Number(asks[0].price)) / 2
