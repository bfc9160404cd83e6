/** The order-book markets of one shard. The engine owns one value of this and is the only one to change it. */
import { addDeadline, removeSoonest, type Deadline } from '../deadlines.ts'
import type { DeskId, Instant, MarketId, MatchId, QuoteId } from '../ids.ts'
import { Book } from '../matching/book.ts'
import { Recent } from '../recent.ts'
import type { GroupCommand, GroupMarket, GroupQuote, Match } from './group-rfq.ts'
import { CLOSED_QUOTES_SHOWN, MARKET_INACTIVITY_MS, QUOTES_LEFT } from './limits.ts'
import { restingQuantity } from './quantities.ts'

/** A market with what is alive in it: quotes that rest or are at the venue, the book of those that rest, and matches at the venue. */
export type OpenMarket = {
  head: GroupMarket
  quotes: Map<QuoteId, GroupQuote>
  /** How many have left since that map was begun. */
  quotesLeft: number
  readonly book: Book<QuoteId>
  readonly matches: Map<MatchId, Match>
  /** The soonest entry that the deadlines hold for it. */
  scheduledAt: number
}

export type GroupMarkets = {
  readonly open: Map<MarketId, OpenMarket>
  /** Active markets by what they are. */
  readonly byKey: Map<string, MarketId>
  /** Resting quotes of each desk: an index, never a second truth. */
  readonly desks: Map<DeskId, Map<QuoteId, MarketId>>
  /** Of resting quotes: `desk id` to the quote. */
  readonly clientOrderIds: Map<string, QuoteId>
  /** What has just left, for whoever presents the events; no decision looks here and no snapshot holds it. */
  readonly shown: {
    readonly quotes: Recent<QuoteId, GroupQuote>
    readonly matches: Recent<MatchId, Match>
    readonly markets: Recent<MarketId, GroupMarket>
  }
  readonly deadlines: Deadline<MarketId>[]
  /** The counters of ids and of time priority. */
  nextNumber: number
  nextPriority: number
}

export const emptyGroupMarkets = (): GroupMarkets => ({
  open: new Map(),
  byKey: new Map(),
  desks: new Map(),
  clientOrderIds: new Map(),
  shown: { quotes: new Recent(CLOSED_QUOTES_SHOWN), matches: new Recent(CLOSED_QUOTES_SHOWN), markets: new Recent(CLOSED_QUOTES_SHOWN) },
  deadlines: [],
  nextNumber: 1,
  nextPriority: 1,
})

/** The market with the quote in it where one desk has it resting. */
export const marketOfQuote = (markets: GroupMarkets, desk: DeskId, quote: QuoteId): MarketId | undefined =>
  markets.desks.get(desk)?.get(quote)

export const clientKey = (desk: DeskId, clientOrderId: string): string => `${desk} ${clientOrderId}`

/** When something has to happen in the market by itself, and what. */
export function deadlineOf({ head, quotes, book, matches }: OpenMarket): {
  readonly at: number
  readonly kind: 'LapseQuotes' | 'EndMarket'
} {
  const expiry = head.expiresAt ?? Infinity
  const isIdle = book.size === 0 && matches.size === 0
  const end = Math.min(expiry, isIdle ? head.latestActivityAt + MARKET_INACTIVITY_MS : Infinity)
  let lapse = Infinity
  for (const quote of quotes.values()) if (quote.state === 'OPEN' && quote.lapsesAt < lapse) lapse = quote.lapsesAt
  return lapse < end ? { at: lapse, kind: 'LapseQuotes' } : { at: end, kind: 'EndMarket' }
}

/** To be called whenever the market's deadline may have come nearer; `by` is a time not later than that deadline. */
export function schedule(markets: GroupMarkets, market: OpenMarket, by: number): void {
  if (by >= market.scheduledAt) return
  market.scheduledAt = by
  addDeadline(markets.deadlines, { at: by as Instant, id: market.head.id })
}

/** The soonest entry that still means something; entries that have moved are put where they belong, which changes nothing anyone can see. */
function soonest(markets: GroupMarkets): { readonly at: number; readonly command: GroupCommand } | undefined {
  for (;;) {
    const entry = markets.deadlines[0]
    if (entry === undefined) return undefined
    const market = markets.open.get(entry.id)
    const isCurrent = market !== undefined && market.head.state === 'ACTIVE' && market.scheduledAt === entry.at
    if (isCurrent) {
      const { at, kind } = deadlineOf(market)
      if (at <= entry.at) return { at: entry.at, command: { kind, market: entry.id } }
      removeSoonest(markets.deadlines)
      market.scheduledAt = Infinity
      if (at < Infinity) schedule(markets, market, at)
      continue
    }
    removeSoonest(markets.deadlines)
  }
}

export function due(markets: GroupMarkets, now: Instant): GroupCommand | undefined {
  const next = soonest(markets)
  return next === undefined || next.at > now ? undefined : next.command
}

export const nextDeadline = (markets: GroupMarkets): Instant | undefined => soonest(markets)?.at as Instant | undefined

type SavedMarket = { readonly head: GroupMarket; readonly quotes: readonly GroupQuote[]; readonly matches: readonly Match[] }
type Snapshot = { readonly markets: readonly SavedMarket[]; readonly nextNumber: number; readonly nextPriority: number }

const byId = <T extends { readonly id: number }>(items: Iterable<T>): T[] => [...items].sort((a, b) => a.id - b.id)

/** Canonical: markets that behave alike have equal snapshots, whatever order they came about in. */
export function snapshot({ open, nextNumber, nextPriority }: GroupMarkets): Snapshot {
  const markets = [...open.values()]
    .sort((a, b) => a.head.id - b.head.id)
    .map(({ head, quotes, matches }) => ({ head, quotes: byId(quotes.values()), matches: byId(matches.values()) }))
  return { markets, nextNumber, nextPriority }
}

export function restore(saved: Snapshot): GroupMarkets {
  const markets = emptyGroupMarkets()
  markets.nextNumber = saved.nextNumber
  markets.nextPriority = saved.nextPriority
  for (const { head, quotes, matches } of saved.markets) {
    const market = addMarket(markets, head)
    for (const match of matches) market.matches.set(match.id, match)
    // Time priority is the order in which they stand in the book.
    for (const quote of [...quotes].sort((a, b) => a.priority - b.priority)) {
      market.quotes.set(quote.id, quote)
      if (quote.state === 'OPEN') addResting(markets, market, quote)
    }
    if (head.state === 'ACTIVE') schedule(markets, market, deadlineOf(market).at)
  }
  return markets
}

export function addMarket(markets: GroupMarkets, head: GroupMarket): OpenMarket {
  const market: OpenMarket = { head, quotes: new Map(), quotesLeft: 0, book: new Book(), matches: new Map(), scheduledAt: Infinity }
  markets.open.set(head.id, market)
  if (head.state === 'ACTIVE') markets.byKey.set(head.key, head.id)
  return market
}

/** Nothing of it rests and nothing is at the venue. The map is begun anew now and then: as it grows it would keep what has left (see Recent). */
export function removeQuote(market: OpenMarket, id: QuoteId): void {
  market.quotes.delete(id)
  market.quotesLeft += 1
  if (market.quotesLeft < market.quotes.size + QUOTES_LEFT) return
  market.quotes = new Map(market.quotes)
  market.quotesLeft = 0
}

/** Into the book, last among its price, and into the indexes. */
export function addResting(markets: GroupMarkets, { head, book }: OpenMarket, quote: GroupQuote): void {
  const { id, actor, side, price, isHidden } = quote
  book.add({ id, owner: actor.desk, side, price, quantity: restingQuantity(quote), isHidden })
  let own = markets.desks.get(actor.desk)
  if (own === undefined) markets.desks.set(actor.desk, (own = new Map()))
  own.set(id, head.id)
  addName(markets, quote)
}

export function removeResting(markets: GroupMarkets, { book }: OpenMarket, quote: GroupQuote): void {
  book.remove(quote.id)
  const own = markets.desks.get(quote.actor.desk)
  own?.delete(quote.id)
  if (own?.size === 0) markets.desks.delete(quote.actor.desk)
  removeName(markets, quote)
}

/** It rests on, maybe by another name; the one it had is free again. */
export function renameResting(markets: GroupMarkets, before: GroupQuote, quote: GroupQuote): void {
  if (quote.clientOrderId === before.clientOrderId) return
  removeName(markets, before)
  addName(markets, quote)
}

function addName({ clientOrderIds }: GroupMarkets, { id, actor, clientOrderId }: GroupQuote): void {
  if (clientOrderId !== undefined) clientOrderIds.set(clientKey(actor.desk, clientOrderId), id)
}

function removeName({ clientOrderIds }: GroupMarkets, { actor, clientOrderId }: GroupQuote): void {
  if (clientOrderId !== undefined) clientOrderIds.delete(clientKey(actor.desk, clientOrderId))
}
