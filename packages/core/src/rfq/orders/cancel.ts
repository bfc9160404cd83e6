/** Cancels one order, or everything that a desk, user or key has in the shard (rulebook 5.17, 11.6). */
import type { DeskId, Instant, OrderId } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import { productsOf } from '../../structure/figures.ts'
import type { Actor } from '../model/actor.ts'
import type { CancelEverything, CommandOf } from '../model/commands.ts'
import { canceled, cancelResting } from '../model/cancel-events.ts'
import type { Decision } from '../model/decision.ts'
import { cancelRfq } from '../life/expiry.ts'
import type { RfqEvent } from '../model/events.ts'
import { marketModelOf, type LiveRfq } from '../model/live-rfq.ts'
import { restingQuantity, type Order } from '../model/order.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import { rfqsOf, type Rfqs } from '../model/rfqs.ts'

export function cancelOrder(live: LiveRfq, { actor, orderId }: CommandOf<'CancelOrder'>, now: Instant): Decision {
  const order = ownOrder(live, actor.desk, orderId)
  return isRefusal(order) ? order : [canceled(live.rfq, order, restingQuantity(order), 'USER', now)]
}

/** The desk's own open order. Another desk's order is refused as unknown, so that its id reveals nothing. */
export function ownOrder({ rfq, orders }: LiveRfq, desk: DeskId, id: OrderId): Order | RfqRefusal {
  const order = orders.get(id)
  const { wording } = marketModelOf(rfq)
  if (order === undefined || order.actor.desk !== desk) return wording.orderUnknown
  return order.state === 'OPEN' ? order : wording.orderClosed
}

/** Never refused: if there is nothing to cancel, there are no events. Drafts stay, and so do RFQs without a creator. */
export function cancelEverything(rfqs: Rfqs, command: CancelEverything, now: Instant): readonly RfqEvent[] {
  const isOfOrders = command.side !== undefined || command.label !== undefined || command.price !== undefined
  return rfqsOf(rfqs, command.actor.desk as DeskId)
    .filter((live) => isMeantRfq(command, live))
    .flatMap((live) => {
      const { rfq } = live
      const isOwn =
        command.what === 'ORDERS_AND_RFQS' && !isOfOrders && marketModelOf(rfq).opener === 'TAKER' && isTheirs(command.actor, rfq.creator)
      if (isOwn && rfq.state === 'OPEN' && rfq.ending === undefined) return cancelRfq(live, command.cause, now)
      return cancelResting(live, (order) => isMeantOrder(command, order), command.cause, now)
    })
}

const isMeantRfq = ({ audience, rfqId, listId, product }: CancelEverything, { rfq }: LiveRfq): boolean =>
  (audience === undefined || rfq.audience === audience) &&
  (rfqId === undefined || rfq.id === rfqId) &&
  (listId === undefined || rfq.list?.id === listId) &&
  (product === undefined || productsOf(rfq.structure).includes(product))

const isMeantOrder = ({ actor, listId, side, price, label }: CancelEverything, order: Order): boolean =>
  isTheirs(actor, order.actor) &&
  (listId === undefined || order.net === undefined) &&
  (side === undefined || order.side === side) &&
  (price === undefined || order.price === price) &&
  (label === undefined || order.label === label)

const isTheirs = (wanted: CancelEverything['actor'], actor: Actor): boolean =>
  actor.desk === wanted.desk &&
  (wanted.via === undefined || actor.via === wanted.via) &&
  (wanted.user === undefined || actor.user === wanted.user)
