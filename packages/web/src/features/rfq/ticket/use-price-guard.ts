/** The price guard in every form (rulebook 11.9): an amber message from its first step, typing again from its second, refusal from its third. */
import type { Rfq, Side } from '@parley/client'
import { type GuardedPrice, guardPrice, priceDecimals, type Structure } from '@parley/core'
import { useMemo } from 'react'
import { useDeskPercent } from '../../../live/ticket-limits.ts'
import { type TypedAgain, useTypedAgain } from '../../order-entry/typed-again.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import { guardFigures } from './guard-figures.ts'
import { guardReason, guardMessage } from './guard-messages.ts'

export type JudgedPrice = { readonly guard: GuardedPrice; readonly says: string | undefined }

/** Checks a side's price against the current marks. */
export function usePriceGuard(rfq: Rfq, structure: Structure) {
  const { markOf } = useMarkOf(rfq)
  const known = useMemo(() => guardFigures(structure, markOf), [structure, markOf])
  const deskPercent = useDeskPercent()
  const decimals = priceDecimals(rfq)
  const { mark } = known.BUY
  return {
    mark,
    judge: (side: Side, price: string): JudgedPrice => {
      const guard = guardPrice(side, Number(price), { ...known[side], deskPercent })
      return { guard, says: guardMessage(guard, { side, price, mark, decimals }) }
    },
    reasonOf: ({ guard, says }: JudgedPrice, isTypedAgain: boolean) => guardReason(says, guard.guard, { isTypedAgain, deskPercent }),
  }
}

export type GuardedSide = {
  /** The guard's message, in amber, if there is one. */
  readonly says: string | undefined
  /** Why it cannot be sent. */
  readonly reason: string | undefined
  /** The second field, if the price has to be typed again. */
  readonly again: TypedAgain | undefined
}

/** One side of a maker's quote. A side that is not quoted has nothing to guard. */
export function useGuardedSide(rfq: Rfq, structure: Structure, side: Side, price: string | undefined): GuardedSide {
  const { judge, reasonOf } = usePriceGuard(rfq, structure)
  const typed = useTypedAgain(price ?? '')
  const judged = price === undefined ? undefined : judge(side, price)
  return {
    says: judged?.says,
    reason: judged && reasonOf(judged, typed.is(price)),
    again: judged?.guard.guard === 'TYPE_TWICE' ? typed : undefined,
  }
}
