/** Ends orders and RFQs (rulebook 4.8 to 4.12, 10.4, 10.5), and applies the venue's answers to trades (rulebook 7.2 to 7.4, 10.15). */
import type { CancelCause, RfqCancelCause } from '../model/cancel-cause.ts'
import type { Price } from '../../decimal.ts'
import type { Instant, TradeId } from '../../ids.ts'
import { structurePrice } from '../../structure/figures.ts'
import { canceled, cancelResting } from '../model/cancel-events.ts'
import { lifeDeadlineOf } from './deadlines.ts'
import type { Decision } from '../model/decision.ts'
import type { CommandOf } from '../model/commands.ts'
import type { EventOf, RfqEvent } from '../model/events.ts'
import { audienceOf, tradeAtVenue, type LiveRfq } from '../model/live-rfq.ts'
import { remainingQuantity, type ClosedReason, type EndReason, type Rfq } from '../model/rfq.ts'
import type { Trade } from '../model/trade.ts'

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
const reasonOf = (rfq: Rfq, reason: ClosedReason, filled: number): ClosedReason =>
  audienceOf(rfq).isQuantityCapped && filled > 0 ? 'EXECUTION_LIMIT' : reason

export const closed = (rfq: Rfq, reason: ClosedReason, at: Instant): RfqEvent => ({ kind: 'RfqClosed', id: rfq.id, reason, at })

/** Rulebook 4.8, 10.4, 10.5. An idle RFQ may have become active again since its deadline was set, so the time is checked again. */
export function expire(live: LiveRfq, now: Instant): readonly RfqEvent[] {
  const { expiresAt } = live.rfq
  if (audienceOf(live.rfq).life.until === 'FIXED') return end(live, 'EXPIRED', now)
  const { at, kind } = lifeDeadlineOf(live)
  if (kind !== 'ExpireRfq' || at > now) return []
  return end(live, expiresAt !== undefined && expiresAt <= now ? 'INSTRUMENT_EXPIRED' : 'INACTIVE', now)
}

/** Rulebook 10.4: cancels the orders whose lifetime has ended. */
export const expireOrders = (live: LiveRfq, now: Instant): readonly RfqEvent[] =>
  cancelResting(live, ({ expiresAt = Infinity }) => expiresAt <= now, 'LIFETIME_ENDED', now)

/** Rulebook 7.2. The last pending trade closes an RFQ that is done or ending (rulebook 4.10, 4.12). The venue's first answer counts. */
export function confirmSettlement(
  live: LiveRfq,
  { tradeId, venueTradeId, legPrices }: Omit<CommandOf<'ConfirmSettlement'>, 'kind' | 'id'>,
  now: Instant,
): Decision {
  const { rfq } = live
  const trade = tradeAtVenue(live, tradeId)
  if (trade === undefined) return []
  const bare = { kind: 'TradeSettled', id: rfq.id, tradeId, venueTradeId, at: now } as const
  const executed = executedAt(rfq, trade, legPrices)
  const settled: RfqEvent = executed === undefined ? bare : { ...bare, executed }
  if (rfq.tradesAtVenue > 1) return [settled]
  if (rfq.ending !== undefined) return [settled, closed(rfq, reasonOf(rfq, rfq.ending, trade.quantity), now)]
  if (remainingQuantity(rfq) >= rfq.minimumBlock) return [settled]
  return [settled, ...cancelResting(live, () => true, 'RFQ_FILLED', now), closed(rfq, 'EXECUTION_LIMIT', now)]
}

/** Rulebook 15.5: the venue's own prices, if they differ from the agreed ones. */
function executedAt({ structure }: Rfq, trade: Trade, legPrices: readonly Price[] | undefined): EventOf<'TradeSettled'>['executed'] {
  if (trade.venueRfqId === undefined || legPrices === undefined || legPrices.length !== structure.legs.length) return undefined
  const price = structurePrice(structure.legs, legPrices)
  const isAsAgreed = legPrices.every((one, place) => one === trade.legPrices[place])
  return price === undefined || isAsAgreed ? undefined : { price, legPrices }
}

/** Rulebook 7.3: the quantity returns to the RFQ, but not to the two orders. What is left of them stays, or is cancelled too (rulebook 17.8). */
export function rejectSettlement(live: LiveRfq, tradeId: TradeId, rejection: string, now: Instant): Decision {
  const { rfq } = live
  const trade = tradeAtVenue(live, tradeId)
  if (trade === undefined) return []
  const events: RfqEvent[] = [
    { kind: 'TradeRejected', id: rfq.id, tradeId, rejection, at: now },
    canceled(rfq, { id: trade.makerOrder, number: trade.numbers?.makerOrder }, trade.quantity, 'SETTLEMENT_REJECTED', now),
    canceled(rfq, { id: trade.takerOrder, number: trade.numbers?.takerOrder }, trade.quantity, 'SETTLEMENT_REJECTED', now),
  ]
  if (audienceOf(rfq).afterRejection === 'CANCELED')
    events.push(...cancelResting(live, ({ id }) => id === trade.makerOrder || id === trade.takerOrder, 'TRADE_REJECTED', now))
  if (rfq.ending !== undefined && rfq.tradesAtVenue === 1) events.push(closed(rfq, reasonOf(rfq, rfq.ending, rfq.filled), now))
  return events
}
