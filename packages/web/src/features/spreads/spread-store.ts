/** The spreads data of this window while their screen is open. Written once per frame. */
import { create } from 'zustand'
import type { SocketState } from '@parley/client'
import type { Behind } from '../../live/loadable.ts'
import type { LevelBook } from '../market-data/depth.ts'
import type { SpreadOrder, SpreadTrade, Strategy, TapeLine, Top, VenueValue } from './model.ts'

/** `behind` is set if the lists could not be read since a disconnection. The shown lists stay, and are read again. */
export type Loading =
  | { readonly state: 'LOADING' }
  | { readonly state: 'LOADED'; readonly behind?: Behind }
  | { readonly state: 'FAILED'; readonly words: string }

/** The book of the shown strategy, as it was when it was last complete. */
export type LookedAt = { readonly strategyId: string; readonly book: LevelBook | undefined; readonly isWhole: boolean }

export type SpreadMarket = {
  readonly line: SocketState
  readonly loading: Loading
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
  line: 'CLOSED',
  loading: { state: 'LOADING' },
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

export const useSpreadMarket = create<SpreadMarket>(() => nothingKnown)

/** All changes since the last frame. */
export type SpreadChanges = {
  readonly strategies: Map<string, Strategy | undefined>
  /** Loaded by their ids, because a list refers to them. */
  readonly ended: Map<string, Strategy>
  readonly tops: Map<string, Top>
  readonly values: Map<string, VenueValue>
  readonly orders: Map<string, SpreadOrder>
  readonly trades: Map<string, SpreadTrade>
  readonly tape: Map<string, TapeLine>
  /** Set if the shown book has changed. */
  readBook: (() => LookedAt) | undefined
}

export const noChanges = (): SpreadChanges => ({
  strategies: new Map(),
  ended: new Map(),
  tops: new Map(),
  values: new Map(),
  orders: new Map(),
  trades: new Map(),
  tape: new Map(),
  readBook: undefined,
})

export const MOST_TAPE_LINES = 500
const MOST_CLOSED_ORDERS = 500

/** Unchanged parts keep their identity, so that they are not redrawn. */
export function applyChanges(market: SpreadMarket, changes: SpreadChanges): SpreadMarket {
  return {
    ...market,
    strategies: merged(market.strategies, changes.strategies),
    ended: endedAfter(market, changes),
    tops: merged(market.tops, changes.tops),
    values: merged(market.values, changes.values),
    orders: withoutOld(newerOnes(market.orders, changes.orders)),
    trades: laterOnes(market.trades, changes.trades),
    tape: withLines(market.tape, changes.tape),
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
  return merged(ended, new Map([...changes.ended, ...moved]))
}

/** Undefined removes the entry. */
function merged<T>(held: ReadonlyMap<string, T>, changed: ReadonlyMap<string, T | undefined>): ReadonlyMap<string, T> {
  if (changed.size === 0) return held
  const next = new Map(held)
  for (const [id, one] of changed) {
    if (one === undefined) next.delete(id)
    else next.set(id, one)
  }
  return next
}

/** A response, a list and the channel can overtake each other. The later state of an order wins. At the same time, the closed state wins. */
const isNewer = (one: SpreadOrder, held: SpreadOrder | undefined): boolean =>
  held === undefined ||
  one.updatedAt > held.updatedAt ||
  (one.updatedAt === held.updatedAt && (one.state === 'CLOSED' || held.state === 'OPEN'))

/** Applies within a frame and between frames. */
export function upsertOrder({ orders }: Pick<SpreadChanges, 'orders'>, order: SpreadOrder): void {
  if (isNewer(order, orders.get(order.id))) orders.set(order.id, order)
}

const newerOnes = (held: ReadonlyMap<string, SpreadOrder>, changed: ReadonlyMap<string, SpreadOrder>): ReadonlyMap<string, SpreadOrder> =>
  merged(held, new Map([...changed].filter(([id, order]) => isNewer(order, held.get(id)))))

/** A settled or rejected trade stays so, even if an older list contains another state. */
const isLater = (one: SpreadTrade, held: SpreadTrade | undefined): boolean =>
  held === undefined || held.state === 'PENDING' || one.state !== 'PENDING'

export function upsertTrade({ trades }: Pick<SpreadChanges, 'trades'>, trade: SpreadTrade): void {
  if (isLater(trade, trades.get(trade.id))) trades.set(trade.id, trade)
}

const laterOnes = (held: ReadonlyMap<string, SpreadTrade>, changed: ReadonlyMap<string, SpreadTrade>): ReadonlyMap<string, SpreadTrade> =>
  merged(held, new Map([...changed].filter(([id, trade]) => isLater(trade, held.get(id)))))

function withoutOld(orders: ReadonlyMap<string, SpreadOrder>): ReadonlyMap<string, SpreadOrder> {
  const closed = [...orders.values()].filter(({ state }) => state === 'CLOSED')
  if (closed.length <= MOST_CLOSED_ORDERS) return orders
  const old = closed.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(MOST_CLOSED_ORDERS)
  return merged(orders, new Map(old.map(({ id }) => [id, undefined])))
}

function withLines(tape: readonly TapeLine[], changed: ReadonlyMap<string, TapeLine>): readonly TapeLine[] {
  if (changed.size === 0) return tape
  const byId = new Map([...tape.map((line) => [line.id, line] as const), ...changed])
  return [...byId.values()].toSorted((a, b) => b.at - a.at).slice(0, MOST_TAPE_LINES)
}
