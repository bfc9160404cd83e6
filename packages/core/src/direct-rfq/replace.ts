/** An order is replaced (rulebook 5.14, 5.15, 5.22): each member that is given is carried out or refused, and what is not given stays as it was. */
import { formatPrice, type Price, type Quantity } from '../decimal.ts'
import { renamed } from '../matching/renamed.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { takenBackBy } from './decline.ts'
import type { Decision, DirectRfq, DirectRfqCommand, DirectRfqEvent, DirectRfqRefusal, Moment, Order } from './direct-rfq.ts'
import { followedByTrades, nameRefusal, ownOrder, ownSideRefusal, pricedBy, quantityRefusal, type Priced } from './orders.ts'

type Replace = Extract<DirectRfqCommand, { kind: 'ReplaceOrder' }>
type OrderRefusal = Refusal<DirectRfqRefusal>

export function replaceOrder(rfq: DirectRfq, command: Replace, moment: Moment): Decision {
  const old = ownOrder(rfq, command)
  if (isRefusal(old)) return old
  const rests = (command.quantity - (old.filled + old.pending + old.canceled)) as Quantity
  const refusal =
    fixedRefusal(old, command) ??
    (command.clientOrderId === old.clientOrderId ? undefined : nameRefusal(moment)) ??
    quantityRefusal(rfq, old.role, command.quantity, rests)
  if (refusal !== undefined) return refusal
  const priced = repriced(rfq, old, command)
  if (isRefusal(priced)) return priced
  const crossed = ownSideRefusal(rfq, old.actor.desk, old.side, priced.price)
  if (crossed !== undefined) return crossed
  const { type = old.type, account = old.account } = command
  // Rulebook 5.14, 5.22.
  const keepsPriority = priced.price === old.price && command.quantity <= old.quantity && type === old.type
  const order: Order = {
    ...renamed(old, command),
    type,
    account,
    price: priced.price,
    actor: command.actor,
    quantity: command.quantity,
    priority: keepsPriority ? old.priority : moment.nextPriority,
    lastUpdatedAt: moment.now,
  }
  const replaced = priced.legPrices === undefined ? order : { ...order, legPrices: priced.legPrices }
  const decision = followedByTrades(replacedBy(rfq, old, replaced), rfq, moment, command)
  if (isRefusal(decision)) return decision
  const takenBack = takenBackBy(rfq, replaced)
  return takenBack.length === 0 ? decision : [...takenBack, ...decision]
}

type Replaced = Extract<DirectRfqEvent, { kind: 'OrderReplaced' }>

function replacedBy({ id }: DirectRfq, old: Order, order: Order): Replaced {
  if (old.type === order.type) return { kind: 'OrderReplaced', id, order }
  return order.type === 'HIDDEN'
    ? { kind: 'OrderReplaced', id, order, lastShown: { price: old.price } }
    : { kind: 'OrderReplaced', id, order, isNowShown: true }
}

/** What makes an order another order. */
function fixedRefusal(old: Order, { side = old.side, timeInForce = old.timeInForce }: Replace): OrderRefusal | undefined {
  if (side !== old.side) return refuse('TypeNotAllowed', '5.22', `The order is on the ${old.side} side; a replacement stays there.`, 'side')
  if (timeInForce !== old.timeInForce)
    return refuse('TypeNotAllowed', '5.22', `The order rests, and so does its replacement: ${old.timeInForce}.`, 'time_in_force')
  return undefined
}

/** A replacement without a price keeps the old one; of a quote's price alone the leg prices are not known. */
function repriced(rfq: DirectRfq, old: Order, command: Replace): Priced | OrderRefusal {
  const isGiven = (old.role === 'TAKER' ? command.price : command.legPrices) !== undefined
  if (isGiven) return pricedBy(old.role, rfq.structure, command)
  if (command.price !== undefined && command.price !== old.price) return legsMissing(old.price)
  return old.legPrices === undefined ? { price: old.price } : { price: old.price, legPrices: old.legPrices }
}

const legsMissing = (price: Price): OrderRefusal =>
  refuse('OrderPriceMissing', '5.22', `The price stays ${formatPrice(price)} without a price for each leg; give those in legs.`, 'legs')
