/** Whether an order is split over accounts, and how. */
import { useMemo, useState } from 'react'
import type { Allocation as Part } from '@parley/client'
import type { EnteredNumber } from '../../components/number-text.ts'
import { evenShares, partsOf, type Shares, sharesRefusal } from './shares.ts'

export type AllocationOf = {
  /** Names of the desk's accounts at the venue. The array is stable until the names change. */
  readonly accounts: readonly string[]
  readonly quantity: EnteredNumber
  readonly minimum: string | undefined
  readonly increment: string
}

export type Allocation = AllocationOf & {
  readonly isSplit: boolean
  readonly shares: Shares
  readonly parts: readonly Part[]
  /** Why it cannot be sent like this. Undefined if it can, or if it uses one account. */
  readonly refused: string | undefined
  readonly split: () => void
  readonly join: () => void
  readonly share: (account: string, quantity: EnteredNumber) => void
}

const DRAWN_AT_FIRST = 2
const noShares: Shares = {}

export function useAllocation(of: AllocationOf): Allocation {
  const { accounts: names } = of
  const [held, setHeld] = useState<Shares>()
  const shares = held ?? noShares
  const parts = useMemo(() => partsOf(names, shares), [names, shares])
  const evenOver = (accounts: readonly string[]) => evenShares(accounts, of.quantity, of.increment)
  return {
    ...of,
    isSplit: held !== undefined,
    shares,
    parts,
    refused: held === undefined ? undefined : sharesRefusal(parts, of.quantity, of),
    /** Splits again over the accounts that have a part when the quantity changes. */
    split: () => setHeld(evenOver(parts.length > 1 ? parts.map(({ account }) => account) : of.accounts.slice(0, DRAWN_AT_FIRST))),
    join: () => setHeld(undefined),
    share: (account, quantity) => setHeld((before) => ({ ...before, [account]: quantity })),
  }
}
