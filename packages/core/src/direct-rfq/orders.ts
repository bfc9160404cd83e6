/** Orders come, change and go (rulebook 5). The order of the checks is the order of refusals. */
import { formatPrice, formatQuantity, type Price, type Quantity } from '../decimal.ts'
import type { DeskId } from '../ids.ts'
import { partsRefusal } from '../matching/allocation-rules.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import type { Side, Structure } from '../structure/structure.ts'
import { takenBackBy } from './decline.ts'
import type { Decision, DirectRfq, DirectRfqCommand, DirectRfqEvent, DirectRfqRefusal, Moment, Order, Role } from './direct-rfq.ts'
import { MAX_ORDERS_PER_DESK_AND_RFQ, SIDE_LAYERING_LIMIT } from './limits.ts'
import { canceled, match } from './match.ts'
import { limitPrice, quotePrice } from './prices.ts'
import { remainingQuantity, restingQuantity } from './quantities.ts'

type Command<Kind extends DirectRfqCommand['kind']> = Extract<DirectRfqCommand, { kind: Kind }>
type OrderRefusal = Refusal<DirectRfqRefusal>
export type Priced = { readonly price: Price; readonly legPrices?: readonly Price[] }

/** The desk's part in the request; undefined when it has none. */
export function roleOf(rfq: Pick<DirectRfq, 'creator' | 'makers'>, desk: DeskId): Role | undefined {
  if (rfq.creator.desk === desk) return 'TAKER'
  return rfq.makers.includes(desk) ? 'MAKER' : undefined
}

export function placeOrder(rfq: DirectRfq, command: Command<'PlaceOrder'>, moment: Moment): Decision {
  const { desk } = command.actor
  const role = roleOf(rfq, desk)
  if (role === undefined) return refuse('NotACounterparty', '5.1', 'Only the desks asked, and the taker, place orders here.')
  const account = command.allocations?.[0]?.account ?? command.account ?? (role === 'TAKER' ? rfq.account : undefined)
  const refusal =
    typeRefusal(role, command) ??
    nameRefusal(moment) ??
    roomRefusal(rfq, role, command) ??
    quantityRefusal(rfq, role, command.quantity, command.quantity) ??
    allocationRefusal(rfq, command)
  if (refusal !== undefined) return refusal
  const priced = pricedBy(role, rfq.structure, command)
  if (isRefusal(priced)) return priced
  const crossed = ownSideRefusal(rfq, desk, command.side, priced.price)
  if (crossed !== undefined) return crossed
  if (account === undefined) return refuse('AccountUnknown', '5.1', 'A quote names the account it settles in.', 'account')
  const order: Order = {
    id: command.orderId,
    actor: command.actor,
    role,
    side: command.side,
    type: command.type,
    timeInForce: command.timeInForce,
    price: priced.price,
    quantity: command.quantity,
    filled: 0 as Quantity,
    pending: 0 as Quantity,
    canceled: 0 as Quantity,
    state: 'OPEN',
    account,
    priority: moment.nextPriority,
    createdAt: moment.now,
    lastUpdatedAt: moment.now,
  }
  const { allocations, clientOrderId } = command
  const named = clientOrderId === undefined ? order : { ...order, clientOrderId }
  const allocated = allocations === undefined ? named : { ...named, allocations }
  const opened = withOptional(allocated, priced.legPrices, command.label)
  const decision = followedByTrades({ kind: 'OrderOpened', id: rfq.id, order: opened }, rfq, moment, command)
  if (isRefusal(decision)) return decision
  const takenBack = takenBackBy(rfq, opened)
  return takenBack.length === 0 ? decision : [...takenBack, ...decision]
}

/** Optional fields come last, by a spread at the front: what is copied a million times a minute keeps one shape. */
function withOptional(order: Order, legPrices: readonly Price[] | undefined, label: string | undefined): Order {
  const priced = legPrices === undefined ? order : { ...order, legPrices }
  return label === undefined ? priced : { ...priced, label }
}

export function cancelOrder(rfq: DirectRfq, command: Command<'CancelOrder'>, moment: Moment): Decision {
  const order = ownOrder(rfq, command)
  if (isRefusal(order)) return order
  return [canceled(rfq, order.id, restingQuantity(order), 'ByUser', moment.now)]
}

export function followedByTrades(
  event: Extract<DirectRfqEvent, { order: Order }>,
  rfq: DirectRfq,
  moment: Moment,
  figures: Pick<Command<'PlaceOrder'>, 'reference' | 'unit'>,
): Decision {
  const follows = match(rfq, event.order, moment, figures)
  if (isRefusal(follows)) return follows
  return follows.length === 0 ? [event] : [event, ...follows]
}

/** An open order of the actor's desk; nobody learns of another desk's order here. */
export function ownOrder(rfq: DirectRfq, { orderId, actor }: Command<'ReplaceOrder' | 'CancelOrder'>): Order | OrderRefusal {
  const order = rfq.orders.find(({ id }) => id === orderId)
  if (order === undefined || order.actor.desk !== actor.desk)
    return refuse('OrderUnknown', '5.16', 'Your desk has no order of this id in the request.', 'id')
  return order.state === 'OPEN' ? order : refuse('OrderClosed', '5.16', 'Nothing of the order rests any more; place a new one.', 'id')
}

function typeRefusal(role: Role, { type, timeInForce }: Command<'PlaceOrder'>): OrderRefusal | undefined {
  if (timeInForce === 'GOOD_TILL_CANCELED') return undefined
  if (role === 'MAKER')
    return refuse('TypeNotAllowed', '5.2', 'A quote waits for the taker: its time in force is GOOD_TILL_CANCELED.', 'time_in_force')
  if (type === 'HIDDEN') return refuse('TypeNotAllowed', '5.2', 'A FILL_OR_KILL order never rests, so its type is LIMIT.', 'type')
  return undefined
}

/** Rulebook 5.21. */
export const nameRefusal = ({ isNameTaken }: Moment): OrderRefusal | undefined =>
  isNameTaken === true
    ? refuse('ClientOrderIdInUse', '5.21', 'An open order of your desk has this client order id; choose another.', 'client_order_id')
    : undefined

/** Rulebook 5.20: what never rests, so that the whole of it is known before anything is sent. */
function allocationRefusal(rfq: DirectRfq, { allocations, timeInForce, quantity }: Command<'PlaceOrder'>): OrderRefusal | undefined {
  if (allocations === undefined) return undefined
  if (timeInForce === 'FILL_OR_KILL') return partsRefusal(allocations, quantity, rfq)
  return refuse('AllocationInvalid', '5.20', 'An order with an allocation never rests: its time in force is FILL_OR_KILL.', 'time_in_force')
}

/** Room for one more order: in all, and on its side. What never rests needs no room on its side. */
function roomRefusal(rfq: DirectRfq, role: Role, { actor, side, timeInForce }: Command<'PlaceOrder'>): OrderRefusal | undefined {
  let placed = 0
  let resting = 0
  for (const order of rfq.orders) {
    if (order.actor.desk !== actor.desk) continue
    placed++
    if (order.state === 'OPEN' && order.side === side) resting++
  }
  if (placed >= MAX_ORDERS_PER_DESK_AND_RFQ)
    return refuse(
      'TooManyOrders',
      '9.3',
      `A desk places at most ${MAX_ORDERS_PER_DESK_AND_RFQ} orders in one request; replace them instead.`,
    )
  if (resting < SIDE_LAYERING_LIMIT || timeInForce === 'FILL_OR_KILL') return undefined
  const what = role === 'MAKER' ? 'quote' : 'resting order'
  return refuse('LayeringLimitReached', '5.3', `Your desk has its ${what} on the ${side} side; replace or cancel that one.`, 'side')
}

/** Rulebook 5.4, and 5.15 for a replacement: `quantity` is of the whole order, `rests` what of it would still trade: the same for a new one. */
export function quantityRefusal(rfq: DirectRfq, role: Role, quantity: Quantity, rests: Quantity): OrderRefusal | undefined {
  if (rests < rfq.minimumBlock) {
    const least = formatQuantity((rfq.minimumBlock + quantity - rests) as Quantity)
    const rule = quantity === rests ? '5.4' : '5.15'
    return refuse(
      'QuantityBelowBlockMinimum',
      rule,
      `What rests is at least the minimum block: the quantity is ${least} or more.`,
      'quantity',
    )
  }
  if (quantity % rfq.quantityIncrement !== 0)
    return refuse('QuantityOffIncrement', '5.4', `The quantity comes in steps of ${formatQuantity(rfq.quantityIncrement)}.`, 'quantity')
  if (role === 'MAKER' && quantity > rfq.quantity)
    return refuse('QuantityAboveRemaining', '5.4', `The request is for ${formatQuantity(rfq.quantity)}; quote that or less.`, 'quantity')
  const remaining = remainingQuantity(rfq)
  if (role === 'TAKER' && rests > remaining) return aboveRemaining(rfq, remaining, (quantity - rests + remaining) as Quantity)
  return undefined
}

function aboveRemaining(rfq: DirectRfq, remaining: Quantity, most: Quantity): OrderRefusal {
  const message =
    remaining < rfq.minimumBlock
      ? 'Nothing that could be a block remains of the request now; only a rejection by the venue would give some back.'
      : `${formatQuantity(remaining)} remains of the request: the quantity is ${formatQuantity(most)} or less.`
  return refuse('QuantityAboveRemaining', '5.4', message, 'quantity')
}

type Prices = { readonly price?: Price; readonly legPrices?: readonly Price[] }

export function pricedBy(role: Role, structure: Structure, { price, legPrices }: Prices): Priced | OrderRefusal {
  const agreed = role === 'TAKER' ? limitPrice(structure, price) : quotePrice(structure, legPrices)
  if (typeof agreed === 'object') return agreed
  return role === 'TAKER' ? { price: agreed } : { price: agreed, legPrices: legPrices! }
}

export function ownSideRefusal(rfq: DirectRfq, desk: DeskId, side: Side, price: Price): OrderRefusal | undefined {
  for (const other of rfq.orders) {
    if (other.state !== 'OPEN' || other.actor.desk !== desk || other.side === side) continue
    const [bid, ask] = side === 'BUY' ? [price, other.price] : [other.price, price]
    if (bid < ask) continue
    const wanted = side === 'BUY' ? 'below your own ask' : 'above your own bid'
    return refuse('QuoteCrossesOwnSide', '5.8', `The price has to be ${wanted} of ${formatPrice(other.price)}.`, 'price')
  }
  return undefined
}
