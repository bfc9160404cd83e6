/** Places an order, or explains why it is refused (rulebook 5.1 to 5.8, 10.3 to 10.10). The order of the checks is the order of refusals. */
import { crosses, ownInTheWay } from '../../book/match.ts'
import { formatQuantity, type Price, type Quantity } from '../../decimal.ts'
import type { DeskId, Instant } from '../../ids.ts'
import { widthRefusal } from '../../protection/market-integrity.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { opposite, type Side, type Structure } from '../../structure/structure.ts'
import { partsRefusal } from '../matching/allocation-rules.ts'
import type { MarketModel } from '../model/market-model.ts'
import { incrementRefusal } from '../life/quantity-rules.ts'
import type { PlaceOrder } from '../model/commands.ts'
import { takenBackBy } from '../life/decline.ts'
import type { Arrival } from '../model/events.ts'
import { facesShown, matchOrder, type MarketContext } from '../matching/match-order.ts'
import { isQuoteWindowClosed } from '../life/open.ts'
import { marketModelOf, restingOf, roleOf, type LiveRfq } from '../model/live-rfq.ts'
import { neverRests, type Order, type OrderKind } from '../model/order.ts'
import { limitPrice, quotePrice, structurePriceText } from './prices.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import type { DecisionContext, Decision } from '../model/decision.ts'
import { remainingQuantity, type Rfq, type RfqRole } from '../model/rfq.ts'
import { isNameTaken, restingInBooks } from '../model/rfqs.ts'
import { isRefusedByOwn, leavingOrders, lifetimeRefusal, replacedRefusal, spreadPrice } from './spread-orders.ts'

export type OrderPrice = { readonly price: Price; readonly legPrices?: readonly Price[] }

export function placeOrder(live: LiveRfq, command: PlaceOrder, context: DecisionContext): Decision {
  const { rfq } = live
  const { desk } = command.actor
  const role = roleOf(rfq, desk)
  if (role === undefined) return refuse('NotACounterparty', '5.1', 'Only the taker and the desks that were asked can place orders here.')
  const kind = kindOf(role, command)
  const { side, timeInForce, isPostOnly, isHidden } = command
  const terms = { kind, side, timeInForce, isPostOnly, isHidden }
  const refusal =
    replacedRefusal(live, command) ??
    windowRefusal(rfq, context.now) ??
    formRefusal(marketModelOf(rfq), terms) ??
    restsRefusal(rfq, command) ??
    sideRefusal(rfq, kind, side) ??
    nameRefusal(rfq, desk, command, context) ??
    roomRefusal(live, kind, command, context) ??
    quantityRefusal(rfq, kind, command.quantity, command.quantity) ??
    allocationRefusal(rfq, command)
  if (refusal !== undefined) return refusal
  const priced = isPricedWhole(rfq) ? pricedWhole(rfq, command) : pricedBy(kind, rfq.structure, command)
  if (isRefusal(priced)) return priced
  const leaving = isPricedWhole(rfq) ? leavingOrders(live, command, priced.price, context.now) : nothing
  const crossed =
    (isRefusedByOwn(rfq, command) ? ownSideRefusal(live, desk, side, priced.price) : undefined) ??
    tooWideRefusal(live, command, kind, priced.price) ??
    postOnlyRefusal(live, terms, priced.price)
  if (crossed !== undefined) return crossed
  const account = command.allocations?.[0]?.account ?? command.account ?? (role === 'TAKER' ? rfq.account : undefined)
  if (account === undefined) return refuse('AccountUnknown', '5.1', 'A quote must name the account in which it settles.', 'account')
  const order = orderOf(live, command, { kind, account, ...priced }, context)
  const decided = arriving({ kind: 'OrderPlaced', id: rfq.id, order }, live, context, command)
  return leaving.length === 0 || isRefusal(decided) ? decided : [...leaving, ...decided]
}

const nothing: readonly never[] = []

const isPricedWhole = (rfq: Rfq): boolean => marketModelOf(rfq).legPrices === 'AT_TRADE'

function pricedWhole(rfq: Rfq, command: PlaceOrder): OrderPrice | RfqRefusal {
  const price = spreadPrice(rfq, command)
  return typeof price === 'object' ? price : { price }
}

/** If the kind of RFQ has no order lifetime, a GTD order must have its own. */
const restsRefusal = (rfq: Rfq, command: PlaceOrder): RfqRefusal | undefined =>
  marketModelOf(rfq).orderLifetimeMs === undefined ? lifetimeRefusal(command) : undefined

/** Makers quote and the taker crosses. If any order can trade with any other, the command decides. */
const kindOf = (role: RfqRole, { as = 'QUOTE' }: PlaceOrder): OrderKind => (role === 'TAKER' ? 'CROSS' : role === 'MAKER' ? 'QUOTE' : as)

type ResolvedTerms = OrderPrice & { readonly kind: OrderKind; readonly account: string }

/** Optional members are added last, after a spread of the rest, so that objects copied a million times a minute keep one shape. */
function orderOf(
  { rfq }: LiveRfq,
  command: PlaceOrder,
  { kind, account, price, legPrices }: ResolvedTerms,
  { rfqs, now, numberIn }: DecisionContext,
): Order {
  const { isNumbered, orderLifetimeMs } = marketModelOf(rfq)
  const bare: Order = {
    id: command.orderId,
    actor: command.actor,
    kind,
    side: command.side,
    price,
    quantity: command.quantity,
    filled: 0 as Quantity,
    pending: 0 as Quantity,
    canceled: 0 as Quantity,
    state: 'OPEN',
    timeInForce: command.timeInForce,
    isPostOnly: command.isPostOnly,
    isHidden: command.isHidden,
    account,
    priority: rfqs.nextPriority,
    trades: 0,
    takesAtVenue: 0,
    hasTaken: false,
    createdAt: now,
    lastUpdatedAt: now,
  }
  const numbered = isNumbered ? { ...bare, number: numberIn(command.shard, rfqs.nextNumber) } : bare
  const restsMs = orderLifetimeMs ?? (command.timeInForce === 'GTD' ? command.restsMs : undefined)
  const timed = restsMs === undefined ? numbered : { ...numbered, expiresAt: (now + restsMs) as Instant }
  const { allocations, clientOrderId, label, isMarket, net } = command
  const named = clientOrderId === undefined ? timed : { ...timed, clientOrderId }
  const allocated = allocations === undefined ? named : { ...named, allocations }
  const quoted = legPrices === undefined ? allocated : { ...allocated, legPrices }
  const marked = isMarket === undefined ? quoted : { ...quoted, isMarket }
  const parted = net === undefined ? marked : { ...marked, net }
  return label === undefined ? parted : { ...parted, label }
}

/** The arrival and what follows from matching it. A visible quote also reverses its desk's decline. */
export function arriving(arrival: Arrival, live: LiveRfq, context: DecisionContext, figures: MarketContext): Decision {
  const follows = matchOrder(live, arrival, context, figures)
  if (isRefusal(follows)) return follows
  const decision = follows.length === 0 ? [arrival] : [arrival, ...follows]
  const takenBack = takenBackBy(live.rfq, arrival.order)
  return takenBack.length === 0 ? decision : [...takenBack, ...decision]
}

/** Rulebook 5.25: decided in the order's turn, so no wait before it can make an old order trade. */
export const lateRefusal = ({ notAfter }: Pick<PlaceOrder, 'notAfter'>, now: Instant): RfqRefusal | undefined =>
  notAfter === undefined || now <= notAfter
    ? undefined
    : refuse(
        'OrderTooLate',
        '5.25',
        `The order reached the market ${now - notAfter} ms after its not_after, so nothing was changed. Send it again with a later time in milliseconds.`,
        'not_after',
      )

/** Rulebook 10.4. */
export const windowRefusal = (rfq: Rfq, now: Instant): RfqRefusal | undefined =>
  isQuoteWindowClosed(rfq.audience, rfq.expiresAt, now)
    ? refuse('QuoteWindowClosed', '10.4', 'Quotes are accepted until one minute before the first leg expires.')
    : undefined

type OrderForm = Pick<Order, 'kind' | 'timeInForce' | 'isPostOnly' | 'isHidden'>

/** Rulebook 5.2, 10.9. */
export function formRefusal({ timesInForce, wording }: MarketModel, form: OrderForm): RfqRefusal | undefined {
  if (!timesInForce[form.kind].includes(form.timeInForce)) return wording.timeInForceNotAllowed
  if (!neverRests(form)) return undefined
  if (form.isPostOnly)
    return refuse(
      'TypeNotAllowed',
      '10.9',
      'A quote cannot be both post-only and IOC: a post-only quote must rest, and an IOC quote never rests.',
      'post_only',
    )
  return form.isHidden ? wording.hiddenNeverRests : undefined
}

/** Rulebook 4.14: if the taker's side is known, its own orders must be on that side and quotes on the other. */
export const sideRefusal = (rfq: Rfq, kind: OrderKind, side: Side): RfqRefusal | undefined =>
  rfq.side === undefined || (kind === 'CROSS') === (side === rfq.side) ? undefined : marketModelOf(rfq).wording.sideNotAsked(kind, rfq.side)

/** Rulebook 5.21, 10.17. */
export const nameRefusal = (
  rfq: Rfq,
  desk: DeskId,
  { clientOrderId, replaces }: Pick<PlaceOrder, 'clientOrderId' | 'replaces'>,
  { rfqs }: DecisionContext,
): RfqRefusal | undefined =>
  clientOrderId !== undefined && isNameTaken(rfqs, rfq, desk, clientOrderId, replaces) ? marketModelOf(rfq).wording.nameInUse : undefined

/**
 * Whether the desk can have one more order, in total and on this side. If only resting orders count, an order that never rests is always accepted,
 * and so is one that replaces another on the same side (rulebook 17.7).
 */
export function roomRefusal(
  live: LiveRfq,
  kind: OrderKind,
  command: Pick<PlaceOrder, 'actor' | 'side' | 'timeInForce' | 'replaces' | 'net'>,
  context: DecisionContext,
): RfqRefusal | undefined {
  const { room, ordersPerSide, wording } = marketModelOf(live.rfq)
  const { desk } = command.actor
  if (room.counts === 'PLACED_IN_RFQ' && placedBy(live, desk) >= room.most) return wording.tooManyOrders
  // A part of a net price rests next to the desk's quote of the line (rulebook 22.5).
  if (neverRests(command) || command.net !== undefined) return undefined
  const resting = restingOf(live, desk, command.side)
  const leaving = resting.some(({ id }) => id === command.replaces) ? 1 : 0
  if (room.counts === 'RESTING_IN_SHARD' && restingInBooks(context.rfqs, desk) - leaving >= room.most) return wording.tooManyOrders
  return resting.length - leaving >= ordersPerSide ? wording.sideFull(kind, command.side) : undefined
}

function placedBy({ orders }: LiveRfq, desk: DeskId): number {
  let placed = 0
  for (const { actor } of orders.values()) if (actor.desk === desk) placed++
  return placed
}

/** Rulebook 5.4, 5.15, 10.3. `rests` is the part of `quantity` that could still trade; for a new order it is all of it. */
export function quantityRefusal(rfq: Rfq, kind: OrderKind, quantity: Quantity, rests: Quantity): RfqRefusal | undefined {
  const { wording, isQuantityCapped } = marketModelOf(rfq)
  if (rests < rfq.minimumBlock)
    return wording.belowBlock((rfq.minimumBlock + quantity - rests) as Quantity, quantity === rests ? 'NEW' : 'REPLACEMENT')
  return incrementRefusal(quantity, rfq, wording.rules.increment) ?? (isQuantityCapped ? capRefusal(rfq, kind, quantity, rests) : undefined)
}

/** Rulebook 5.4. */
function capRefusal(rfq: Rfq, kind: OrderKind, quantity: Quantity, rests: Quantity): RfqRefusal | undefined {
  const asked = rfq.quantity!
  if (kind === 'QUOTE')
    return quantity <= asked
      ? undefined
      : refuse(
          'QuantityAboveRemaining',
          '5.4',
          `The quantity must not exceed ${formatQuantity(asked)}, the quantity of the RFQ.`,
          'quantity',
        )
  const remaining = remainingQuantity(rfq)
  if (rests <= remaining) return undefined
  const most = (quantity - rests + remaining) as Quantity
  const message =
    remaining < rfq.minimumBlock
      ? 'Less than a minimum block remains of the RFQ. Quantity becomes available again only if the venue rejects a trade.'
      : `The quantity must be ${formatQuantity(most)} or less; ${formatQuantity(remaining)} remains of the RFQ.`
  return refuse('QuantityAboveRemaining', '5.4', message, 'quantity')
}

/** Rulebook 5.20, 10.18: only an order that never rests can have an allocation, because its trades must be known before any is sent. */
function allocationRefusal(rfq: Rfq, command: PlaceOrder): RfqRefusal | undefined {
  const { allocations, quantity } = command
  if (allocations === undefined) return undefined
  return neverRests(command) ? partsRefusal(allocations, quantity, rfq) : marketModelOf(rfq).wording.allocationRests
}

type PriceInput = { readonly price?: Price; readonly legPrices?: readonly Price[] }

export function pricedBy(kind: OrderKind, structure: Structure, { price, legPrices }: PriceInput): OrderPrice | RfqRefusal {
  const agreed = kind === 'CROSS' ? limitPrice(structure, price) : quotePrice(structure, legPrices)
  if (typeof agreed === 'object') return agreed
  return kind === 'CROSS' ? { price: agreed } : { price: agreed, legPrices: legPrices! }
}

/** Rulebook 5.8, 5.18, 10.10: a desk never trades with itself, so its bid must stay below its own ask. */
export function ownSideRefusal(live: LiveRfq, desk: DeskId, side: Side, price: Price): RfqRefusal | undefined {
  const met =
    live.sharedBook === undefined
      ? restingOf(live, desk, opposite(side)).find((other) => crosses(side, price, other.price))
      : ownInTheWay(live.sharedBook.orders.first(opposite(side)), { owner: desk, side, limit: price })
  if (met === undefined) return undefined
  const wanted = side === 'BUY' ? 'below your own ask' : 'above your own bid'
  const rule = marketModelOf(live.rfq).wording.rules.ownSide
  return refuse(
    'QuoteCrossesOwnSide',
    rule,
    `The price must be ${wanted} of ${structurePriceText(live.rfq.structure, met.price as Price)}.`,
    'price',
  )
}

/**
 * Rulebook 11.12: a new quote compared with the desk's own on the other side. A layer behind a better one of the same desk makes nothing wider, and
 * neither does a hidden quote. A replacement moves one side first, so it is not checked here.
 */
function tooWideRefusal(live: LiveRfq, command: PlaceOrder, kind: OrderKind, price: Price): RfqRefusal | undefined {
  const { actor, side, mostWidth, isHidden } = command
  if (mostWidth === undefined || kind !== 'QUOTE' || isHidden || neverRests(command)) return undefined
  const best = (of: Side): Price | undefined => {
    const prices = restingOf(live, actor.desk, of).flatMap((order) => (order.kind === 'QUOTE' && !order.isHidden ? [order.price] : []))
    return prices.length === 0 ? undefined : ((of === 'BUY' ? Math.max(...prices) : Math.min(...prices)) as Price)
  }
  const [ahead, facing] = [best(side), best(opposite(side))]
  if (facing === undefined || (ahead !== undefined && (side === 'BUY' ? ahead >= price : ahead <= price))) return undefined
  return side === 'BUY' ? widthRefusal(price, facing, mostWidth) : widthRefusal(facing, price, mostWidth)
}

/** Rulebook 10.8. Hidden quotes do not count, because refusals would reveal their price for free. */
export const postOnlyRefusal = (
  live: LiveRfq,
  { kind, side, isPostOnly }: Pick<Order, 'kind' | 'side' | 'isPostOnly'>,
  price: Price,
): RfqRefusal | undefined =>
  isPostOnly && facesShown(live, { kind, side, price })
    ? refuse('PostOnlyWouldCross', '10.8', 'A post-only quote must rest, and at this price it would trade immediately.', 'price')
    : undefined
