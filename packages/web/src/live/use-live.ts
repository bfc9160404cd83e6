/** How the screens read what the server says. A hook answers the same object until its own part of the market changes. */
import type { BlockTradeView, MarkView, OrderView, RfqLegView, RfqView, TapeTradeView } from '@parley/contracts'
import { useMemo, useSyncExternalStore } from 'react'
import { type Book, bookOf } from './book.ts'
import { type Connection, serverNow, useConnectionStore } from './connection.ts'
import { limits } from './limits.ts'
import { structureMark } from './marks.ts'
import { type ChannelName, type MarketState, useLive } from './store.ts'

export const useRfqs = (): ReadonlyMap<string, RfqView> => useLive((live) => live.rfqs)
export const useRfq = (id: string | undefined): RfqView | undefined => useLive((live) => (id === undefined ? undefined : live.rfqs.get(id)))

/** The desk's drafts, newest first: of everybody on the desk, in whichever window they were kept. */
export function useDrafts(): readonly RfqView[] {
  const rfqs = useRfqs()
  return useMemo(() => [...rfqs.values()].filter((rfq) => rfq.state === 'DRAFT').sort((a, b) => b.created_at - a.created_at), [rfqs])
}

/** For the taker the makers' quotes, for a maker its own, best first. */
export function useBook(rfqId: string): Book {
  const rfq = useRfq(rfqId)
  const quotes = useLive((live) => live.quotesByRfq.get(rfqId))
  const own = useLive((live) => live.ordersByRfq.get(rfqId))
  return useMemo(() => (rfq === undefined ? { bids: [], asks: [] } : bookOf(rfq, quotes, own)), [rfq, quotes, own])
}

export const useOrders = (): ReadonlyMap<string, OrderView> => useLive((live) => live.orders)
const noOrders: readonly OrderView[] = []
/** The desk's own orders in one RFQ, open and lately closed. */
export const useRfqOrders = (rfqId: string): readonly OrderView[] => useLive((live) => live.ordersByRfq.get(rfqId) ?? noOrders)
export const useTrades = (): ReadonlyMap<string, BlockTradeView> => useLive((live) => live.trades)
export const useTape = (): readonly TapeTradeView[] => useLive((live) => live.tape)
export const useMark = (instrumentId: number): MarkView | undefined => useLive((live) => live.marks.get(instrumentId))
export const useMarks = (): ReadonlyMap<number, MarkView> => useLive((live) => live.marks)
/** The structure's mark in its quote unit; undefined while a leg has none. */
export const useStructureMark = (legs: readonly Pick<RfqLegView, 'instrument_id' | 'ratio' | 'side' | 'price'>[]): number | undefined =>
  useLive((live) => structureMark(legs, live.marks))
export const useIndex = (currency: string, venue = 'DBT'): MarketState | undefined =>
  useLive((live) => live.markets.get(`${venue}.${currency}`))
export const useIsLoaded = (channel: ChannelName): boolean => useLive((live) => live.loaded.has(channel))

/** The state of the socket, its latency, and for how long what we show has been stale. */
export const useConnection = (): Connection => useConnectionStore()

/** How old the marks of a currency are, ms; undefined while they are fresh. */
export function useStaleAge(currency: string, venue = 'DBT'): number | undefined {
  const market = useIndex(currency, venue)
  const isOpen = useConnectionStore((connection) => connection.state === 'OPEN')
  const now = useNow(1_000)
  if (market === undefined) return undefined
  const age = Math.max(0, now - market.at)
  return market.is_stale || (!isOpen && age > limits.staleMs) ? age : undefined
}

/** The server's time, ms, at most `intervalMs` behind; all that ask for one interval tick together. */
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
  let ticking: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = serverNow()
    for (const listener of listeners) listener()
  }
  const clock: Clock = {
    subscribe: (listener) => {
      listeners.add(listener)
      if (ticking === undefined) {
        now = serverNow()
        ticking = setInterval(tick, intervalMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(ticking)
        ticking = undefined
      }
    },
    now: () => now,
  }
  clocks.set(intervalMs, clock)
  return clock
}
