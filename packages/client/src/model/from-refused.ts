/** A refused order as the row of a history: nothing of it ever rested. */
import type { RefusedOrderView } from '@parley/contracts'
import { idOf } from './from-grfq.ts'
import { type Order, orderLegsOf } from './order.ts'

export function orderFromRefused(view: RefusedOrderView): Order {
  const isDirect = view.flow === 'drfq'
  return {
    id: view.id,
    number: undefined,
    audience: isDirect ? 'DIRECT' : 'ORDER_BOOK',
    rfqId: isDirect ? view.rfq_id : idOf(Number(view.rfq_id)),
    rfqNumber: isDirect ? undefined : Number(view.rfq_id),
    kind: view.kind,
    state: 'CLOSED',
    side: view.side,
    price: view.price ?? '',
    legPrices: undefined,
    quantity: view.quantity,
    ...{ resting: '0', filled: '0', pending: '0', agreed: '0', canceled: '0' },
    cancelCause: undefined,
    canceledBy: undefined,
    timeInForce: 'GTC',
    isPostOnly: false,
    isHidden: false,
    account: undefined,
    allocations: undefined,
    clientOrderId: undefined,
    label: undefined,
    venue: view.venue,
    baseCurrency: view.base_currency,
    description: view.description,
    legs: orderLegsOf(view.structure_legs),
    refusal: view.error.message,
    createdAt: view.refused_at,
    updatedAt: view.refused_at,
    expiresAt: undefined,
    isCrossingOfQuote: false,
  }
}
