/** Matches an arriving order against resting ones (rulebook 5.9 to 5.13, 5.24, 10.6, 10.7, 10.13, 10.14): first trades, then cancelled remainders. */
import { crosses, planMatch, restingInTheWay, tooSmallToRest, type Fill, type Plan } from '../../book/match.ts'
import { byPriceAndTime } from '../../book/priority.ts'
import { withoutBlocked, canceledByBlocklist, type Blocklists } from '../model/blocklists.ts'
import type { CancelCause } from '../model/cancel-cause.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../../ids.ts'
import type { GuardedOrder } from '../../protection/guard.ts'
import type { UnitExposure } from '../../protection/protection.ts'
import { isRefusal } from '../../refusal.ts'
import { productsOf } from '../../structure/figures.ts'
import { isWithin, spreadBand, spreadLegPrices, type LegLimits } from '../../spread/leg-prices.ts'
import { routeOf } from '../../structure/route.ts'
import { opposite } from '../../structure/structure.ts'
import { piecesOf, settledFor } from './allocation-rules.ts'
import type { Takes } from '../model/list.ts'
import { canceled } from '../model/cancel-events.ts'
import type { Arrival, EventOf, RfqEvent } from '../model/events.ts'
import { newBooking } from '../model/booking.ts'
import { marketModelOf, type LiveRfq } from '../model/live-rfq.ts'
import type { OwnOrders } from '../model/own-orders.ts'
import { isProtected, neverRests, restingQuantity, type Order } from '../model/order.ts'
import type { DecisionContext, Decision } from '../model/decision.ts'
import { remainingQuantity, type Rfq } from '../model/rfq.ts'
import type { Reference, Trade } from '../model/trade.ts'
import { unfilledReason } from './unfilled-reason.ts'

/** The venue's current figures, and the shard's number. */
export type MarketContext = {
  readonly shard: number
  readonly reference?: Reference
  readonly unit?: UnitExposure
  readonly blocklists?: Blocklists
  /** For CANCEL_ARRIVING, matching ends before an order of its own desk. The other policies are applied earlier (rulebook 17.5). */
  readonly ownOrders?: OwnOrders
  readonly legLimits?: readonly LegLimits[]
  readonly takes?: Takes
}

/** A resting order, linked to the one that trades after it. */
type QueuedOrder = {
  readonly id: OrderId
  readonly owner: DeskId
  readonly price: number
  readonly quantity: number
  readonly next: QueuedOrder | undefined
}

const unknown: UnitExposure = {}
const nothing: readonly never[] = []

/** The events that follow from the arrival. */
export function matchOrder(live: LiveRfq, arrival: Arrival, context: DecisionContext, figures: MarketContext): Decision {
  const { rfq, orders } = live
  const { order: incoming } = arrival
  const { guard, now } = context
  // A part of a net price trades only when the taker takes the whole (rulebook 22.9).
  const first = incoming.net === undefined ? facing(live, incoming, figures.takes) : undefined
  // Most quotes cross nothing.
  if (first === undefined && !neverRests(incoming)) return nothing
  const minimum = rfq.minimumBlock
  const rests = restingQuantity(incoming)
  const quantity = Math.min(rests, remainingQuantity(rfq))
  const unit = figures.unit ?? unknown
  const arriving = isProtected(incoming) ? guardedArrival(rfq, incoming, unit) : undefined
  const canSettle = settleable(rfq, figures)
  const blocklists = keptFrom(incoming, figures)
  const kept = blocklists && withoutBlocked(first, { side: incoming.side, limit: incoming.price }, blocklists, linked)
  const plan = planMatch<QueuedOrder>(
    kept === undefined ? first : kept.first,
    { owner: incoming.actor.desk, side: incoming.side, limit: incoming.price, quantity, isWhole: isAllOrNone(incoming) },
    {
      minimum,
      allowed: ({ id, price }, wanted) => {
        if (!canSettle(price)) return 0
        const resting = orders.get(id)!
        return guard.allowed(isProtected(resting) ? guarded(rfq, resting, unit) : undefined, wanted as Quantity, arriving)
      },
    },
  )
  const left = rests - (quantity - plan.left)
  const hasBlockLeft = plan.left >= minimum
  // It is cancelled with the arrival that it must not match, as if by a protection, and without a reason that reveals the block
  // (docs/decisions/0005).
  const withdrawn = (kept === undefined ? nothing : canceledByBlocklist(kept, plan.fills, hasBlockLeft)).map(({ id }) => {
    const resting = orders.get(id)!
    return canceled(rfq, resting, restingQuantity(resting), 'PROTECTION', now)
  })
  const unfilled = (gone: number): RfqEvent => {
    const event = canceled(rfq, incoming, gone as Quantity, 'NOT_FILLED_AT_ONCE', now)
    // A spread's orders have one price, and the venue's limits can leave no leg prices for it (rulebook 17.6).
    if (marketModelOf(rfq).legPrices !== 'QUOTED') return event
    return { ...event, unfilledReason: unfilledReason(live, first, { order: incoming, quantity, isWhole: isAllOrNone(incoming) }) }
  }
  if (left > 0 && isAllOrNone(incoming)) return [unfilled(rests), ...withdrawn]
  const traded = tradesOf(live, arrival, plan.fills, context, figures)
  if (isRefusal(traded)) return traded
  const endedBy = hasBlockLeft ? kept?.endedBy : undefined
  const follows = [...leftovers(live, incoming, { plan, left, endedBy, canSettle, unfilled }, context), ...withdrawn]
  return follows.length === 0 ? traded : [...traded, ...follows]
}

/** If the order ends before its own desk's orders, its own desk counts as a desk that it must not match (rulebook 17.5). */
function keptFrom({ actor }: Order, { blocklists, ownOrders }: MarketContext): Blocklists | undefined {
  if (ownOrders !== 'CANCEL_ARRIVING') return blocklists
  const { avoids, avoidedBy } = blocklists ?? { avoids: [], avoidedBy: [] }
  return { avoids: [...avoids, actor.desk], avoidedBy }
}

/**
 * Whether a trade at a price can have leg prices that the venue accepts. Quotes already have their leg prices; whole prices get theirs at the trade
 * (rulebook 17.6).
 */
function settleable(rfq: Rfq, { legLimits }: MarketContext): (price: number) => boolean {
  if (marketModelOf(rfq).legPrices === 'QUOTED') return always
  if (legLimits === undefined) return never
  const band = spreadBand(rfq.structure, legLimits)
  return (price) => isWithin(band, price)
}

const always = (): boolean => true
const never = (): boolean => false

/** Rulebook 5.13, 10.18. */
const isAllOrNone = ({ timeInForce, allocations }: Order): boolean => timeInForce === 'FOK' || allocations !== undefined

/** The first resting order that the incoming one would trade with; undefined if it crosses nothing. */
export function facing(live: LiveRfq, incoming: Pick<Order, 'kind' | 'side' | 'price'>, takes?: Takes): QueuedOrder | undefined {
  const { side, price } = incoming
  if (live.sharedBook !== undefined) {
    const best = live.sharedBook.orders.first(opposite(side))
    return best !== undefined && crosses(side, price, best.price) ? best : undefined
  }
  return facingOtherKind(live, incoming, takes)
}

/** Whether it would trade with any order that is visible to all desks. */
export function facesShown(live: LiveRfq, incoming: Pick<Order, 'kind' | 'side' | 'price'>): boolean {
  const { side, price } = incoming
  for (let one = facing(live, incoming); one !== undefined && crosses(side, price, one.price); one = one.next)
    if (!live.orders.get(one.id)!.isHidden) return true
  return false
}

/** Makers trade with the taker, never with each other: best price first, then time priority (rulebook 5.9). */
function facingOtherKind(
  { orders }: LiveRfq,
  { kind, side, price }: Pick<Order, 'kind' | 'side' | 'price'>,
  takes: Takes | undefined,
): QueuedOrder | undefined {
  let crossed: Order[] | undefined
  for (const order of orders.values()) {
    if (order.state !== 'OPEN' || order.side === side || order.kind === kind || !isTakeable(order, takes)) continue
    if (crosses(side, price, order.price)) (crossed ??= []).push(order)
  }
  crossed?.sort(byPriceAndTime(opposite(side)))
  return crossed?.reduceRight<QueuedOrder | undefined>(before, undefined)
}

/** Rulebook 22.9. */
const isTakeable = ({ net, actor }: Order, takes: Takes | undefined): boolean =>
  takes === undefined ? net === undefined : 'net' in takes ? net?.id === takes.net : net === undefined && actor.desk === takes.maker

const before = (next: QueuedOrder | undefined, order: Order): QueuedOrder => ({
  id: order.id,
  owner: order.actor.desk,
  price: order.price,
  quantity: restingQuantity(order),
  next,
})

const linked = ({ id, owner, price, quantity }: QueuedOrder, next: QueuedOrder | undefined): QueuedOrder => ({
  id,
  owner,
  price,
  quantity,
  next,
})

/** One trade for each fill or, if the order is allocated, for each account's part of a fill. */
function tradesOf(
  live: LiveRfq,
  { kind, order: incoming }: Arrival,
  fills: readonly Fill<QueuedOrder>[],
  context: DecisionContext,
  figures: MarketContext,
): Decision {
  if (fills.length === 0) return nothing
  const { rfq, orders } = live
  const pieces = piecesOf(incoming.allocations, fills, rfq, ({ resting }) => !orders.get(resting.id)!.isHidden)
  if (isRefusal(pieces)) return pieces
  // A new order takes the first number, and its trades the next ones.
  const counted = context.rfqs.nextNumber + (kind === 'OrderPlaced' ? 1 : 0)
  return pieces.map(({ fill, part, quantity }, index): RfqEvent => {
    const resting = orders.get(fills[fill]!.resting.id)!
    const sides = sidesOf(settledFor(incoming, part), resting)
    const legPrices = sides.maker.legPrices ?? spreadLegPrices(rfq.structure, sides.maker.price, figures.legLimits!)
    if (legPrices === undefined) throw new Error('a spread traded at a price that no leg prices add up to')
    const id = tradeId(incoming.id, incoming.trades + index)
    const bare = withBooking(rfq, tradeOf(sides, { id, legPrices, quantity: quantity as Quantity, at: context.now }))
    const trade = marketModelOf(rfq).isNumbered
      ? { ...bare, numbers: numbersOf(sides, context.numberIn(figures.shard, counted + index)) }
      : bare
    const isSameFill = index > 0 && pieces[index - 1]!.fill === fill
    return agreed(rfq, trade, { aggressor: sides.aggressor, isSameFill, ...figures })
  })
}

type Sides = { readonly taker: Order; readonly maker: Order; readonly aggressor: 'MAKER' | 'TAKER' }

/**
 * A cross is the taker's order even if it rested. With two quotes, the arriving one is the aggressor. A post-only quote is always the maker's: a hidden quote that it
 * crosses becomes the aggressor (rulebook 10.8).
 */
const sidesOf = (incoming: Order, resting: Order): Sides =>
  resting.kind === 'CROSS' || incoming.isPostOnly
    ? { taker: resting, maker: incoming, aggressor: 'MAKER' }
    : { taker: incoming, maker: resting, aggressor: 'TAKER' }

type TradeFacts = {
  readonly id: TradeId
  readonly legPrices: readonly Price[]
  readonly quantity: Quantity
  readonly at: Instant
}

const tradeOf = ({ taker, maker }: Sides, { id, legPrices, quantity, at }: TradeFacts): Trade => ({
  id,
  takerOrder: taker.id,
  makerOrder: maker.id,
  takerKind: taker.kind,
  taker: taker.actor.desk,
  maker: maker.actor.desk,
  takerAccount: taker.account,
  makerAccount: maker.account,
  takerSide: taker.side,
  price: maker.price,
  legPrices,
  quantity,
  state: 'PENDING_SETTLEMENT',
  agreedAt: at,
})

/** Rulebook 16.1, 16.2. */
const withBooking = ({ structure }: Rfq, trade: Trade): Trade =>
  routeOf(structure) === 'BOOKED_BY_BOTH' ? { ...trade, booking: newBooking(structure, trade.agreedAt) } : trade

const numbersOf = ({ taker, maker }: Sides, trade: number) => ({ trade, takerOrder: taker.number!, makerOrder: maker.number! })

type AgreementFacts = Pick<EventOf<'TradeAgreed'>, 'aggressor'> & { readonly isSameFill: boolean } & MarketContext

/** Most trades have none of the optional members; an absent value is an absent member. */
function agreed({ id }: Rfq, bare: Trade, { aggressor, isSameFill, unit, reference }: AgreementFacts): RfqEvent {
  const trade = reference === undefined ? bare : { ...bare, reference }
  const event: EventOf<'TradeAgreed'> = { kind: 'TradeAgreed', id, trade, aggressor }
  const measured = unit === undefined ? event : { ...event, unit }
  return isSameFill ? { ...measured, isSameFill } : measured
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Derived from the incoming order and the count of its earlier trades, so that replaying the decision gives the same ids. */
export function tradeId(order: OrderId, index: number): TradeId {
  if (index >= BASE62.length ** 2) throw new Error(`order ${order} has more trades than ids`)
  return `t_${order.slice(2)}${BASE62[Math.floor(index / BASE62.length)]}${BASE62[index % BASE62.length]}` as TradeId
}

/** An order as seen by its desk's protections. */
export function guarded(rfq: Rfq, order: Order, unit: UnitExposure): GuardedOrder {
  const { structure, quantityIncrement } = rfq
  const { id, actor, side, label, isOutsideMmp } = order
  const minimumBlock = rfq.minimumBlock
  const outside = isOutsideMmp === undefined ? undefined : ({ isOutsideMmp } as const)
  const alone = { order: id, desk: actor.desk, side, products: productsOf(structure), unit, minimumBlock, quantityIncrement, ...outside }
  const whole = rfq.list === undefined ? alone : { ...alone, list: rfq.list.id }
  return label === undefined ? whole : { ...whole, label }
}

export const guardedArrival = (rfq: Rfq, order: Order, unit: UnitExposure): GuardedOrder => ({
  ...guarded(rfq, order, unit),
  isArriving: true,
})

/** `endedBy` is set if it reached a desk that it must not match, or its own desk. */
type Outcome = {
  readonly plan: Plan<QueuedOrder>
  readonly left: number
  readonly endedBy: DeskId | undefined
  readonly canSettle: (price: number) => boolean
  /** The cancellation of the part that did not trade at once. */
  readonly unfilled: (gone: number) => RfqEvent
}

/**
 * Cancels what cannot rest: too small (rulebook 5.12, 10.13), above what remains (5.12), never resting (10.7), blocked by protection (11.3, 11.4).
 */
function leftovers(
  live: LiveRfq,
  incoming: Order,
  { plan, left, endedBy, canSettle, unfilled }: Outcome,
  { guard, now }: DecisionContext,
): readonly RfqEvent[] {
  const { rfq, orders } = live
  const { minimumBlock: minimum } = rfq
  const events: RfqEvent[] = []
  const cancel = (order: Order, quantity: number, cause: CancelCause) => events.push(canceled(rfq, order, quantity as Quantity, cause, now))
  for (const { resting, quantity } of tooSmallToRest(plan, minimum)) cancel(orders.get(resting.id)!, quantity, 'BELOW_BLOCK_MINIMUM')
  const isEndedByOwn = endedBy === incoming.actor.desk
  if (left > 0 && neverRests(incoming))
    events.push(isEndedByOwn ? canceled(rfq, incoming, left as Quantity, 'OWN_ORDER', now) : unfilled(left))
  else if (left > 0 && left < minimum) cancel(incoming, left, 'BELOW_BLOCK_MINIMUM')
  if (marketModelOf(rfq).isQuantityCapped && plan.fills.length > 0) events.push(...aboveRemaining(live, incoming, plan, now))
  if (left < minimum || neverRests(incoming)) return events
  if (isEndedByOwn) cancel(incoming, left, 'OWN_ORDER')
  else if (endedBy !== undefined || guard.blocked.has(incoming.id)) cancel(incoming, left, 'PROTECTION')
  else
    for (const { resting, quantity } of restingInTheWay(plan, minimum))
      cancel(orders.get(resting.id)!, quantity, canSettle(resting.price) ? 'PROTECTION' : 'OUTSIDE_BAND')
  return events
}

/** Rulebook 5.12: no cross rests for more than remains of the RFQ. */
function aboveRemaining({ rfq, orders }: LiveRfq, incoming: Order, { fills }: Plan<QueuedOrder>, now: Instant): readonly RfqEvent[] {
  let remaining: number = remainingQuantity(rfq)
  for (const { quantity } of fills) remaining -= quantity
  const isSpared = ({ id }: Order): boolean => id === incoming.id || fills.some(({ resting }) => resting.id === id)
  return cancelAbove({ rfq, orders }, remaining, isSpared, now)
}

/** Cancels the part of each resting cross that exceeds what remains, or all of it if less than a block remains. */
export function cancelAbove(
  { rfq, orders }: Pick<LiveRfq, 'rfq' | 'orders'>,
  remaining: number,
  isSpared: (order: Order) => boolean,
  now: Instant,
): readonly RfqEvent[] {
  const most = remaining < rfq.minimumBlock ? 0 : remaining
  const events: RfqEvent[] = []
  for (const order of orders.values()) {
    if (order.kind !== 'CROSS' || order.state !== 'OPEN' || isSpared(order)) continue
    const above = restingQuantity(order) - most
    if (above > 0) events.push(canceled(rfq, order, above as Quantity, 'ABOVE_REMAINING', now))
  }
  return events
}
