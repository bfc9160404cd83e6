/** The responses and notifications that a client received, kept for comparison with the server's state after a crash. */
import type { BlockTradeView, OrderView, RfqView } from '@parley/contracts'

export type Attempt = { readonly key: string; readonly label: string; readonly body: object; answered: RfqView | undefined }

export class History {
  readonly attempts: Attempt[] = []
  readonly orders = new Map<string, OrderView>()
  readonly trades = new Map<string, BlockTradeView>()

  sawOrder(order: OrderView): void {
    this.orders.set(order.id, order)
  }

  sawTrade(trade: BlockTradeView): void {
    this.trades.set(trade.id, trade)
  }
}

/** Everything acknowledged that the server no longer reports, or reports differently; empty if nothing was lost. */
export function lost(
  history: History,
  now: { rfqs: readonly RfqView[]; orders: readonly OrderView[]; trades: readonly BlockTradeView[] },
): string[] {
  const rfqs = new Map(now.rfqs.map((rfq) => [rfq.id, rfq]))
  const orders = new Map(now.orders.map((order) => [order.id, order]))
  const trades = new Map(now.trades.map((trade) => [trade.id, trade]))
  return [
    ...history.attempts.flatMap(({ answered }) =>
      answered !== undefined && !rfqs.has(answered.id) ? [`RFQ ${answered.id} was acknowledged and is gone`] : [],
    ),
    ...[...history.orders.values()].flatMap((known) => {
      const found = orders.get(known.id)
      if (found === undefined) return [`order ${known.id} was acknowledged and is gone`]
      if (known.state === 'CLOSED' && found.state !== 'CLOSED') return [`order ${known.id} was closed and is ${found.state}`]
      return Number(found.filled_quantity) < Number(known.filled_quantity) ? [`order ${known.id} has forgotten a fill`] : []
    }),
    ...[...history.trades.values()].flatMap((known) => {
      const found = trades.get(known.id)
      if (found === undefined) return [`trade ${known.id} was told and is gone`]
      return known.state !== 'PENDING_SETTLEMENT' && found.state !== known.state
        ? [`trade ${known.id} was ${known.state} and is ${found.state}`]
        : []
    }),
  ]
}

/** Everything that happened twice, or that does not add up. */
export function doubled(rfqs: readonly RfqView[], orders: readonly OrderView[], trades: readonly BlockTradeView[]): string[] {
  const labels = new Map<string, number>()
  for (const { label } of rfqs) if (label !== null) labels.set(label, (labels.get(label) ?? 0) + 1)
  const filled = new Map<string, number>()
  for (const { rfq_id: id, state, quantity } of trades) if (state === 'FILLED') filled.set(id, (filled.get(id) ?? 0) + Number(quantity))
  return [
    ...[...labels].filter(([, count]) => count > 1).map(([label, count]) => `request ${label} was created ${count} times`),
    ...rfqs.filter((rfq) => (filled.get(rfq.id) ?? 0) > Number(rfq.quantity)).map((rfq) => `RFQ ${rfq.id} filled more than it asked for`),
    ...orders.flatMap((order) => {
      const parts = Number(order.filled_quantity) + Number(order.pending_fill_quantity) + Number(order.canceled_quantity)
      return parts > Number(order.quantity) ? [`order ${order.id} of ${order.quantity} accounts for ${parts}`] : []
    }),
  ]
}
