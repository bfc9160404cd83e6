/** Who may see what of a market (rulebook 10.2, 10.11). Pure, and the only place: whatever leaves the server has passed here. */
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, QuoteId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import type { GroupMarket, GroupQuote, Match, MarketDecline } from './group-rfq.ts'
import { restingQuantity } from './quantities.ts'

/** A resting quote as everybody reads it: nobody's name. */
export type BookQuote = {
  readonly id: QuoteId
  readonly side: Side
  readonly price: Price
  readonly legPrices: readonly Price[]
  readonly remaining: Quantity
  readonly priority: number
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
  readonly lapsesAt: Instant
}

/** Undefined where nothing of it may be shown: it is hidden, closed, or an order that never rests. */
export function bookQuote(quote: GroupQuote): BookQuote | undefined {
  if (quote.state !== 'OPEN' || quote.isHidden || quote.form === 'ORDER') return undefined
  const { id, side, price, legPrices = [], priority, createdAt, lastUpdatedAt, lapsesAt } = quote
  return { id, side, price, legPrices, remaining: restingQuantity(quote), priority, createdAt, lastUpdatedAt, lapsesAt }
}

/** The book as everybody reads it: asks rising, bids falling, each in the order in which they would trade. */
export function bookOf(quotes: Iterable<GroupQuote>): { readonly asks: readonly BookQuote[]; readonly bids: readonly BookQuote[] } {
  const asks: BookQuote[] = []
  const bids: BookQuote[] = []
  for (const quote of quotes) {
    const shown = bookQuote(quote)
    if (shown !== undefined) (shown.side === 'SELL' ? asks : bids).push(shown)
  }
  return {
    asks: asks.sort((a, b) => a.price - b.price || a.priority - b.priority),
    bids: bids.sort((a, b) => b.price - a.price || a.priority - b.priority),
  }
}

/** Rulebook 10.19: nobody's names. */
export const declinesShown = ({ declines = [] }: GroupMarket): readonly Omit<MarketDecline, 'desk'>[] =>
  declines.map(({ reason, at }) => ({ reason, at }))

export const isOwn = (quote: GroupQuote, viewer: DeskId): boolean => quote.actor.desk === viewer

/** A match as one of its two desks reads it; undefined for every other desk. */
export type MatchFor = {
  readonly role: 'TAKER' | 'MAKER'
  readonly side: Side
  readonly ownQuote: QuoteId
  readonly makerQuote: QuoteId
  readonly account: string
}

export function matchFor(match: Match, viewer: DeskId): MatchFor | undefined {
  const { maker, taker, makerQuote, takerQuote, takerSide } = match
  if (viewer === taker) return { role: 'TAKER', side: takerSide, ownQuote: takerQuote, makerQuote, account: match.takerAccount }
  if (viewer !== maker) return undefined
  return { role: 'MAKER', side: takerSide === 'BUY' ? 'SELL' : 'BUY', ownQuote: makerQuote, makerQuote, account: match.makerAccount }
}

/** The tape tells everybody of settled matches, without their desks. */
export const isMatchOnTape = (match: Match): boolean => match.state === 'FILLED'
