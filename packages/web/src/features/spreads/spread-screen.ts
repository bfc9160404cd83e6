/** The choices of the user on the spreads screen, without any server data. */
import type { Price, Quantity, VenueCode } from '@parley/core'
import { create } from 'zustand'
import type { Margin, Side, SpreadOrder, Strategy } from './model.ts'

export type MatrixMode = 'BOTH' | 'RATE' | 'SIZE'

type SpreadScreen = {
  readonly currency: string
  readonly venue: VenueCode
  readonly margin: Margin
  readonly strategyId: string | undefined
  readonly mode: MatrixMode
  /** The desk's own order that was loaded for editing. A new object for each click. */
  readonly editing: { readonly order: SpreadOrder } | undefined
  /** The order that a position or a price of the matrix loads into the form. */
  readonly loading: LoadedOrder | undefined
}

export type LoadedOrder = {
  readonly strategy: Strategy
  readonly side: Side
  /** Undefined keeps the amount of the form. */
  readonly amount?: Quantity
  readonly type: 'LIMIT' | 'MARKET'
  readonly price?: Price
}

export const useSpreadScreen = create<SpreadScreen>(() => ({
  currency: 'BTC',
  venue: 'DBT',
  margin: 'INVERSE',
  strategyId: undefined,
  mode: 'BOTH',
  editing: undefined,
  loading: undefined,
}))

const set = useSpreadScreen.setState
export const chooseStrategy = (strategyId: string): void => set({ strategyId, editing: undefined, loading: undefined })
/** Selects a spread from a list or a message, and switches to its matrix. */
export const showStrategy = (strategy: Strategy): void => set({ ...placeOf(strategy), editing: undefined, loading: undefined })
/** The first spread stays selected even if the list changes, unless the user has selected another one. */
export const keepStrategy = (strategyId: string): void => set((screen) => (screen.strategyId === undefined ? { strategyId } : screen))
export const chooseMode = (mode: MatrixMode): void => set({ mode })
export const startEditing = (order: SpreadOrder, strategy: Strategy): void =>
  set({ ...placeOf(strategy), editing: { order }, loading: undefined })

export const loadOrder = (loading: LoadedOrder): void => set({ ...placeOf(loading.strategy), editing: undefined, loading })

const placeOf = ({ id, currency, venue, margin }: Strategy) => ({ currency, venue, margin, strategyId: id })

/** The ticket has loaded the order, so it must not be loaded again. */
export const stopEditing = (): void => set({ editing: undefined, loading: undefined })

export type Family = Pick<SpreadScreen, 'currency' | 'venue' | 'margin'>

export const isOf = (family: Family) => (one: Family) =>
  one.currency === family.currency && one.venue === family.venue && one.margin === family.margin

/** The spreads of one venue, coin and margin type. */
export const ofFamily = (strategies: ReadonlyMap<string, Strategy>, family: Family): readonly Strategy[] =>
  [...strategies.values()].filter(isOf(family))

/** The listed combinations of venue, coin and margin type, each once. */
export function familiesOf(strategies: ReadonlyMap<string, Strategy>): readonly Family[] {
  const all = [...strategies.values()].map(({ currency, venue, margin }) => ({ currency, venue, margin }))
  return [...new Map(all.map((family) => [`${family.venue} ${family.currency} ${family.margin}`, family])).values()]
}

/** The listed combination with this choice that keeps most of the others, so that no choice leads to an empty matrix. */
export function familyWith(families: readonly Family[], now: Family, choice: Partial<Family>): Family | undefined {
  const fits = families.filter((one) => Object.entries(choice).every(([name, value]) => one[name as keyof Family] === value))
  const kept = (one: Family) => (['venue', 'currency', 'margin'] as const).filter((name) => one[name] === now[name]).length
  return fits.toSorted((a, b) => kept(b) - kept(a))[0]
}

export const chooseFamily = ({ currency, venue, margin }: Family): void =>
  set({ currency, venue, margin, strategyId: undefined, editing: undefined, loading: undefined })

/** A spread that ends while its ticket is open stays selected, so that no order is sent in another one. */
export const chosenOf = (id: string | undefined, listed: readonly Strategy[], ended: Strategy | undefined): Strategy | undefined =>
  listed.find((one) => one.id === id) ?? ended ?? firstOf(listed)

const firstOf = (strategies: readonly Strategy[]): Strategy | undefined =>
  strategies.toSorted((a, b) => (a.near.expiresAt ?? 0) - (b.near.expiresAt ?? 0) || a.far.expiresAt - b.far.expiresAt)[0]
