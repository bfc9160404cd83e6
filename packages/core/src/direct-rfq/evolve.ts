/** Total and without judgement: what was decided has happened. */
import type { Quantity } from '../decimal.ts'
import type { Instant, OrderId } from '../ids.ts'
import { withCause } from '../matching/cancel-cause.ts'
import type { DirectRfq, DirectRfqEvent, Order, Trade } from './direct-rfq.ts'

type After<Kind extends DirectRfqEvent['kind']> = Extract<DirectRfqEvent, { kind: Kind }>

/** A request begins with RfqCreated; every other event needs the request it speaks of. */
export function evolve(rfq: DirectRfq | undefined, event: DirectRfqEvent): DirectRfq {
  if (event.kind === 'RfqCreated') return event.rfq
  if (rfq === undefined) throw new Error(`${event.kind} speaks of a request that is not there: ${event.id}`)
  switch (event.kind) {
    case 'DraftSent':
      return sent(rfq, event)
    case 'RfqDeclined':
      return declined(rfq, event)
    case 'DeclineTakenBack':
      return takenBack(rfq, event)
    case 'OrderOpened':
      return { ...rfq, orders: withOneMore(rfq.orders, event.order), lastUpdatedAt: event.order.lastUpdatedAt }
    case 'OrderReplaced':
      return withOrder(rfq, event.order.id, event.order.lastUpdatedAt, () => event.order)
    case 'OrderCanceled':
      return withOrder(rfq, event.orderId, event.at, (order) => canceled(order, event))
    case 'TradeAgreed':
      return agreed(rfq, event.trade)
    case 'TradeSettled':
      return settled(rfq, event)
    case 'TradeRejected':
      return withTrade(rfq, event.tradeId, event.at, (trade) => ({
        ...trade,
        state: 'REJECTED',
        settledAt: event.at,
        rejection: event.rejection,
      }))
    case 'RfqEnding':
      return { ...rfq, ending: event.reason, lastUpdatedAt: event.at }
    case 'RfqClosed':
      return { ...rfq, state: 'CLOSED', closedReason: event.reason, lastUpdatedAt: event.at }
  }
}

function sent(rfq: DirectRfq, { makers, minimumBlock, quantityIncrement, at, expiresAt, similar }: After<'DraftSent'>): DirectRfq {
  const open: DirectRfq = { ...rfq, state: 'OPEN', makers, minimumBlock, quantityIncrement, expiresAt, lastUpdatedAt: at }
  return similar === undefined ? open : { ...open, similar }
}

function declined(rfq: DirectRfq, { decline }: After<'RfqDeclined'>): DirectRfq {
  const others = (rfq.declines ?? []).filter(({ desk }) => desk !== decline.desk)
  return { ...rfq, declines: [...others, decline], lastUpdatedAt: decline.at }
}

function takenBack(rfq: DirectRfq, { desk, at }: After<'DeclineTakenBack'>): DirectRfq {
  const declines = (rfq.declines ?? []).map((decline) => (decline.desk === desk ? { ...decline, takenBackAt: at } : decline))
  return { ...rfq, declines, lastUpdatedAt: at }
}

/** Rulebook 5.16: an order is open as long as something of it rests. */
function changed(order: Order, filled: number, pending: number, canceledQuantity: number, at: Instant): Order {
  const rests = order.quantity - filled - pending - canceledQuantity
  return {
    ...order,
    filled: filled as Quantity,
    pending: pending as Quantity,
    canceled: canceledQuantity as Quantity,
    state: rests === 0 ? 'CLOSED' : order.state,
    lastUpdatedAt: at,
  }
}

function canceled(order: Order, event: After<'OrderCanceled'>): Order {
  const { quantity, reason, at } = event
  // What the venue rejected was pending; everything else that is cancelled was resting.
  const wasPending = reason === 'SettlementRejected' ? quantity : 0
  return { ...changed(order, order.filled, order.pending - wasPending, order.canceled + quantity, at), ...withCause(order, event) }
}

/** Each side has one order in a trade. */
const isOf = ({ takerOrder, makerOrder }: Trade, { id, role }: Order): boolean => id === (role === 'TAKER' ? takerOrder : makerOrder)

function agreed(rfq: DirectRfq, trade: Trade): DirectRfq {
  const at = trade.agreedAt
  const orders = rfq.orders.map((order) =>
    isOf(trade, order) ? changed(order, order.filled, order.pending + trade.quantity, order.canceled, at) : order,
  )
  return { ...rfq, orders, trades: withOneMore(rfq.trades, trade), lastUpdatedAt: at }
}

function settled(rfq: DirectRfq, { tradeId, venueTradeId, at }: After<'TradeSettled'>): DirectRfq {
  const trade = rfq.trades.find(({ id }) => id === tradeId)
  if (trade === undefined) throw new Error(`${tradeId} settled, but is not in ${rfq.id}`)
  const orders = rfq.orders.map((order) =>
    isOf(trade, order) ? changed(order, order.filled + trade.quantity, order.pending - trade.quantity, order.canceled, at) : order,
  )
  const trades = rfq.trades.map((one) => (one === trade ? ({ ...trade, state: 'FILLED', settledAt: at, venueTradeId } as const) : one))
  return { ...rfq, orders, trades, lastUpdatedAt: at }
}

/** Made in its size: a spread of a list leaves room for sixteen more that never come. */
function withOneMore<One>(list: readonly One[], last: One): readonly One[] {
  const longer = new Array<One>(list.length + 1)
  for (let place = 0; place < list.length; place++) longer[place] = list[place]!
  longer[list.length] = last
  return longer
}

function withOrder(rfq: DirectRfq, orderId: OrderId, at: Instant, change: (order: Order) => Order): DirectRfq {
  const index = rfq.orders.findIndex(({ id }) => id === orderId)
  if (index < 0) throw new Error(`${orderId} is not in ${rfq.id}`)
  const orders = rfq.orders.slice()
  orders[index] = change(orders[index]!)
  return { ...rfq, orders, lastUpdatedAt: at }
}

function withTrade(rfq: DirectRfq, tradeId: Trade['id'], at: Instant, change: (trade: Trade) => Trade): DirectRfq {
  const index = rfq.trades.findIndex(({ id }) => id === tradeId)
  if (index < 0) throw new Error(`${tradeId} is not in ${rfq.id}`)
  const trades = rfq.trades.slice()
  trades[index] = change(trades[index]!)
  return { ...rfq, trades, lastUpdatedAt: at }
}
