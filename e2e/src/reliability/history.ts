/** What a client was told, kept by the client, so that it can be held against what the server says after a crash. */
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

/** Everything acknowledged that the server no longer says, or says otherwise; empty when nothing was lost. */
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
    ...[...history.orders.values()].flatMap((told) => {
      const found = orders.get(told.id)
      if (found === undefined) return [`order ${told.id} was acknowledged and is gone`]
      return Number(found.filled_quantity) < Number(told.filled_quantity) ? [`order ${told.id} has forgotten a fill`] : []
    }),
    ...[...history.trades.values()].flatMap((told) => {
      const found = trades.get(told.id)
      if (found === undefined) return [`trade ${told.id} was told and is gone`]
      return told.state !== 'PENDING_SETTLEMENT' && found.state !== told.state
        ? [`trade ${told.id} was ${told.state} and is ${found.state}`]
        : []
    }),
  ]
}

/** Everything that happened twice, or that does not add up. */
export function doubled(rfqs: readonly RfqView[], orders: readonly OrderView[], trades: readonly BlockTradeView[]): string[] {
  const labels = new Map<string, number>()
  for (const { label } of rfqs) if (label !== null) labels.set(label, (labels.get(label) ?? 0) + 1)
  const filledOf = (rfqId: string): number =>
    trades.filter((trade) => trade.rfq_id === rfqId && trade.state === 'FILLED').reduce((sum, trade) => sum + Number(trade.quantity), 0)
  return [
    ...[...labels].filter(([, count]) => count > 1).map(([label, count]) => `request ${label} was created ${count} times`),
    ...rfqs.filter((rfq) => filledOf(rfq.id) > Number(rfq.quantity)).map((rfq) => `RFQ ${rfq.id} filled more than it asked for`),
    ...orders.flatMap((order) => {
      const parts = Number(order.filled_quantity) + Number(order.pending_fill_quantity) + Number(order.canceled_quantity)
      return parts > Number(order.quantity) ? [`order ${order.id} of ${order.quantity} accounts for ${parts}`] : []
    }),
  ]
}
