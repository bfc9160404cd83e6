/**
 * Saves the RFQs of a shard as plain JSON and restores them. The form is canonical: shards that behave alike are saved alike, whatever their history.
 */
import { deadlineOf, schedule } from './life/deadlines.ts'
import { liveRfqOf, type LiveRfq } from './model/live-rfq.ts'
import type { Order } from './model/order.ts'
import type { Rfq } from './model/rfq.ts'
import { addEntered, addResting, indexRfq, noRfqs, type Rfqs } from './model/rfqs.ts'
import type { Trade } from './model/trade.ts'

type SavedRfq = { readonly rfq: Rfq; readonly orders: readonly Order[]; readonly trades: readonly Trade[] }
export type RfqsSnapshot = { readonly rfqs: readonly SavedRfq[]; readonly nextNumber: number; readonly nextPriority: number }

/** Orders are in the sequence of their arrival and trades in that of their agreement; both follow from the events alone. */
export function saveRfqs({ live, nextNumber, nextPriority }: Rfqs): RfqsSnapshot {
  const rfqs = [...live.values()]
    .sort(({ rfq: a }, { rfq: b }) => (a.id < b.id ? -1 : 1))
    .map(({ rfq, orders, trades }) => ({ rfq, orders: [...orders.values()], trades }))
  return { rfqs, nextNumber, nextPriority }
}

export function restoreRfqs(saved: RfqsSnapshot): Rfqs {
  const rfqs = noRfqs()
  rfqs.nextNumber = saved.nextNumber
  rfqs.nextPriority = saved.nextPriority
  for (const { rfq, orders, trades } of saved.rfqs) {
    const live = liveRfqOf(rfq)
    rfqs.live.set(rfq.id, live)
    live.trades = trades
    for (const order of orders) live.orders.set(order)
    if (rfq.state === 'OPEN') indexRfq(rfqs, rfq)
    restoreOrders(rfqs, live, orders)
    schedule(rfqs, live, deadlineOf(live).at)
  }
  return rfqs
}

/** Orders enter the book by time priority, which is their sequence within a price. */
function restoreOrders(rfqs: Rfqs, live: LiveRfq, orders: readonly Order[]): void {
  for (const { id, number } of orders) if (number !== undefined) rfqs.byNumber.set(number, id)
  for (const order of orders.toSorted((a, b) => a.priority - b.priority)) if (order.state === 'OPEN') addResting(rfqs, live, order)
  const quoting = new Set(orders.filter(({ kind }) => kind === 'QUOTE').map(({ actor }) => actor.desk))
  for (const desk of quoting) addEntered(rfqs, desk, live.rfq.id)
}
