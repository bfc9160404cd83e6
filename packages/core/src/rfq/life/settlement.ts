/** Applies the venue's answers to trades (rulebook 7.2 to 7.4, 10.15). */
import type { Price } from '../../decimal.ts'
import type { Instant, TradeId } from '../../ids.ts'
import { structurePrice } from '../../structure/figures.ts'
import { canceled, cancelResting } from '../model/cancel-events.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Decision } from '../model/decision.ts'
import type { EventOf, RfqEvent } from '../model/events.ts'
import { marketModelOf, tradeAtVenue, type LiveRfq } from '../model/live-rfq.ts'
import { remainingQuantity, type Rfq } from '../model/rfq.ts'
import type { Trade } from '../model/trade.ts'
import { closed, reasonOf } from './expiry.ts'

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

/** Rulebook 7.3: the quantity returns to the RFQ, but not to the two orders. The rest of them stays, or is cancelled too (rulebook 17.8). */
export function rejectSettlement(live: LiveRfq, tradeId: TradeId, rejection: string, now: Instant): Decision {
  const { rfq } = live
  const trade = tradeAtVenue(live, tradeId)
  if (trade === undefined) return []
  const events: RfqEvent[] = [
    { kind: 'TradeRejected', id: rfq.id, tradeId, rejection, at: now },
    canceled(rfq, { id: trade.makerOrder, number: trade.numbers?.makerOrder }, trade.quantity, 'SETTLEMENT_REJECTED', now),
    canceled(rfq, { id: trade.takerOrder, number: trade.numbers?.takerOrder }, trade.quantity, 'SETTLEMENT_REJECTED', now),
  ]
  if (marketModelOf(rfq).afterRejection === 'CANCELED')
    events.push(...cancelResting(live, ({ id }) => id === trade.makerOrder || id === trade.takerOrder, 'TRADE_REJECTED', now))
  if (rfq.ending !== undefined && rfq.tradesAtVenue === 1) events.push(closed(rfq, reasonOf(rfq, rfq.ending, rfq.filled), now))
  return events
}
