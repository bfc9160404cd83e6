/** The end of an auction (rulebook 12.5 to 12.7): one quote wins the whole quantity and every other one is cancelled. */
import type { OrderId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { cancelResting } from './cancel-events.ts'
import type { DecisionContext } from './decision.ts'
import { end } from './end.ts'
import type { RfqEvent } from './events.ts'
import type { LiveRfq } from './live-rfq.ts'
import { meet } from './meet.ts'
import type { Order } from './order.ts'
import type { Rfq } from './rfq.ts'
import { wholeCross } from './whole-cross.ts'

/** Trades of an auction have no number, so the shard's is never used. */
const NO_SHARD = 0

export function award(live: LiveRfq, context: DecisionContext): readonly RfqEvent[] {
  const { rfq, orders } = live
  const { now } = context
  const bids = [...orders.values()].filter(({ state }) => state === 'OPEN')
  if (bids.length === 0) return end(live, 'EXPIRED', now)
  const arrival = { kind: 'OrderPlaced', id: rfq.id, order: crossOf(rfq, bids, context) } as const
  const follows = meet(live, arrival, context, { shard: NO_SHARD })
  if (isRefusal(follows)) throw new Error(`the award of ${rfq.id} was refused: ${follows.message}`)
  const won = follows.find((event) => event.kind === 'TradeAgreed')
  // With every bid blocked by its desk's protections, nobody wins (rulebook 12.6).
  if (won === undefined) return end(live, 'EXPIRED', now)
  const others = cancelResting(live, ({ id }) => id !== won.trade.makerOrder, 'RFQ_FILLED', now)
  return [arrival, ...follows, ...others, { kind: 'RfqEnding', id: rfq.id, reason: 'EXPIRED', at: now }]
}

/** The taker's order for the whole quantity, at the worst price bid so that it crosses every bid; it trades at the winner's price. */
function crossOf(rfq: Rfq, bids: readonly Order[], { rfqs, now }: DecisionContext): Order {
  const prices = bids.map(({ price }) => price)
  return wholeCross({
    id: `o_${rfq.id.slice(2)}` as OrderId,
    actor: rfq.creator,
    side: rfq.side!,
    price: (rfq.side === 'BUY' ? Math.max(...prices) : Math.min(...prices)) as Order['price'],
    quantity: rfq.quantity!,
    account: rfq.account!,
    priority: rfqs.nextPriority,
    at: now,
  })
}
