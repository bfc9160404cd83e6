/** The perpetuals data in the store while their screen is open. Written once per frame. */
import { isOlderBy, type OrderRules, withNewestBy, withNewestOrders } from '@parley/client'
import type { PerpetualAccountChangeView, PerpetualBookChangeView, PerpetualMarketsView, PerpetualTradesView } from '@parley/contracts'
import { isOlderVersion } from '@parley/core'
import { latestOf, sweep, withEntries } from '../../live/collection.ts'
import { listsLoading, type ListsLoading } from '../../live/lists-loading.ts'
import { createPart } from '../../live/part.ts'
import { emptyBook, type Level, type LevelBook } from '../market-data/depth.ts'
import {
  fillFromWire,
  levelsFromWire,
  marginFromWire,
  marketFromWire,
  orderFromWire,
  paymentFromWire,
  positionFromWire,
  summaryFromWire,
  tradeFromWire,
} from './from-wire.ts'
import type { Fill, FundingPayment, Margin, Market, Order, Position, Summary, Trade } from './model.ts'

/** The book of the shown market. It is complete if there is no reason. */
export type WatchedBook = {
  readonly market: string
  readonly book: LevelBook
  readonly lost: string | undefined
  readonly isKnown: boolean
}
export type WatchedTrades = { readonly market: string; readonly trades: readonly Trade[]; readonly fresh: readonly Trade[] }

export type Account = {
  readonly line: PerpetualAccountChangeView['line'] | undefined
  readonly failure: string | undefined
  readonly summary: Summary | undefined
  readonly positions: ReadonlyMap<string, Position>
  readonly orders: ReadonlyMap<string, Order>
  readonly fills: readonly Fill[]
  readonly payments: readonly FundingPayment[]
  readonly margins: ReadonlyMap<string, Margin>
}

export type Perpetuals = {
  /** Undefined until the venue has been reached. */
  readonly line: PerpetualMarketsView['line'] | undefined
  /** The message of the server if this installation has no such venue. */
  readonly refused: string | undefined
  readonly markets: ReadonlyMap<string, Market>
  readonly watchedBook: WatchedBook | undefined
  readonly watchedTrades: WatchedTrades | undefined
  readonly account: Account
  /** The week before the screen was opened: fills, funding payments and past orders. */
  readonly history: ListsLoading
}

const noAccount: Account = {
  line: undefined,
  failure: undefined,
  summary: undefined,
  positions: new Map(),
  orders: new Map(),
  fills: [],
  payments: [],
  margins: new Map(),
}

export const nothingKnown: Perpetuals = {
  line: undefined,
  refused: undefined,
  markets: new Map(),
  watchedBook: undefined,
  watchedTrades: undefined,
  account: noAccount,
  history: listsLoading,
}

export const usePerpetuals = createPart<Perpetuals>('PERPETUALS', nothingKnown)

export const changeAccount = (changesOf: (account: Account) => Partial<Account>): void =>
  usePerpetuals.setState(({ account }) => ({ account: { ...account, ...changesOf(account) } }))

/** A message of one of the channels, in order of arrival. */
export type PerpetualMessage =
  | { readonly of: 'MARKETS'; readonly data: PerpetualMarketsView }
  | { readonly of: 'BOOK'; readonly data: PerpetualBookChangeView }
  | { readonly of: 'TRADES'; readonly data: PerpetualTradesView }
  | { readonly of: 'ACCOUNT'; readonly data: PerpetualAccountChangeView }

const MOST_TRADES = 100
const MOST_FILLS = 500

/** Unchanged parts keep their identity, so that they are not redrawn. */
export function withMessages(before: Perpetuals, messages: readonly PerpetualMessage[]): Perpetuals {
  const seen = before.watchedTrades
  const start = seen === undefined || seen.fresh.length === 0 ? before : { ...before, watchedTrades: { ...seen, fresh: [] } }
  return messages.reduce(withMessage, start)
}

function withMessage(held: Perpetuals, { of, data }: PerpetualMessage): Perpetuals {
  switch (of) {
    case 'MARKETS':
      return { ...held, refused: undefined, line: data.line, markets: withMarkets(held.markets, data) }
    case 'BOOK':
      return held.watchedBook?.market === data.market ? { ...held, watchedBook: withBook(held.watchedBook, data) } : held
    case 'TRADES':
      return held.watchedTrades?.market === data.market ? { ...held, watchedTrades: withTrades(held.watchedTrades, data) } : held
    case 'ACCOUNT':
      return { ...held, account: withAccount(held.account, data) }
  }
}

const isOlderMarket = isOlderBy<Market>(({ at }) => at)

/** An ended market stays known, because a ticket may be open in it and past orders refer to it. */
function withMarkets(
  held: Perpetuals['markets'],
  { markets: views, is_whole: isWhole, ended }: PerpetualMarketsView,
): Perpetuals['markets'] {
  const listed = views.flatMap((view) => marketFromWire(view) ?? [])
  const next = withNewestBy(({ name }) => name, held, listed, isOlderMarket)
  const gone = new Set(isWhole ? held.keys() : ended)
  for (const { market } of views) gone.delete(market)
  const hasEnded = [...gone].flatMap((name) => next.get(name) ?? []).map((market) => [market.name, { ...market, hasEnded: true }] as const)
  return withEntries(next, hasEnded)
}

function withBook(held: WatchedBook, { is_whole: isWhole, bids, asks, lost, market }: PerpetualBookChangeView): WatchedBook {
  if (lost !== null) return { ...held, lost, isKnown: false }
  const before = isWhole ? emptyBook : held.book
  return {
    market,
    lost: undefined,
    isKnown: isWhole || held.isKnown,
    book: {
      bids: withLevels(before.bids, levelsFromWire(bids), (a, b) => b.price - a.price),
      asks: withLevels(before.asks, levelsFromWire(asks), (a, b) => a.price - b.price),
    },
  }
}

function withLevels(held: readonly Level[], changed: readonly Level[], order: (a: Level, b: Level) => number): readonly Level[] {
  if (changed.length === 0) return held
  const byPrice = new Map(held.map((level) => [level.price, level]))
  const changes = changed.map((level) => [level.price, level.amount === 0 ? undefined : level] as const)
  return [...withEntries(byPrice, changes).values()].toSorted(order)
}

function withTrades(held: WatchedTrades, { is_whole: isWhole, trades, market }: PerpetualTradesView): WatchedTrades {
  const news = trades.flatMap((view) => tradeFromWire(view) ?? [])
  if (isWhole) return { market, trades: news.slice(0, MOST_TRADES), fresh: [] }
  return { market, trades: [...news, ...held.trades].slice(0, MOST_TRADES), fresh: [...news.toReversed(), ...held.fresh] }
}

/** A whole account has every position and every open order. */
function withAccount(held: Account, view: PerpetualAccountChangeView): Account {
  const isGone = (position: Position) => !view.positions.some(({ market }) => market === position.market)
  return {
    line: view.line,
    failure: view.failure ?? undefined,
    summary: view.line === 'NO_ACCOUNT' ? undefined : withSummary(held.summary, view.summary),
    positions: withPositions(view.is_whole ? sweep(held.positions, isGone) : held.positions, view.positions),
    orders: withOrders(view.is_whole ? sweep(held.orders, isOpen) : held.orders, view.orders),
    ...withRecords(held, view.fills, view.funding_payments),
    margins: withMargins(held.margins, view.margins),
  }
}

type Views<List extends keyof PerpetualAccountChangeView> = PerpetualAccountChangeView[List]

/** Fills and funding payments, each once, newest first. */
export function withRecords(held: Account, fillViews: Views<'fills'>, payments: Views<'funding_payments'>) {
  const fills = fillViews.flatMap((fill) => fillFromWire(fill) ?? [])
  const newestOf = <T extends { readonly id: string; readonly at: number }>(records: readonly T[], news: readonly T[]) =>
    latestOf(records, news, ({ at }) => at, MOST_FILLS)
  return { fills: newestOf(held.fills, fills), payments: newestOf(held.payments, payments.map(paymentFromWire)) }
}

export function withMargins(held: Account['margins'], views: Views<'margins'>): Account['margins'] {
  const margins = views.map((one) => [one.market, marginFromWire(one)] as const)
  return withEntries(held, margins)
}

const isOlderSummary = isOlderBy<Summary>(({ at }) => at)

function withSummary(held: Summary | undefined, view: PerpetualAccountChangeView['summary']): Summary | undefined {
  const summary = view === null ? undefined : summaryFromWire(view)
  return summary === undefined || (held !== undefined && isOlderSummary(summary, held)) ? held : summary
}

const isOlderPosition = isOlderBy<Pick<Position, 'changedAt'>>(({ changedAt }) => changedAt)

function withPositions(held: Account['positions'], views: PerpetualAccountChangeView['positions']): Account['positions'] {
  const changes = views.flatMap((view) => {
    const before = held.get(view.market)
    const isOlder = before !== undefined && isOlderPosition({ changedAt: view.changed_at ?? undefined }, before)
    return isOlder ? [] : [[view.market, positionFromWire(view)] as const]
  })
  return withEntries(held, changes)
}

/** The order is resting, or waiting for its trigger, at the venue. */
export const isOpen = ({ state }: Order): boolean => state !== 'CLOSED'

/** A response and a channel message can overtake each other, so an older version is ignored (rulebook 18.10). */
const orderRules: OrderRules<Order> = {
  ...{ isOlder: isOlderVersion, isOver: (order) => !isOpen(order), changedAt: ({ changedAt }) => changedAt, mostOver: 200 },
}
export function withOrders(held: Account['orders'], views: PerpetualAccountChangeView['orders']): Account['orders'] {
  const orders = views.flatMap((view) => orderFromWire(view) ?? [])
  return withNewestOrders(held, orders, orderRules)
}
