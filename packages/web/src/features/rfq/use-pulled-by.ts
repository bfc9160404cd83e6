/** Why an order of the desk was cancelled, as far as this screen can know it. */
import type { Order } from '@parley/client'
import { isCancelledHere } from '../../live/locally-cancelled.ts'
import { useProtection } from '../../live/protection.ts'
import { useStop } from '../../live/trade-reasons.ts'
import type { PulledBy } from './cancel-reasons.ts'

/** A limit and the orders it cancels are one decision. Their messages arrive within this time. */
const SAME_DECISION_MS = 5_000

export function usePulledBy(products: readonly string[]): (order: Order) => PulledBy {
  const stop = useStop()
  const triggered = useProtection((live) => live.triggered)
  return (order) => {
    const at = order.updatedAt ?? order.createdAt
    const limits = products.flatMap((product) => triggered.get(product) ?? [])
    return {
      name: order.canceledBy?.name,
      isCancelledHere: isCancelledHere(order.id),
      limit: limits.find((one) => Math.abs(one.at - at) <= SAME_DECISION_MS)?.limit,
      stoppedBy: stop?.by,
    }
  }
}
