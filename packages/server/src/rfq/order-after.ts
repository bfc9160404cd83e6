/** The order that a decision placed or replaced, with all that followed from it at once: the answer to its sender. */
import { causedBy, restingQuantity, type Order, type Quantity, type ShardEvent } from '@parley/core'

export function orderAfter(events: readonly ShardEvent[]): Order {
  const arrived = events.find((event) => event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced')
  if (arrived === undefined) throw new Error('an order was placed without an event that says so')
  let { order } = arrived
  for (const event of events) order = after(order, event)
  return restingQuantity(order) === 0 ? { ...order, state: 'CLOSED' } : order
}

function after(order: Order, event: ShardEvent): Order {
  if (event.kind === 'TradeAgreed' && (event.trade.takerOrder === order.id || event.trade.makerOrder === order.id))
    return { ...order, pending: (order.pending + event.trade.quantity) as Quantity }
  if (event.kind === 'OrderCanceled' && event.orderId === order.id)
    return {
      ...order,
      canceled: (order.canceled + event.quantity) as Quantity,
      cancelCause: causedBy(order.cancelCause, event.cause),
      ...(event.by === undefined ? {} : { canceledBy: event.by }),
    }
  return order
}
