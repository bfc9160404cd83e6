/** How a request ends (rulebook 4.8 to 4.12), and what the venue's answers do to it (rulebook 7). */
import type { Instant } from '../ids.ts'
import type { CancelCause } from '../matching/cancel-cause.ts'
import type { ClosedReason, Decision, DirectRfq, DirectRfqEvent, Trade } from './direct-rfq.ts'
import { canceled } from './match.ts'
import { filledQuantity, pendingQuantity, remainingQuantity, restingQuantity } from './quantities.ts'

/** It closes now, or, while a trade is at the venue, as soon as the venue has answered. */
export function end(rfq: DirectRfq, reason: 'EXPIRED' | 'CANCELED_BY_CREATOR', now: Instant): readonly DirectRfqEvent[] {
  const events: DirectRfqEvent[] = []
  cancelResting(events, rfq, reason === 'EXPIRED' ? 'RFQ_EXPIRED' : 'RFQ_CANCELED', now)
  if (pendingQuantity(rfq) > 0) events.push({ kind: 'RfqEnding', id: rfq.id, reason, at: now })
  else events.push(closed(rfq, filledQuantity(rfq) > 0 ? 'EXECUTION_LIMIT' : reason, now))
  return events
}

export const closed = (rfq: DirectRfq, reason: ClosedReason, at: Instant): DirectRfqEvent => ({ kind: 'RfqClosed', id: rfq.id, reason, at })

function cancelResting(events: DirectRfqEvent[], rfq: DirectRfq, cause: CancelCause, now: Instant): void {
  for (const order of rfq.orders)
    if (order.state === 'OPEN') events.push(canceled(rfq, order.id, restingQuantity(order), 'RfqClosed', now, cause))
}

/** The first answer counts; every later one changes nothing (rulebook 7.4). */
const atVenue = (rfq: DirectRfq, tradeId: string): Trade | undefined =>
  rfq.trades.find((trade) => trade.id === tradeId && trade.state === 'PENDING_SETTLEMENT')

/** Rulebook 7.2: it is filled; with nothing more to wait for, a request that is done or ending closes (rulebook 4.10, 4.12). */
export function confirmSettlement(rfq: DirectRfq, tradeId: Trade['id'], venueTradeId: string, now: Instant): Decision {
  const trade = atVenue(rfq, tradeId)
  if (trade === undefined) return []
  const settled: DirectRfqEvent = { kind: 'TradeSettled', id: rfq.id, tradeId, venueTradeId, at: now }
  if (pendingQuantity(rfq) > trade.quantity) return [settled]
  if (rfq.ending === undefined && remainingQuantity(rfq) >= rfq.minimumBlock) return [settled]
  const events: DirectRfqEvent[] = [settled]
  cancelResting(events, rfq, 'RFQ_FILLED', now)
  events.push(closed(rfq, 'EXECUTION_LIMIT', now))
  return events
}

/** Rulebook 7.3: the quantity goes back to the request, but not to the two orders. */
export function rejectSettlement(rfq: DirectRfq, tradeId: Trade['id'], rejection: string, now: Instant): Decision {
  const trade = atVenue(rfq, tradeId)
  if (trade === undefined) return []
  const events: DirectRfqEvent[] = [
    { kind: 'TradeRejected', id: rfq.id, tradeId, rejection, at: now },
    canceled(rfq, trade.takerOrder, trade.quantity, 'SettlementRejected', now),
    canceled(rfq, trade.makerOrder, trade.quantity, 'SettlementRejected', now),
  ]
  const isLast = pendingQuantity(rfq) === trade.quantity
  if (rfq.ending !== undefined && isLast) events.push(closed(rfq, filledQuantity(rfq) > 0 ? 'EXECUTION_LIMIT' : rfq.ending, now))
  return events
}
