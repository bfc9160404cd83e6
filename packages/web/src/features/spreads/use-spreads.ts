/** Selectors of the spreads store. Each returns the same object until its own part changes. */
import { useMemo } from 'react'
import { useSeenVenues } from '../../live/open-markets.ts'
import { emptyBook, type LevelBook } from '../market-data/depth.ts'
import { isTwoSided, type Touches, touchesOf } from './matrix-cell.ts'
import { type SpreadOrder, type Strategy, type Top, type VenueValue } from './model.ts'
import { isWorking } from './own-orders.ts'
import { chosenOf, type Family, familiesOf, ofFamily, useSpreadScreen } from './spread-screen.ts'
import { type SpreadMarket, useSpreadMarket } from './spread-store.ts'

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
const workingIn = (orders: SpreadMarket['orders'], id: string): readonly SpreadOrder[] =>
  [...orders.values()].filter((order) => order.strategyId === id && isWorking(order))

/** The best prices of the other desks in a strategy. */
export function useTouches(id: string): Touches {
  const top = useTop(id)
  const own = useWorking(id)
  const book = useSpreadMarket(({ activeBook }) => wholeBook(activeBook, id))
  return useMemo(() => touchesOf(top, own, book), [top, own, book])
}

/** The number of strategies in which other desks quote both sides. */
export function useTwoSided(strategies: readonly Strategy[]): number {
  const tops = useSpreadMarket((market) => market.tops)
  const orders = useSpreadMarket((market) => market.orders)
  const activeBook = useSpreadMarket((market) => market.activeBook)
  return strategies.filter(({ id }) => isTwoSided(touchesOf(tops.get(id) ?? noTop, workingIn(orders, id), wholeBook(activeBook, id))))
    .length
}

const wholeBook = (shown: SpreadMarket['activeBook'], id: string) => (shown?.strategyId === id && shown.isWhole ? shown.book : undefined)

export const useValue = (id: string): VenueValue | undefined => useSpreadMarket((market) => market.values.get(id))

/** The complete book of the shown strategy. Empty until it has loaded. */
export const useActiveBook = (id: string): LevelBook =>
  useSpreadMarket(({ activeBook }) => (activeBook?.strategyId === id ? (activeBook.book ?? emptyBook) : emptyBook))

/** The desk's own resting orders in a strategy. */
export function useWorking(id: string): readonly SpreadOrder[] {
  const orders = useSpreadMarket((market) => market.orders)
  return useMemo(() => workingIn(orders, id), [orders, id])
}
