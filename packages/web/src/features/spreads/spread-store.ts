/** The spreads data in the store while their screen is open. Written once per frame. */
import { isOlderOrder, isOlderTrade, type OrderRules, withNewest, withNewestOrders } from '@parley/client'
import { latestOf, withEntries } from '../../live/collection.ts'
import { listsLoading, type ListsLoading } from '../../live/lists-loading.ts'
import { createPart } from '../../live/part.ts'
import type { LevelBook } from '../market-data/depth.ts'
import type { SpreadOrder, SpreadTrade, Strategy, TapeLine, Top, VenueValue } from './model.ts'

/** The book of the shown strategy, as it was when it was last complete. */
export type LookedAt = { readonly strategyId: string; readonly book: LevelBook | undefined; readonly isWhole: boolean }

export type SpreadMarket = {
  readonly loading: ListsLoading
  /** Strategies that accept orders. */
  readonly strategies: ReadonlyMap<string, Strategy>
  /** Ended strategies: a ticket may be open in one, and past orders and trades refer to them. */
  readonly ended: ReadonlyMap<string, Strategy>
  readonly tops: ReadonlyMap<string, Top>
  readonly values: ReadonlyMap<string, VenueValue>
  readonly activeBook: LookedAt | undefined
  /** The desk’s own orders: open ones, and recently closed ones. */
  readonly orders: ReadonlyMap<string, SpreadOrder>
  readonly trades: ReadonlyMap<string, SpreadTrade>
  /** Set if older trades than this number were not loaded, so that earlier positions are unknown. */
  readonly tradesCutAt: number | undefined
  /** Newest first. */
  readonly tape: readonly TapeLine[]
}

export const nothingKnown: SpreadMarket = {
  loading: listsLoading,
  strategies: new Map(),
  ended: new Map(),
  tops: new Map(),
  values: new Map(),
  activeBook: undefined,
  orders: new Map(),
  trades: new Map(),
  tradesCutAt: undefined,
  tape: [],
}

export const useSpreadMarket = createPart<SpreadMarket>('SPREADS', nothingKnown)

/** All changes since the last frame. */
export type SpreadChanges = {
  readonly strategies: Map<string, Strategy | undefined>
  /** Loaded by their ids, because a list refers to them. */
  readonly ended: Map<string, Strategy>
  readonly tops: Map<string, Top>
  readonly values: Map<string, VenueValue>
  readonly orders: SpreadOrder[]
  readonly trades: SpreadTrade[]
  readonly tape: TapeLine[]
  /** Set if the shown book has changed. */
  readBook: (() => LookedAt) | undefined
}

export const noChanges = (): SpreadChanges => ({
  strategies: new Map(),
  ended: new Map(),
  tops: new Map(),
  values: new Map(),
  orders: [],
  trades: [],
  tape: [],
  readBook: undefined,
})

export const MOST_TAPE_LINES = 500
const orderRules: OrderRules<SpreadOrder> = {
  ...{ isOlder: isOlderOrder, isOver: ({ state }) => state === 'CLOSED', changedAt: ({ updatedAt }) => updatedAt, mostOver: 500 },
}

/** Unchanged parts keep their identity, so that they are not redrawn. */
export function applyChanges(market: SpreadMarket, changes: SpreadChanges): SpreadMarket {
  return {
    ...market,
    strategies: withEntries(market.strategies, changes.strategies),
    ended: endedAfter(market, changes),
    tops: withEntries(market.tops, changes.tops),
    values: withEntries(market.values, changes.values),
    orders: withNewestOrders(market.orders, changes.orders, orderRules),
    trades: withNewest(market.trades, changes.trades, isOlderTrade),
    tape: latestOf(market.tape, changes.tape, ({ at }) => at, MOST_TAPE_LINES),
    activeBook: lookedAtAfter(market.activeBook, changes.readBook),
  }
}

/** A book that was followed before the selection changed belongs to another strategy. */
function lookedAtAfter(before: LookedAt | undefined, read: SpreadChanges['readBook']): LookedAt | undefined {
  const next = read?.()
  return next !== undefined && next.strategyId === before?.strategyId ? next : before
}

/** A strategy that is removed from the list has ended, and one that is listed again has not. */
function endedAfter({ strategies, ended }: SpreadMarket, changes: SpreadChanges): ReadonlyMap<string, Strategy> {
  const moved = [...changes.strategies].flatMap(([id, one]): readonly (readonly [string, Strategy | undefined])[] => {
    if (one !== undefined) return ended.has(id) ? [[id, undefined]] : []
    const was = strategies.get(id)
    return was === undefined ? [] : [[id, was]]
  })
  return withEntries(ended, [...changes.ended, ...moved])
}
