/** Selectors of the spreads store. Each returns the same object until its own part changes. */
import { useMemo } from 'react'
import { useSeenVenues } from '../../live/open-markets.ts'
import { emptyBook, type LevelBook } from '../market-data/depth.ts'
import { type SpreadOrder, type Strategy, type Top, type VenueValue } from './model.ts'
import { isWorking } from './own-orders.ts'
import { chosenOf, type Family, familiesOf, ofFamily, useSpreadScreen } from './spread-screen.ts'
import { useSpreadMarket } from './spread-store.ts'

export function useFamily(): Family {
  const currency = useSpreadScreen((screen) => screen.currency)
  const venue = useSpreadScreen((screen) => screen.venue)
  const margin = useSpreadScreen((screen) => screen.margin)
  return useMemo(() => ({ currency, venue, margin }), [currency, venue, margin])
}

/** The matrices of the venues that the user can see. */
export function useFamilies(): readonly Family[] {
  const strategies = useSpreadMarket((market) => market.strategies)
  const seen = useSeenVenues()
  return useMemo(() => familiesOf(strategies).filter(({ venue }) => seen(venue)), [strategies, seen])
}

export function useFamilyStrategies(): readonly Strategy[] {
  const family = useFamily()
  const strategies = useSpreadMarket((market) => market.strategies)
  return useMemo(() => ofFamily(strategies, family), [strategies, family])
}

/** Active and ended strategies, for lists of the past. */
export function useKnownStrategies(): ReadonlyMap<string, Strategy> {
  const strategies = useSpreadMarket((market) => market.strategies)
  const ended = useSpreadMarket((market) => market.ended)
  return useMemo(() => (ended.size === 0 ? strategies : new Map([...ended, ...strategies])), [strategies, ended])
}

/** The selected strategy, even after it has ended. Until the user selects one, the first of its matrix. */
export function useChosenStrategy(): Strategy | undefined {
  const id = useSpreadScreen((screen) => screen.strategyId)
  const strategies = useFamilyStrategies()
  const ended = useSpreadMarket((market) => (id === undefined ? undefined : market.ended.get(id)))
  return useMemo(() => chosenOf(id, strategies, ended), [strategies, ended, id])
}

export const useHasEnded = (id: string): boolean => useSpreadMarket(({ ended }) => ended.has(id))

const noTop: Top = { bid: undefined, ask: undefined }
export const useTop = (id: string): Top => useSpreadMarket((market) => market.tops.get(id) ?? noTop)
export const useValue = (id: string): VenueValue | undefined => useSpreadMarket((market) => market.values.get(id))

/** The complete book of the shown strategy. Empty until it has loaded. */
export const useActiveBook = (id: string): LevelBook =>
  useSpreadMarket(({ activeBook }) => (activeBook?.strategyId === id ? (activeBook.book ?? emptyBook) : emptyBook))

/** The desk's own resting orders in a strategy. */
export function useWorking(id: string): readonly SpreadOrder[] {
  const orders = useSpreadMarket((market) => market.orders)
  return useMemo(() => [...orders.values()].filter((order) => order.strategyId === id && isWorking(order)), [orders, id])
}
