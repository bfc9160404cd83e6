/** The row of a venue's own makers in the taker's ladder. Pure. */
import { type Book, compareDecimals, type Side } from '@parley/client'
import type { VenueQuotesView } from '@parley/contracts'

/** The best level of one side: for the whole quantity if possible, otherwise the best available. */
export type VenueLevel = { readonly price: string; readonly quantity: string; readonly isWhole: boolean }

export function venueLevel(quotes: VenueQuotesView, side: Side): VenueLevel | undefined {
  const [whole, levels] = side === 'BUY' ? [quotes.bid, quotes.bids] : [quotes.ask, quotes.asks]
  if (whole !== null && quotes.quantity !== null) return { price: whole, quantity: quotes.quantity, isWhole: true }
  const [best] = levels
  return best === undefined ? undefined : { price: best.price, quantity: best.quantity, isWhole: false }
}

/** The sides on which they give the whole quantity at a better price than any maker that was asked. */
export function betterSides(quotes: VenueQuotesView, { bids, asks }: Pick<Book, 'bids' | 'asks'>): readonly Side[] {
  return (['BUY', 'SELL'] as const).filter((side) => {
    const own = venueLevel(quotes, side)
    const [best] = side === 'BUY' ? bids : asks
    if (own === undefined || !own.isWhole) return false
    return best === undefined || compareDecimals(own.price, best.price) * (side === 'BUY' ? 1 : -1) > 0
  })
}

/** The text in place of prices, if there are none. */
export function venueText(quotes: VenueQuotesView, now: number, venue: string): string | undefined {
  switch (quotes.state) {
    case 'ASKING':
      return `Asking ${venue}…`
    case 'GRACE':
      return quotes.quotes_from !== null && quotes.quotes_from > now
        ? `${venue} shows its makers’ quotes in ${Math.ceil((quotes.quotes_from - now) / 1_000)} s`
        : nobody(venue)
    case 'LOST':
      return `Connection to ${venue} lost. Its quotes return when it is restored.`
    case 'REFUSED':
      return `${venue} was not asked: ${quotes.message ?? ''}`
    case 'ENDED':
      return `${venue} is no longer being asked.`
    case 'TRADING':
    case 'QUOTED':
      return quotes.bids.length + quotes.asks.length === 0
        ? quotes.state === 'TRADING'
          ? `Trading at ${venue}…`
          : nobody(venue)
        : undefined
  }
}

const nobody = (venue: string): string => `None of ${venue}’s makers is quoting.`
