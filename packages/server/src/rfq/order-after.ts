/** The order that a decision placed or replaced: as it arrived, and as it was after the decision. */
import { causedBy, restingQuantity, type Order, type OrderId, type Quantity, type ShardEvent } from '@parley/core'

/** The order as it arrived. A two-way quote has two, of which the ID selects one. */
export function arrivedOrder(events: readonly ShardEvent[], id?: OrderId): Order {
  const arrived = events.filter(isArrival).find(({ order }) => id === undefined || order.id === id)
  if (arrived === undefined) throw new Error('an order was placed or replaced without an event for it')
  return arrived.order
}

/** The same order after every trade and cancel of the decision, as returned to its sender. */
export function orderAfter(events: readonly ShardEvent[], id?: OrderId): Order {
  let order = arrivedOrder(events, id)
  for (const event of events) order = after(order, event)
  return restingQuantity(order) === 0 ? { ...order, state: 'CLOSED' } : order
}

type Arrival = Extract<ShardEvent, { kind: 'OrderPlaced' | 'OrderReplaced' }>
const isArrival = (event: ShardEvent): event is Arrival => event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced'

function after(order: Order, event: ShardEvent): Order {
  if (event.kind === 'TradeAgreed' && (event.trade.takerOrder === order.id || event.trade.makerOrder === order.id))
    return { ...order, pending: (order.pending + event.trade.quantity) as Quantity }
  if (event.kind === 'OrderCanceled' && event.orderId === order.id)
    return {
      ...order,
      canceled: (order.canceled + event.quantity) as Quantity,
      cancelCause: causedBy(order.cancelCause, event.cause),
      ...(event.by === undefined ? {} : { canceledBy: event.by }),
      ...(event.unfilledReason === undefined ? {} : { unfilledReason: event.unfilledReason }),
    }
  return order
}
