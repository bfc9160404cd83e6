/** What was decided has happened. Changes the markets in place; quotes, matches and heads in them are values. */
import type { Quantity } from '../decimal.ts'
import type { Instant, MatchId, QuoteId } from '../ids.ts'
import type { GroupEvent, GroupMarket, GroupQuote, MarketDecline, Match } from './group-rfq.ts'
import { withCause } from '../matching/cancel-cause.ts'
import { MARKET_INACTIVITY_MS, SHARDS_MOST } from './limits.ts'
import {
  addMarket,
  addResting,
  removeQuote,
  removeResting,
  renameResting,
  schedule,
  type GroupMarkets,
  type OpenMarket,
} from './markets.ts'
import { restingQuantity } from './quantities.ts'

type Of<Kind extends GroupEvent['kind']> = Extract<GroupEvent, { kind: Kind }>

export function evolve(markets: GroupMarkets, event: GroupEvent): GroupMarkets {
  if (event.kind === 'MarketOpened') return opened(markets, event.market)
  const market = markets.open.get(event.market)
  if (market === undefined) throw new Error(`${event.kind} speaks of a market that is not there: ${event.market}`)
  switch (event.kind) {
    case 'QuotePlaced':
      placed(markets, market, event.quote)
      break
    case 'QuoteReplaced':
      replaced(markets, market, event.quote)
      break
    case 'QuoteCanceled':
      canceled(markets, market, event)
      break
    case 'MatchAgreed':
      agreed(markets, market, event.match)
      break
    case 'MatchSettled':
      settled(markets, market, event)
      break
    case 'MatchRejected':
      rejected(markets, market, event)
      break
    case 'MarketDeclined':
      market.head = withDeclines(market.head, [...(market.head.declines ?? []), event.decline])
      break
    case 'MarketDeclineTakenBack':
      market.head = withDeclines(market.head, market.head.declines?.filter(({ desk }) => desk !== event.desk) ?? [])
      break
    case 'MarketEnded':
      ended(markets, market, event.at)
      break
  }
  return markets
}

const counted = (markets: GroupMarkets, id: number): void => {
  markets.nextNumber = Math.max(markets.nextNumber, Math.floor(id / SHARDS_MOST) + 1)
}

function opened(markets: GroupMarkets, head: GroupMarket): GroupMarkets {
  counted(markets, head.id)
  const market = addMarket(markets, head)
  schedule(markets, market, Math.min(head.expiresAt ?? Infinity, head.latestActivityAt + MARKET_INACTIVITY_MS))
  return markets
}

function active(market: OpenMarket, at: Instant): void {
  market.head = { ...market.head, latestActivityAt: at }
}

function placed(markets: GroupMarkets, market: OpenMarket, quote: GroupQuote): void {
  counted(markets, quote.id)
  markets.nextPriority = Math.max(markets.nextPriority, quote.priority + 1)
  market.quotes.set(quote.id, quote)
  addResting(markets, market, quote)
  schedule(markets, market, quote.lapsesAt)
  active(market, quote.lastUpdatedAt)
}

function replaced(markets: GroupMarkets, market: OpenMarket, quote: GroupQuote): void {
  const before = quoteOf(market, quote.id)
  markets.nextPriority = Math.max(markets.nextPriority, quote.priority + 1)
  market.quotes.set(quote.id, quote)
  if (quote.priority === before.priority) {
    market.book.reduce(quote.id, restingQuantity(before) - restingQuantity(quote))
    renameResting(markets, before, quote)
  } else {
    removeResting(markets, market, before)
    addResting(markets, market, quote)
  }
  active(market, quote.lastUpdatedAt)
}

function quoteOf(market: OpenMarket, id: QuoteId): GroupQuote {
  const quote = market.quotes.get(id)
  if (quote === undefined) throw new Error(`quote ${id} is not in market ${market.head.id}`)
  return quote
}

type Parts = Pick<GroupQuote, 'filled' | 'pending' | 'canceled' | 'cancelCause'>

/** A quote is open as long as something of it rests, and leaves when nothing of it is at the venue either. */
function change(markets: GroupMarkets, market: OpenMarket, id: QuoteId, at: Instant, parts: (quote: GroupQuote) => Partial<Parts>): void {
  const before = quoteOf(market, id)
  const moved: GroupQuote = { ...before, ...parts(before), lastUpdatedAt: at }
  const rests = restingQuantity(moved)
  const quote: GroupQuote = rests === 0 && moved.state === 'OPEN' ? { ...moved, state: 'CLOSED' } : moved
  if (before.state === 'OPEN') {
    if (rests === 0) removeResting(markets, market, before)
    else market.book.reduce(id, restingQuantity(before) - rests)
  }
  if (quote.state === 'CLOSED' && quote.pending === 0) {
    removeQuote(market, id)
    markets.shown.quotes.set(id, quote, at)
  } else market.quotes.set(id, quote)
}

function canceled(markets: GroupMarkets, market: OpenMarket, event: Of<'QuoteCanceled'>): void {
  const { quoteId, quantity, reason, at } = event
  change(markets, market, quoteId, at, (quote) => ({
    canceled: (quote.canceled + quantity) as Quantity,
    ...withCause(quote, event),
    // What the venue rejected was pending; everything else that is cancelled was resting.
    ...(reason === 'SettlementRejected' ? { pending: (quote.pending - quantity) as Quantity } : {}),
  }))
  market.head = { ...market.head, latestActivityAt: at }
  schedule(markets, market, at + MARKET_INACTIVITY_MS)
  leaveIfDone(markets, market)
}

function agreed(markets: GroupMarkets, market: OpenMarket, match: Match): void {
  counted(markets, match.id)
  market.matches.set(match.id, match)
  for (const id of [match.makerQuote, match.takerQuote])
    change(markets, market, id, match.agreedAt, (quote) => ({ pending: (quote.pending + match.quantity) as Quantity }))
  active(market, match.agreedAt)
}

function matchOf(market: OpenMarket, id: MatchId): Match {
  const match = market.matches.get(id)
  if (match === undefined) throw new Error(`match ${id} is not at the venue`)
  return match
}

function settled(markets: GroupMarkets, market: OpenMarket, { matchId, venueTradeId, at }: Of<'MatchSettled'>): void {
  const match = matchOf(market, matchId)
  done(markets, market, { ...match, state: 'FILLED', settledAt: at, venueTradeId })
  const { makerQuote, takerQuote, price, quantity, takerSide: side } = match
  for (const id of [makerQuote, takerQuote])
    change(markets, market, id, at, ({ pending, filled }) => ({
      pending: (pending - quantity) as Quantity,
      filled: (filled + quantity) as Quantity,
    }))
  market.head = { ...market.head, lastTrade: { price, quantity, side, at } }
  leaveIfDone(markets, market)
}

/** What it takes from the two quotes comes as events of its own. */
function rejected(markets: GroupMarkets, market: OpenMarket, { matchId, rejection, at }: Of<'MatchRejected'>): void {
  done(markets, market, { ...matchOf(market, matchId), state: 'REJECTED', settledAt: at, rejection })
}

function done(markets: GroupMarkets, market: OpenMarket, match: Match): void {
  market.matches.delete(match.id)
  markets.shown.matches.set(match.id, match, match.settledAt)
  schedule(markets, market, market.head.latestActivityAt + MARKET_INACTIVITY_MS)
}

/** Declining is no activity: it keeps no market open. */
function withDeclines({ declines: _before, ...head }: GroupMarket, declines: readonly MarketDecline[]): GroupMarket {
  return declines.length === 0 ? head : { ...head, declines }
}

function ended(markets: GroupMarkets, market: OpenMarket, at: Instant): void {
  market.head = { ...market.head, state: 'EXPIRED', latestActivityAt: at }
  markets.byKey.delete(market.head.key)
  leaveIfDone(markets, market)
}

/** A market that has ended stays until the venue has answered its last match. */
function leaveIfDone(markets: GroupMarkets, { head, quotes, matches }: OpenMarket): void {
  if (head.state !== 'EXPIRED' || matches.size > 0 || quotes.size > 0) return
  markets.open.delete(head.id)
  markets.shown.markets.set(head.id, head)
}
