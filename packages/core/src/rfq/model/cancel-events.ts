/** The events that cancel orders: their resting quantity, or the pending quantity of a trade that the venue rejected. */
import type { CancelCause } from './cancel-cause.ts'
import type { Quantity } from '../../decimal.ts'
import type { Instant, OrderId } from '../../ids.ts'
import type { EventOf, RfqEvent } from './events.ts'
import type { LiveRfq } from './live-rfq.ts'
import { restingQuantity, type Order } from './order.ts'
import type { Rfq } from './rfq.ts'

type CanceledOrder = { readonly id: OrderId; readonly number?: number | undefined }

export function canceled(
  { id }: Pick<Rfq, 'id'>,
  order: CanceledOrder,
  quantity: Quantity,
  cause: CancelCause,
  at: Instant,
): EventOf<'OrderCanceled'> {
  const event: EventOf<'OrderCanceled'> = { kind: 'OrderCanceled', id, orderId: order.id, quantity, cause, at }
  return order.number === undefined ? event : { ...event, number: order.number }
}

const nothingTaken: ReadonlyMap<OrderId, number> = new Map()

/**
 * Cancels everything that rests of the chosen orders, oldest first. `taken` is the quantity that earlier events of this decision have already
 * removed.
 */
export function cancelResting(
  { rfq, orders }: LiveRfq,
  chosen: (order: Order) => boolean,
  cause: CancelCause,
  now: Instant,
  taken: ReadonlyMap<OrderId, number> = nothingTaken,
): readonly RfqEvent[] {
  const events: RfqEvent[] = []
  for (const order of orders.values()) {
    if (order.state !== 'OPEN' || !chosen(order)) continue
    const rest = restingQuantity(order) - (taken.get(order.id) ?? 0)
    if (rest > 0) events.push(canceled(rfq, order, rest as Quantity, cause, now))
  }
  return events
}
