/**
 * The taker trades with the venue's own makers (rulebook 15.4). Here this is one trade between two orders, like every trade: the taker's, and one
 * that represents the makers of the venue that will fill it. The venue has the last word, in settlement.
 */
import type { DeskId, OrderId, UserId } from '../../ids.ts'
import { refuse } from '../../refusal.ts'
import { opposite } from '../../structure/structure.ts'
import type { AgreeWithVenue } from '../model/commands.ts'
import type { Decision, DecisionContext } from '../model/decision.ts'
import type { RfqEvent } from '../model/events.ts'
import type { LiveRfq } from '../model/live-rfq.ts'
import { cancelAbove, tradeId } from '../matching/match-order.ts'
import type { Order } from '../model/order.ts'
import { ownSideRefusal, quantityRefusal, roomRefusal, sideRefusal } from './place.ts'
import { quotePrice } from './prices.ts'
import { remainingQuantity } from '../model/rfq.ts'
import type { Trade } from '../model/trade.ts'
import { venueMakersOf } from '../life/venue-makers.ts'
import { wholeCross } from './whole-cross.ts'

export function agreeWithVenue(live: LiveRfq, command: AgreeWithVenue, context: DecisionContext): Decision {
  const { rfq } = live
  const { side, quantity, actor, legPrices } = command
  const makers = rfq.alsoAsksVenue === undefined ? undefined : venueMakersOf(rfq.venue)
  if (makers === undefined)
    return refuse('VenueNotAsked', '15.1', "This RFQ did not ask the venue's makers. Cross the quotes of the makers that it asked.")
  const price = quotePrice(rfq.structure, legPrices)
  const refusal =
    sideRefusal(rfq, 'CROSS', side) ??
    roomRefusal(live, 'CROSS', { actor, side, timeInForce: 'FOK' }, context) ??
    quantityRefusal(rfq, 'CROSS', quantity, quantity) ??
    (typeof price === 'object' ? price : ownSideRefusal(live, actor.desk, side, price))
  if (refusal !== undefined || typeof price === 'object') return refusal ?? []
  const taker = wholeCross({
    ...{ id: command.orderId, actor, side, price, quantity },
    // The RFQ at the venue belongs to this account, and no other account can trade with its quotes.
    account: rfq.account!,
    // Its counterpart has the priority before it.
    priority: context.rfqs.nextPriority + 1,
    at: context.now,
  })
  const maker = makersOrder(taker, makers, command)
  const { reference, venueRfqId } = command
  const trade: Trade = {
    id: tradeId(taker.id, 0),
    takerOrder: taker.id,
    makerOrder: maker.id,
    takerKind: 'CROSS',
    taker: actor.desk,
    maker: makers,
    takerAccount: taker.account,
    makerAccount: maker.account,
    takerSide: side,
    price,
    ...{ venueRfqId, legPrices, quantity },
    state: 'PENDING_SETTLEMENT',
    agreedAt: context.now,
    ...(reference === undefined ? {} : { reference }),
  }
  const agreed: RfqEvent = { kind: 'TradeAgreed', id: rfq.id, trade, aggressor: 'TAKER' }
  const placed = [maker, taker].map((order): RfqEvent => ({ kind: 'OrderPlaced', id: rfq.id, order }))
  return [...placed, agreed, ...cancelAbove(live, remainingQuantity(rfq) - quantity, () => false, context.now)]
}

/** Its id is derived from the taker's own order. It is hidden, so it appears only in its trade. */
const makersOrder = (taker: Order, makers: DeskId, { legPrices, side, venueRfqId }: AgreeWithVenue): Order => ({
  ...taker,
  id: `${taker.id}v` as OrderId,
  actor: { desk: makers, user: makers as string as UserId, via: venueRfqId },
  kind: 'QUOTE',
  side: opposite(side),
  legPrices,
  isHidden: true,
  account: makers,
  priority: taker.priority - 1,
})
