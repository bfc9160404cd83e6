/** Ends orders and RFQs, by their expiry or on behalf of their desk (rulebook 4.8 to 4.12, 10.4, 10.5). */
import type { CancelCause, RfqCancelCause } from '../model/cancel-cause.ts'
import type { Instant } from '../../ids.ts'
import { cancelResting } from '../model/cancel-events.ts'
import { lifeDeadlineOf } from './deadlines.ts'
import type { RfqEvent } from '../model/events.ts'
import { marketModelOf, type LiveRfq } from '../model/live-rfq.ts'
import type { ClosedReason, EndReason, Rfq } from '../model/rfq.ts'

const causes: Readonly<Record<EndReason, CancelCause>> = {
  EXPIRED: 'RFQ_EXPIRED',
  CANCELED_BY_CREATOR: 'RFQ_CANCELED',
  INSTRUMENT_EXPIRED: 'INSTRUMENT_EXPIRED',
  INACTIVE: 'INSTRUMENT_EXPIRED',
}

/** Closes the RFQ now or, if a trade is pending at the venue, as soon as the venue has answered. */
export function end(live: LiveRfq, reason: EndReason, now: Instant): readonly RfqEvent[] {
  const { rfq } = live
  const canceledNow = cancelResting(live, () => true, causes[reason], now)
  return [
    ...canceledNow,
    rfq.tradesAtVenue > 0 ? { kind: 'RfqEnding', id: rfq.id, reason, at: now } : closed(rfq, reasonOf(rfq, reason, rfq.filled), now),
  ]
}

/** Ends an RFQ on behalf of its own desk, or a draft, and keeps the cause. */
export function cancelRfq(live: LiveRfq, cause: RfqCancelCause, now: Instant): readonly RfqEvent[] {
  const events = live.rfq.state === 'DRAFT' ? [closed(live.rfq, 'CLOSED_DRAFT', now)] : end(live, 'CANCELED_BY_CREATOR', now)
  return events.map((event) => (event.kind === 'RfqEnding' || event.kind === 'RfqClosed' ? { ...event, cause } : event))
}

/** An RFQ with a quantity counts as executed once any part of it has filled, whatever ended it (rulebook 4.11). */
export const reasonOf = (rfq: Rfq, reason: ClosedReason, filled: number): ClosedReason =>
  marketModelOf(rfq).isQuantityCapped && filled > 0 ? 'EXECUTION_LIMIT' : reason

export const closed = (rfq: Rfq, reason: ClosedReason, at: Instant): RfqEvent => ({ kind: 'RfqClosed', id: rfq.id, reason, at })

/** Rulebook 4.8, 10.4, 10.5. An idle RFQ may have become active again since its deadline was set, so the time is checked again. */
export function expire(live: LiveRfq, now: Instant): readonly RfqEvent[] {
  const { expiresAt } = live.rfq
  if (marketModelOf(live.rfq).life.until === 'FIXED') return end(live, 'EXPIRED', now)
  const { at, kind } = lifeDeadlineOf(live)
  if (kind !== 'ExpireRfq' || at > now) return []
  return end(live, expiresAt !== undefined && expiresAt <= now ? 'INSTRUMENT_EXPIRED' : 'INACTIVE', now)
}

/** Rulebook 10.4: cancels the orders whose lifetime has ended. */
export const expireOrders = (live: LiveRfq, now: Instant): readonly RfqEvent[] =>
  cancelResting(live, ({ expiresAt = Infinity }) => expiresAt <= now, 'LIFETIME_ENDED', now)
