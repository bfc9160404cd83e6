/** The quantities that quotes trade in a decision, as counted by protections (rulebook 11.1, 11.2). */
import type { Instant } from '../ids.ts'
import type { GuardedOrder } from '../protection/guard.ts'
import type { UnitExposure } from '../protection/protection.ts'
import type { QuoteExecution } from '../protection/decision-guard.ts'
import type { Protections } from '../protection/protection.ts'
import { remember } from '../protection/protections.ts'
import type { Arrival, EventOf } from '../rfq/model/events.ts'
import { guarded, guardedArrival } from '../rfq/matching/match-order.ts'
import { isProtected, type Order } from '../rfq/model/order.ts'
import type { Rfqs } from '../rfq/model/rfqs.ts'
import type { ShardEvent } from './shard.ts'

const none: readonly never[] = []
const unknown: UnitExposure = {}

export const isArrival = (event: ShardEvent): event is Arrival => event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced'

/**
 * For each trade, one execution for the resting quote and one for the arriving quote; aggressor orders have none (docs/decisions/0290). Call it
 * before the events are applied, or just before the last of them is applied.
 */
export function executedBy(rfqs: Rfqs, events: readonly ShardEvent[]): readonly QuoteExecution[] {
  let executed: QuoteExecution[] | undefined
  let arrival: Arrival | undefined
  for (const event of events) {
    if (isArrival(event)) arrival = event
    // Most decisions match nothing.
    else if (event.kind === 'TradeAgreed') (executed ??= []).push(...executedIn(rfqs, event, arrival?.order))
  }
  return executed ?? none
}

function executedIn(rfqs: Rfqs, event: EventOf<'TradeAgreed'>, arrived: Order | undefined): readonly QuoteExecution[] {
  const { trade, unit = unknown, aggressor, isSameFill } = event
  const live = rfqs.live.get(event.id)
  // The venue's makers have their protections at the venue.
  if (live === undefined || trade.venueRfqId !== undefined) return none
  const { takerOrder, makerOrder, quantity } = trade
  const [incomingId, restingId] = aggressor === 'MAKER' ? [makerOrder, takerOrder] : [takerOrder, makerOrder]
  const resting = live.orders.get(restingId)!
  const incoming = arrived?.id === incomingId ? arrived : live.orders.get(incomingId)!
  const quotes: GuardedOrder[] = []
  if (isProtected(resting)) quotes.push(guarded(live.rfq, resting, unit))
  if (isProtected(incoming)) quotes.push(guardedArrival(live.rfq, incoming, unit))
  // A fill that is allocated to several accounts is one execution of the quote, although it settles as several blocks (rulebook 5.20).
  return quotes.map((order) => (isSameFill ? { order, quantity, isSameFill: true } : { order, quantity }))
}

export function rememberExecutions(protections: Protections, executed: readonly QuoteExecution[], at: Instant): void {
  for (const one of executed) remember(protections, one, at)
}
