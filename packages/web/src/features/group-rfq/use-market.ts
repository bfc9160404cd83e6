/** How the ticket reads one market: the same object until that market changes. */
import type { GroupQuoteView, GroupRfqView, GroupTradeView } from '@parley/contracts'
import { useMemo } from 'react'
import { useGroupLive } from '../../live/group-store.ts'
import { bookOfMarket, type MarketBook } from './book.ts'

export const useMarket = (id: number): GroupRfqView | undefined => useGroupLive((live) => live.markets.get(id))

export function useMarketBook(id: number): MarketBook {
  const shown = useGroupLive((live) => live.bookByMarket.get(id))
  const own = useGroupLive((live) => live.quotesByMarket.get(id))
  return useMemo(() => bookOfMarket(shown, own), [shown, own])
}

const noQuotes: readonly GroupQuoteView[] = []
export const useOwnQuotes = (id: number): readonly GroupQuoteView[] => useGroupLive((live) => live.quotesByMarket.get(id) ?? noQuotes)

const noTrades: readonly GroupTradeView[] = []
export const useMarketTrades = (id: number): readonly GroupTradeView[] => useGroupLive((live) => live.tradesByMarket.get(id) ?? noTrades)
