/** How screens read server data. A hook returns the same object until its own part of the market changes. */
import { type Audience, type Book, bookOf, emptyBook, type Order, type Rfq, type TapeTrade, type Trade } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { useMemo, useSyncExternalStore } from 'react'
import { ageText } from '../components/time-text.ts'
import { type Connection, serverNow, useHealth } from './connection.ts'
import { type Feed, type FeedStatus, useFeeds } from './feeds.ts'
import { limits } from './limits.ts'
import { type MarkedLeg, structureMark } from './marks.ts'
import { marketName, type OpenMarket, useOpenMarkets } from './open-markets.ts'
import { createSharedTimer } from './shared-timer.ts'
import { type ListName, loadedName, type MarketState, useLive } from './store.ts'

export const useRfqs = (): ReadonlyMap<string, Rfq> => useLive((live) => live.rfqs)
export const useRfq = (id: string | undefined): Rfq | undefined => useLive((live) => (id === undefined ? undefined : live.rfqs.get(id)))

/** The desk's drafts, newest first: those of all members, from all windows. */
export function useDrafts(): readonly Rfq[] {
  const rfqs = useRfqs()
  return useMemo(() => [...rfqs.values()].filter((rfq) => rfq.state === 'DRAFT').sort((a, b) => b.createdAt - a.createdAt), [rfqs])
}

/** The visible quotes of an RFQ, with the desk's own marked, best first. Empty after the RFQ has been removed. */
export function useBook(rfqId: string): Book {
  const rfq = useRfq(rfqId)
  const shown = useLive((live) => live.levelsByRfq.get(rfqId))
  const own = useLive((live) => live.ordersByRfq.get(rfqId))
  return useMemo(() => (rfq === undefined ? emptyBook : bookOf(rfq, shown, own)), [rfq, shown, own])
}

export const useOrders = (): ReadonlyMap<string, Order> => useLive((live) => live.orders)
const noOrders: readonly Order[] = []
/** The desk's own orders in one RFQ, open and recently closed. */
export const useRfqOrders = (rfqId: string): readonly Order[] => useLive((live) => live.ordersByRfq.get(rfqId) ?? noOrders)
export const useTrades = (): ReadonlyMap<string, Trade> => useLive((live) => live.trades)
const noTrades: readonly Trade[] = []
export const useRfqTrades = (rfqId: string): readonly Trade[] => useLive((live) => live.tradesByRfq.get(rfqId) ?? noTrades)
export const useTape = (): readonly TapeTrade[] => useLive((live) => live.tape)
export const useMark = (instrumentId: number): MarkView | undefined => useLive((live) => live.marks.get(instrumentId))
export const useMarks = (): ReadonlyMap<number, MarkView> => useLive((live) => live.marks)
export const useMarkets = (): ReadonlyMap<string, MarketState> => useLive((live) => live.markets)
/** The structure's mark in its quote unit. Undefined while a leg has none. */
export const useStructureMark = (legs: readonly MarkedLeg[]): number | undefined => useLive((live) => structureMark(legs, live.marks))
export const useIndex = (currency: string, venue: string): MarketState | undefined =>
  useLive((live) => live.markets.get(`${venue}.${currency}`))
export const useIsLoaded = (list: ListName, audience: Audience): boolean => useLive((live) => live.loaded.has(loadedName(list, audience)))

export const useFeed = (feed: Feed): FeedStatus => useFeeds((feeds) => feeds[feed])

/** The main connection, its latency, and how long the displayed data has been stale. */
export function useConnection(): Connection {
  const socket = useFeed('DIRECT')
  const health = useHealth()
  return useMemo(() => ({ ...socket, ...health }), [socket, health])
}

/** The age of a market's marks in ms. Undefined while they are fresh. */
export function useStaleAge(currency: string, venue: string): number | undefined {
  return useStaleMarkets().find((market) => market.currency === currency && market.venue === venue)?.ageMs
}

/** The age of the server's data in ms, including the marks of a market if one is given. Undefined while it is fresh. */
export function usePriceAge(market?: { readonly baseCurrency: string; readonly venue: string }): number | undefined {
  const silentMs = useHealth((health) => health.silentMs)
  const stale = useStaleMarkets().find(({ currency, venue }) => currency === market?.baseCurrency && venue === market.venue)
  return silentMs === undefined ? stale?.ageMs : Math.max(silentMs, stale?.ageMs ?? 0)
}

/** `Prices are 3.4 s old`, if they are too old to trade without confirmation. */
export function useOldPrices(market: { readonly baseCurrency: string; readonly venue: string }): string | undefined {
  const age = usePriceAge(market)
  return age !== undefined && age > limits.oldMs ? `Prices are ${ageText(age)} old` : undefined
}

/** The open markets with stale marks, with their age. */
export function useStaleMarkets(): readonly (OpenMarket & { readonly ageMs: number })[] {
  const markets = useOpenMarkets()
  const received = useLive((live) => live.markets)
  const isOpen = useFeeds((feeds) => feeds.DIRECT.state === 'OPEN')
  const now = useNow(1_000)
  return markets.flatMap((market) => {
    const last = received.get(marketName(market))
    const ageMs = last === undefined ? 0 : Math.max(0, now - last.at)
    return last !== undefined && (last.is_stale || (!isOpen && ageMs > limits.staleMs)) ? [{ ...market, ageMs }] : []
  })
}

/** The server's time in ms, at most `intervalMs` behind. All users of an interval tick together. */
export const useNow = (intervalMs: number): number => {
  const clock = clockOf(intervalMs)
  return useSyncExternalStore(clock.subscribe, clock.now)
}

type Clock = { readonly subscribe: (listener: () => void) => () => void; readonly now: () => number }
const clocks = new Map<number, Clock>()

function clockOf(intervalMs: number): Clock {
  const known = clocks.get(intervalMs)
  if (known !== undefined) return known
  const listeners = new Set<() => void>()
  let now = serverNow()
  /** Without users the time does not move. It changes only if it is too old, because React reads it several times for one rendering. */
  const catchUp = () => {
    if (listeners.size === 0 && Math.abs(serverNow() - now) > intervalMs) now = serverNow()
  }
  const tick = () => {
    now = serverNow()
    for (const listener of listeners) listener()
  }
  const start = createSharedTimer(tick, intervalMs)
  const clock: Clock = {
    subscribe: (listener) => {
      catchUp()
      listeners.add(listener)
      const stop = start()
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    now: () => {
      catchUp()
      return now
    },
  }
  clocks.set(intervalMs, clock)
  return clock
}
