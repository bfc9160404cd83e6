/** The order that would be sent, reported by the entry to the risk below it. */
import { useCallback, useEffect, useState } from 'react'
import type { Attention } from '../../order-entry/TradeButton.tsx'
import type { Considered } from './risk-view.ts'

type Side = 'BUY' | 'SELL'
export type Consider = (considered: Considered | undefined) => void

/** The considered side: the one under the pointer has priority over the one that waits. */
export function useAttention() {
  const [attention, setAttention] = useState<Readonly<Record<Side, Attention>>>({ BUY: undefined, SELL: undefined })
  const attend = useCallback(
    (side: Side, one: Attention) => setAttention((before) => (before[side] === one ? before : { ...before, [side]: one })),
    [],
  )
  const sides = ['BUY', 'SELL'] as const
  const side = sides.find((one) => attention[one] === 'OVER') ?? sides.find((one) => attention[one] === 'ARMED')
  return { side, attend }
}

/** Reports it again when a part of it changes, and removes it with the entry. */
export function useConsidering(consider: Consider, { by, side, quantity, price, isFocused }: Considered): void {
  useEffect(() => consider({ by, side, quantity, price, isFocused }), [consider, by, side, quantity, price, isFocused])
  useEffect(() => () => consider(undefined), [consider])
}
