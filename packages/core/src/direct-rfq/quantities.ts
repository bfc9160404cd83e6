/** The sums of rulebook 5 and 7, each in one place. */
import type { Quantity } from '../decimal.ts'
import type { DirectRfq, Order, Trade } from './direct-rfq.ts'

/** What of an order can still trade: quantity = filled + pending + canceled + resting. */
export const restingQuantity = (order: Order): Quantity => (order.quantity - order.filled - order.pending - order.canceled) as Quantity

function tradedIn(rfq: DirectRfq, state: Trade['state']): number {
  let sum = 0
  for (const trade of rfq.trades) if (trade.state === state) sum += trade.quantity
  return sum
}

export const filledQuantity = (rfq: DirectRfq): Quantity => tradedIn(rfq, 'FILLED') as Quantity
export const pendingQuantity = (rfq: DirectRfq): Quantity => tradedIn(rfq, 'PENDING_SETTLEMENT') as Quantity

/** What of the request can still be agreed: a trade counts from its agreement, and no more once the venue rejects it (rulebook 7.1, 7.3). */
export const remainingQuantity = (rfq: DirectRfq): Quantity => (rfq.quantity - filledQuantity(rfq) - pendingQuantity(rfq)) as Quantity

/** Whether another block fits into what remains (rulebook 4.12). */
export const canTradeMore = (rfq: DirectRfq): boolean => remainingQuantity(rfq) >= rfq.minimumBlock
