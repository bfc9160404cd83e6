/** Selectors of the perpetuals store. Each returns the same object until its own part changes. */
import { useCallback, useMemo } from 'react'
import { keptNames, useKept } from '../../live/use-kept-setting.ts'
import { emptyBook, type LevelBook } from '../market-data/depth.ts'
import { firstMargin } from './first-leverage.ts'
import type { Fill, Margin, Market, Order, Position, Trade } from './model.ts'
import type { Facts } from './order-facts.ts'
import { usePerpetualScreen } from './perpetual-screen.ts'
import { isOpen, usePerpetuals } from './perpetual-store.ts'

/** The markets that accept orders, by open interest. */
export function useMarkets(): readonly Market[] {
  const markets = usePerpetuals((held) => held.markets)
  return useMemo(
    () =>
      [...markets.values()]
        .filter(({ takes, hasEnded }) => takes === 'ORDERS' && !hasEnded)
        .toSorted((a, b) => worthOpen(b) - worthOpen(a)),
    [markets],
  )
}

/** The open interest in the quote currency. */
export const worthOpen = ({ openInterest, mark }: Market): number => (openInterest ?? 0) * (mark ?? 0)

/** The selected market, or the one with the largest open interest until the user selects one. */
export function useChosenMarket(): Market | undefined {
  const name = usePerpetualScreen(({ market }) => market)
  const markets = usePerpetuals((held) => held.markets)
  const sorted = useMarkets()
  return (name === undefined ? undefined : markets.get(name)) ?? sorted[0]
}

export const useBook = (market: string): LevelBook =>
  usePerpetuals(({ watchedBook }) => (watchedBook?.market === market ? watchedBook.book : emptyBook))

const noTrades: readonly Trade[] = []
export const useTradesOf = (market: string): readonly Trade[] =>
  usePerpetuals(({ watchedTrades }) => (watchedTrades?.market === market ? watchedTrades.trades : noTrades))

export const usePosition = (market: string): Position | undefined => usePerpetuals(({ account }) => account.positions.get(market))
export const useMarginOf = (market: string): Margin | undefined => usePerpetuals(({ account }) => account.margins.get(market))

export function useOpenOrders(): readonly Order[] {
  const orders = usePerpetuals(({ account }) => account.orders)
  return useMemo(() => [...orders.values()].filter(isOpen).toSorted((a, b) => b.createdAt - a.createdAt), [orders])
}

export const useFills = (): readonly Fill[] => usePerpetuals(({ account }) => account.fills)

export function useFacts(market: Market): Facts {
  const book = useBook(market.name)
  const position = usePosition(market.name)
  const summary = usePerpetuals(({ account }) => account.summary)
  const margin = useMarginOf(market.name)
  const hasOrders = useOpenOrders().some((order) => order.market === market.name)
  const first = useMemo(() => firstMargin({ market, position, hasOrders, margin }), [market, position, hasOrders, margin])
  return useMemo(
    () => ({ market, book, position, summary, margin: first ?? margin, first }),
    [market, book, position, summary, margin, first],
  )
}

const noStars: readonly string[] = []
/** The markets that the user has starred. */
export function useStars(): readonly [ReadonlySet<string>, (market: string) => void] {
  const [names, setNames] = useKept<readonly string[]>('perpetual-stars', noStars, keptNames)
  const stars = useMemo(() => new Set(names), [names])
  const star = useCallback(
    (market: string) => setNames(stars.has(market) ? names.filter((one) => one !== market) : [...names, market]),
    [stars, names, setNames],
  )
  return [stars, star]
}
