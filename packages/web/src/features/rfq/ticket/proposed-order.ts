/** An order proposed in a message, until its ticket has put it into the entry. */
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import type { Alternative } from './order-outcome.ts'

type Proposed = { readonly rfqId: string; readonly order: Alternative }
const useProposed = create<{ readonly proposed: Proposed | undefined }>(() => ({ proposed: undefined }))

export const proposeOrder = (rfqId: string, order: Alternative): void => useProposed.setState({ proposed: { rfqId, order } })

/** As if it had been clicked in the ticket: entered and armed, but not sent. */
export function useProposedOrder(rfqId: string, take: (order: Alternative) => void): void {
  const proposed = useProposed((state) => state.proposed)
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    if (proposed?.rfqId !== rfqId) return
    useProposed.setState({ proposed: undefined })
    takeNow(proposed.order)
  }, [proposed, rfqId])
}
