/**
 * Replaces an order (rulebook 5.14, 5.15, 5.22, 10.12, 10.20). Each given member is applied or refused, and an absent one is unchanged. The quantity
 * is that of the whole order, including all that was filled, agreed or cancelled.
 */
import { byPriceAndTime } from '../../book/priority.ts'
import { formatPrice, type Price, type Quantity } from '../../decimal.ts'
import type { Instant } from '../../ids.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { ownOrder } from './cancel.ts'
import type { PlaceOrder, ReplaceOrder } from '../model/commands.ts'
import type { DecisionContext, Decision } from '../model/decision.ts'
import type { EventOf } from '../model/events.ts'
import { marketModelOf, restingOf, type LiveRfq } from '../model/live-rfq.ts'
import { restingQuantity, type Order } from '../model/order.ts'
import {
  arriving,
  formRefusal,
  nameRefusal,
  ownSideRefusal,
  postOnlyRefusal,
  pricedBy,
  quantityRefusal,
  windowRefusal,
  type OrderPrice,
} from './place.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import type { Rfq } from '../model/rfq.ts'
import { withNames } from './order-names.ts'

/** Rulebook 22.7. */
const partIsFixed = refuse(
  'ListIncomplete',
  '22.7',
  'This quote is a part of a net price and cannot change alone. Send a new net price for the list.',
)

export function replaceOrder(live: LiveRfq, command: ReplaceOrder, context: DecisionContext): Decision {
  const { rfq } = live
  const old = ownOrder(live, command.actor.desk, command.orderId)
  if (isRefusal(old)) return old
  if (old.net !== undefined) return partIsFixed
  if (marketModelOf(rfq).legPrices === 'AT_TRADE') return newOrderInstead
  const { desk } = old.actor
  const { isPostOnly = old.isPostOnly, isHidden = old.isHidden, timeInForce = old.timeInForce, account = old.account, quantity } = command
  const rests = (quantity - (old.quantity - restingQuantity(old))) as Quantity
  const terms = { kind: old.kind, side: old.side, timeInForce, isPostOnly, isHidden }
  const refusal =
    windowRefusal(rfq, context.now) ??
    fixedRefusal(rfq, old, command) ??
    formRefusal(marketModelOf(rfq), terms) ??
    (command.clientOrderId === old.clientOrderId ? undefined : nameRefusal(rfq, desk, command, context)) ??
    quantityRefusal(rfq, old.kind, quantity, rests)
  if (refusal !== undefined) return refusal
  const priced = repriced(rfq, old, command)
  if (isRefusal(priced)) return priced
  const { price, legPrices } = priced
  const crossed = ownSideRefusal(live, desk, old.side, price) ?? postOnlyRefusal(live, terms, price)
  if (crossed !== undefined) return crossed
  // Rulebook 5.14, 5.22, 10.12, 10.20.
  const keepsPriority = price === old.price && quantity <= old.quantity && isHidden === old.isHidden
  const { now, rfqs } = context
  const order: Order = {
    ...withNames(old, command),
    actor: command.actor,
    price,
    quantity,
    timeInForce,
    isPostOnly,
    isHidden,
    account,
    priority: keepsPriority ? old.priority : rfqs.nextPriority,
    lastUpdatedAt: now,
  }
  const { orderLifetimeMs } = marketModelOf(rfq)
  const timed = orderLifetimeMs === undefined ? order : { ...order, expiresAt: (now + orderLifetimeMs) as Instant }
  return arriving(replacedBy(rfq, old, legPrices === undefined ? timed : { ...timed, legPrices }), live, context, command)
}

const newOrderInstead = refuse('TypeNotAllowed', '17.7', 'An order of a listed spread must be replaced by a new order that names it.')

function replacedBy({ id }: Rfq, old: Order, order: Order): EventOf<'OrderReplaced'> {
  if (old.isHidden === order.isHidden) return { kind: 'OrderReplaced', id, order }
  if (!order.isHidden) return { kind: 'OrderReplaced', id, order, isNowShown: true }
  const { price, expiresAt } = old
  return { kind: 'OrderReplaced', id, order, lastShown: expiresAt === undefined ? { price } : { price, expiresAt } }
}

/** Members that cannot change, because it would be a different order. */
function fixedRefusal(rfq: Rfq, old: Order, { side = old.side, timeInForce = old.timeInForce }: ReplaceOrder): RfqRefusal | undefined {
  const { wording, isTimeInForceReplaceable } = marketModelOf(rfq)
  if (side !== old.side) return wording.sideStays(old.side)
  if (isTimeInForceReplaceable || timeInForce === old.timeInForce) return undefined
  return refuse(
    'TypeNotAllowed',
    '5.22',
    'A resting order must be replaced by a resting order. Its time in force must be GOOD_TILL_CANCELED.',
    'time_in_force',
  )
}

/** A replacement without a price keeps the old one. A new price alone is not enough for a quote, because it does not determine the leg prices. */
function repriced(rfq: Rfq, old: Order, command: ReplaceOrder): OrderPrice | RfqRefusal {
  const isGiven = (old.kind === 'CROSS' ? command.price : command.legPrices) !== undefined
  if (isGiven) return pricedBy(old.kind, rfq.structure, command)
  if (command.price !== undefined && command.price !== old.price) return legsMissing(rfq, old.price)
  return old.legPrices === undefined ? { price: old.price } : { price: old.price, legPrices: old.legPrices }
}

const legsMissing = (rfq: Rfq, price: Price): RfqRefusal =>
  refuse(
    'OrderPriceMissing',
    marketModelOf(rfq).wording.rules.priceStays,
    `To change the price from ${formatPrice(price)}, send a price for each leg in legs.`,
    'legs',
  )

/** Turns a placement into a replacement of the desk's first quote on that side, if it has one and requests that (rulebook 10.21). */
export function placedOrReplaced(live: LiveRfq | undefined, command: PlaceOrder): PlaceOrder | ReplaceOrder {
  if (command.orReplace === undefined) return command
  const { orReplace, ...place } = command
  const resting = live === undefined ? [] : restingOf(live, command.actor.desk, command.side)
  const [first] = resting.toSorted(byPriceAndTime(command.side))
  return first === undefined ? place : { ...orReplace, orderId: first.id }
}
