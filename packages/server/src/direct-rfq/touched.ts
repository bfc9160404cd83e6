/** What a decision has touched, request by request: presenting looks at the state after it and needs nothing else. */
import type { DeskId, DirectMarket, DirectRfq, DirectRfqEvent, OrderId, RfqId, TradeId } from '@parley/core'

export type Touched = {
  readonly rfq: DirectRfq
  readonly isNew: boolean
  readonly isSent: boolean
  readonly isClosed: boolean
  readonly orders: ReadonlySet<OrderId>
  readonly newOrders: ReadonlySet<OrderId>
  /** Orders of which the book's part changed; what is only settled has left the book before. */
  readonly bookOrders: ReadonlySet<OrderId>
  /** Orders that became hidden: as the other side has read them last. */
  readonly lastShown: ReadonlyMap<OrderId, Shown>
  /** Orders that were hidden, and are shown from now on. */
  readonly nowShown: ReadonlySet<OrderId>
  readonly trades: ReadonlySet<TradeId>
  readonly newTrades: ReadonlySet<TradeId>
  /** Desks that have declined, or have taken it back. */
  readonly declined: ReadonlySet<DeskId>
}

type Shown = NonNullable<Extract<DirectRfqEvent, { kind: 'OrderReplaced' }>['lastShown']>

export function touchedBy(events: readonly DirectRfqEvent[], market: DirectMarket): readonly Touched[] {
  const byRfq = new Map<RfqId, DirectRfqEvent[]>()
  for (const event of events) {
    const id = event.kind === 'RfqCreated' ? event.rfq.id : event.id
    const before = byRfq.get(id)
    if (before === undefined) byRfq.set(id, [event])
    else before.push(event)
  }
  return [...byRfq].map(([id, own]) => touchedIn(rfqOf(market, id), own))
}

function rfqOf(market: DirectMarket, id: RfqId): DirectRfq {
  const rfq = market.rfqs.get(id) ?? market.closed.get(id)
  if (rfq === undefined) throw new Error(`${id} was changed and is not in its market`)
  return rfq
}

function touchedIn(rfq: DirectRfq, events: readonly DirectRfqEvent[]): Touched {
  const orders = new Set<OrderId>()
  const newOrders = new Set<OrderId>()
  const bookOrders = new Set<OrderId>()
  const lastShown = new Map<OrderId, Shown>()
  const nowShown = new Set<OrderId>()
  const trades = new Set<TradeId>()
  const newTrades = new Set<TradeId>()
  const declined = new Set<DeskId>()
  const touch = (id: OrderId) => bookOrders.add(id) && orders.add(id)
  for (const event of events) {
    switch (event.kind) {
      case 'OrderOpened':
        newOrders.add(event.order.id)
        touch(event.order.id)
        break
      case 'OrderReplaced':
        if (event.lastShown !== undefined) lastShown.set(event.order.id, event.lastShown)
        if (event.isNowShown) nowShown.add(event.order.id)
        touch(event.order.id)
        break
      case 'OrderCanceled':
        if (event.reason === 'SettlementRejected') orders.add(event.orderId)
        else touch(event.orderId)
        break
      case 'TradeAgreed':
        touch(event.trade.takerOrder)
        touch(event.trade.makerOrder)
        newTrades.add(event.trade.id)
        trades.add(event.trade.id)
        break
      case 'TradeSettled':
      case 'TradeRejected':
        settle(rfq, event.tradeId, orders)
        trades.add(event.tradeId)
        break
      case 'RfqDeclined':
        declined.add(event.decline.desk)
        break
      case 'DeclineTakenBack':
        declined.add(event.desk)
        break
      case 'RfqCreated':
      case 'DraftSent':
      case 'RfqEnding':
      case 'RfqClosed':
        break
    }
  }
  const has = (kind: DirectRfqEvent['kind']) => events.some((event) => event.kind === kind)
  return {
    rfq,
    isNew: has('RfqCreated'),
    isSent: has('DraftSent'),
    isClosed: has('RfqClosed'),
    orders,
    newOrders,
    bookOrders,
    lastShown,
    nowShown,
    trades,
    newTrades,
    declined,
  }
}

function settle(rfq: DirectRfq, tradeId: TradeId, orders: Set<OrderId>): void {
  const trade = rfq.trades.find(({ id }) => id === tradeId)
  if (trade !== undefined) orders.add(trade.takerOrder).add(trade.makerOrder)
}
