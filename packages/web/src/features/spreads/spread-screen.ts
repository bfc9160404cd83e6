/** The choices of a person among the spreads; nothing of the server's. */
import type { VenueCode } from '@parley/core'
import { create } from 'zustand'
import type { Margin, SpreadOrder, Strategy } from './model.ts'

export type MatrixMode = 'BOTH' | 'RATE' | 'SIZE'

type SpreadScreen = {
  readonly currency: string
  readonly venue: VenueCode
  readonly margin: Margin
  readonly strategyId: string | undefined
  readonly mode: MatrixMode
  /** An own order that was taken up to be changed, anew with each press. */
  readonly takenUp: { readonly order: SpreadOrder } | undefined
}

export const useSpreadScreen = create<SpreadScreen>(() => ({
  currency: 'BTC',
  venue: 'DBT',
  margin: 'INVERSE',
  strategyId: undefined,
  mode: 'BOTH',
  takenUp: undefined,
}))

const set = useSpreadScreen.setState
export const chooseStrategy = (strategyId: string): void => set({ strategyId, takenUp: undefined })
/** From a list or a message, which has spreads of every table: the table follows. */
export const showStrategy = (strategy: Strategy): void => set({ ...placeOf(strategy), takenUp: undefined })
/** The first one stays chosen, however the list changes; what somebody has chosen meanwhile counts. */
export const keepStrategy = (strategyId: string): void => set((screen) => (screen.strategyId === undefined ? { strategyId } : screen))
export const chooseMode = (mode: MatrixMode): void => set({ mode })
export const takeUp = (order: SpreadOrder, strategy: Strategy): void => set({ ...placeOf(strategy), takenUp: { order } })

const placeOf = ({ id, currency, venue, margin }: Strategy) => ({ currency, venue, margin, strategyId: id })

/** The ticket has it: it is not to be taken up again with the next one. */
export const letGo = (): void => set({ takenUp: undefined })

export type Family = Pick<SpreadScreen, 'currency' | 'venue' | 'margin'>

const isOf = (family: Family) => (one: Strategy) =>
  one.currency === family.currency && one.venue === family.venue && one.margin === family.margin

/** Those of one table: a venue, a coin and a kind of margin. */
export const ofFamily = (strategies: ReadonlyMap<string, Strategy>, family: Family): readonly Strategy[] =>
  [...strategies.values()].filter(isOf(family))

/** The families that are listed, each once. */
export function familiesOf(strategies: ReadonlyMap<string, Strategy>): readonly Family[] {
  const all = [...strategies.values()].map(({ currency, venue, margin }) => ({ currency, venue, margin }))
  return [...new Map(all.map((family) => [`${family.venue} ${family.currency} ${family.margin}`, family])).values()]
}

/** The listed family with this choice that keeps most of the others, so that no press leads to an empty table. */
export function familyWith(families: readonly Family[], now: Family, choice: Partial<Family>): Family | undefined {
  const fits = families.filter((one) => Object.entries(choice).every(([name, value]) => one[name as keyof Family] === value))
  const kept = (one: Family) => (['venue', 'currency', 'margin'] as const).filter((name) => one[name] === now[name]).length
  return fits.toSorted((a, b) => kept(b) - kept(a))[0]
}

export const chooseFamily = ({ currency, venue, margin }: Family): void =>
  set({ currency, venue, margin, strategyId: undefined, takenUp: undefined })

/** One that ends under its ticket stays the chosen one: another's orders are never sent from there. */
export const chosenOf = (id: string | undefined, listed: readonly Strategy[], ended: Strategy | undefined): Strategy | undefined =>
  listed.find((one) => one.id === id) ?? ended ?? firstOf(listed)

const firstOf = (strategies: readonly Strategy[]): Strategy | undefined =>
  strategies.toSorted((a, b) => (a.near.expiresAt ?? 0) - (b.near.expiresAt ?? 0) || a.far.expiresAt - b.far.expiresAt)[0]
