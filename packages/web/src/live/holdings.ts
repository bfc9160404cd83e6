/** The positions of the desk's accounts, as the venues report them. One store, filled by the channel `positions`. */
import type { AccountReadingView, PositionFactsView, PositionsChangeView } from '@parley/contracts'
import { create } from 'zustand'

export type Holdings = {
  /** Undefined until they are known. */
  readonly accounts: readonly AccountReadingView[] | undefined
  /** By venue and account. */
  readonly positions: ReadonlyMap<string, readonly PositionFactsView[]>
  /** Why they are not known. */
  readonly refused: string | undefined
}

export const nothing: Holdings = { accounts: undefined, positions: new Map(), refused: undefined }
export const useHoldings = create<Holdings>(() => nothing)

type Named = { readonly venue: string; readonly account_name: string }
const keyOf = ({ venue, account_name }: Named): string => `${venue} ${account_name}`

/** An account that is not in the message has been removed, with its positions. */
export function withChange(held: Holdings, { accounts, changed }: PositionsChangeView): Holdings {
  const positions = new Map([...held.positions, ...changed.map((one) => [keyOf(one), one.positions] as const)])
  const there = new Set(accounts.map(keyOf))
  return { accounts, positions: new Map([...positions].filter(([key]) => there.has(key))), refused: undefined }
}

export const countOf = ({ positions }: Holdings): number => [...positions.values()].reduce((sum, own) => sum + own.length, 0)
