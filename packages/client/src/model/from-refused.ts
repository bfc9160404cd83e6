/** A refused order as the row of a history: no part of it ever rested. */
import type { RefusedOrderView } from '@parley/contracts'
import { idOf } from './from-grfq.ts'
import { type AnyOrder, orderLegsOf } from './order.ts'

const flows = { drfq: 'DIRECT', grfq: 'ORDER_BOOK', fs: 'SPREADS' } as const

export function orderFromRefused(view: RefusedOrderView): AnyOrder {
  const number = view.flow === 'grfq' ? Number(view.rfq_id) : undefined
  return {
    id: view.id,
    number: undefined,
    audience: flows[view.flow],
    rfqId: number === undefined ? view.rfq_id : idOf(number),
    rfqNumber: number,
    kind: view.kind,
    state: 'CLOSED',
    side: view.side,
    price: view.price ?? '',
    legPrices: undefined,
    quantity: view.quantity,
    ...{ resting: '0', filled: '0', pending: '0', agreed: '0', canceled: '0' },
    cancelCause: undefined,
    canceledBy: undefined,
    unfilledReason: undefined,
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
