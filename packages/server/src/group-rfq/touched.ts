/** What a decision has touched in the order-book markets: presenting looks at the state after it and needs nothing else. */
import type {
  GroupEvent,
  GroupMarket,
  GroupMarkets,
  GroupQuote,
  MarketId,
  Match,
  MatchId,
  OpenGroupMarket,
  QuoteCancelReason,
  QuoteId,
} from '@parley/core'

export type TouchedQuote = {
  readonly quote: GroupQuote
  readonly isNew: boolean
  readonly isReplaced: boolean
  /** Whether it traded in the decision. */
  readonly isMatched: boolean
  /** Whether what rests of it, and so the book, has changed. */
  readonly isBookChanged: boolean
  readonly canceledFor: QuoteCancelReason | undefined
  /** Hidden by the decision: as everybody has read it last. */
  readonly lastShown: Shown | undefined
  /** Shown by it, and hidden until then. */
  readonly isNowShown: boolean
  /** What became of it as an order of `/v1/ob`; undefined where nothing that it took is, or just was, at the venue. */
  readonly taking: Taking | undefined
}

/** `OVER` once the venue has answered for all that the quote took, whatever still rests of it. */
export type Taking = 'BEGUN' | 'GOES_ON' | 'OVER'

type Shown = NonNullable<Extract<GroupEvent, { kind: 'QuoteReplaced' }>['lastShown']>

export type TouchedMarket = {
  readonly market: GroupMarket
  readonly isNew: boolean
  readonly isEnded: boolean
  readonly hasTraded: boolean
  /** Whether a desk has declined it, or has taken that back. */
  readonly isDeclined: boolean
  readonly quotes: readonly TouchedQuote[]
  readonly matches: readonly { readonly match: Match; readonly isNew: boolean }[]
}

type Change = Omit<TouchedQuote, 'quote' | 'taking'>
const unchanged: Change = {
  isNew: false,
  isReplaced: false,
  isMatched: false,
  isBookChanged: false,
  canceledFor: undefined,
  lastShown: undefined,
  isNowShown: false,
}

export function touchedBy(events: readonly GroupEvent[], markets: GroupMarkets): readonly TouchedMarket[] {
  const byMarket = new Map<MarketId, GroupEvent[]>()
  for (const event of events) {
    const id = event.kind === 'MarketOpened' ? event.market.id : event.market
    const before = byMarket.get(id)
    if (before === undefined) byMarket.set(id, [event])
    else before.push(event)
  }
  return [...byMarket].map(([id, own]) => touchedIn(markets, id, own))
}

function touchedIn(markets: GroupMarkets, id: MarketId, events: readonly GroupEvent[]): TouchedMarket {
  const open = markets.open.get(id)
  const market = open?.head ?? markets.shown.markets.get(id)
  if (market === undefined) throw new Error(`market ${id} was changed and is not there`)
  const changes = new Map<QuoteId, Change>()
  const matches = new Map<MatchId, boolean>()
  for (const event of events) note(event, changes, matches, (match) => matchOf(markets, id, match))
  const has = (kind: GroupEvent['kind']) => events.some((event) => event.kind === kind)
  const agreedOn = [...matches].map(([matchId, isNew]) => ({ match: matchOf(markets, id, matchId), isNew }))
  const takingOf = createTakingOf(agreedOn, open?.matches ?? new Map())
  return {
    market,
    isNew: has('MarketOpened'),
    isEnded: has('MarketEnded'),
    hasTraded: has('MatchSettled'),
    isDeclined: has('MarketDeclined') || has('MarketDeclineTakenBack'),
    quotes: [...changes].map(([quoteId, change]) => {
      const quote = quoteOf(markets, id, quoteId)
      return { quote, ...change, taking: takingOf(quote) }
    }),
    matches: agreedOn,
  }
}

/** By the matches of the decision, and by those at the venue after it. */
function createTakingOf(touched: TouchedMarket['matches'], atVenue: OpenGroupMarket['matches']): (quote: GroupQuote) => Taking | undefined {
  const answered = new Set(touched.filter(({ isNew }) => !isNew).map(({ match }) => match.takerQuote))
  const begun = countByTaker(touched.filter(({ isNew }) => isNew).map(({ match }) => match))
  let pending: ReadonlyMap<QuoteId, number> | undefined
  return ({ id, form, pending: quantity }) => {
    if (form === 'ORDER') return undefined
    if (quantity === 0) return answered.has(id) ? 'OVER' : undefined
    // Its desk may be the maker of all that is there.
    const there = (pending ??= countByTaker(atVenue.values())).get(id)
    if (there === undefined) return answered.has(id) ? 'OVER' : undefined
    return there === begun.get(id) ? 'BEGUN' : 'GOES_ON'
  }
}

function countByTaker(matches: Iterable<Match>): ReadonlyMap<QuoteId, number> {
  const counts = new Map<QuoteId, number>()
  for (const { takerQuote } of matches) counts.set(takerQuote, (counts.get(takerQuote) ?? 0) + 1)
  return counts
}

function note(event: GroupEvent, changes: Map<QuoteId, Change>, matches: Map<MatchId, boolean>, matchNow: (id: MatchId) => Match): void {
  const change = (id: QuoteId, more: Partial<Change>) => changes.set(id, { ...unchanged, ...changes.get(id), ...more })
  switch (event.kind) {
    case 'QuotePlaced':
      change(event.quote.id, { isNew: true, isBookChanged: true })
      break
    case 'QuoteReplaced': {
      const { quote, lastShown, isNowShown = false } = event
      change(quote.id, { isReplaced: true, isBookChanged: true, lastShown, isNowShown })
      break
    }
    case 'QuoteCanceled':
      change(event.quoteId, event.reason === 'SettlementRejected' ? { canceledFor: event.reason } : { isBookChanged: true, canceledFor: event.reason }) // prettier-ignore
      break
    case 'MatchAgreed':
      for (const id of [event.match.makerQuote, event.match.takerQuote]) change(id, { isMatched: true, isBookChanged: true })
      matches.set(event.match.id, true)
      break
    case 'MatchSettled':
    case 'MatchRejected': {
      const { makerQuote, takerQuote } = matchNow(event.matchId)
      for (const id of [makerQuote, takerQuote]) change(id, {})
      matches.set(event.matchId, matches.get(event.matchId) ?? false)
      break
    }
    case 'MarketOpened':
    case 'MarketDeclined':
    case 'MarketDeclineTakenBack':
    case 'MarketEnded':
      break
  }
}

function quoteOf(markets: GroupMarkets, market: MarketId, id: QuoteId): GroupQuote {
  const quote = markets.open.get(market)?.quotes.get(id) ?? markets.shown.quotes.get(id)
  if (quote === undefined) throw new Error(`quote ${id} was changed and is not there`)
  return quote
}

function matchOf(markets: GroupMarkets, market: MarketId, id: MatchId): Match {
  const match = markets.open.get(market)?.matches.get(id) ?? markets.shown.matches.get(id)
  if (match === undefined) throw new Error(`match ${id} was changed and is not there`)
  return match
}
