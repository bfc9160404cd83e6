/** An order that has just come or changed meets the other side's resting orders (rulebook 5.9 to 5.13), by the matcher of both flows. */
import type { Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../ids.ts'
import { piecesOf, settledFor } from '../matching/allocation-rules.ts'
import { causeOf, type CancelCause } from '../matching/cancel-cause.ts'
import { crosses, planMatch, restingInTheWay, tooSmallToRest, type Fill, type Plan } from '../matching/match.ts'
import type { GuardedOrder, UnitExposure } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import { productsOf } from '../structure/figures.ts'
import type { CancelReason, Decision, DirectRfq, DirectRfqEvent, Moment, Order, Reference, Trade } from './direct-rfq.ts'
import { remainingQuantity, restingQuantity } from './quantities.ts'

/** The venue's figures of the moment. */
type Figures = { readonly reference?: Reference; readonly unit?: UnitExposure }

/** A resting order of the request, in its place. */
type InTurn = {
  readonly order: Order
  readonly owner: DeskId
  readonly price: number
  readonly quantity: number
  readonly next: InTurn | undefined
}

const unknown: UnitExposure = {}
const nothing: readonly never[] = []

/** What follows from `incoming` standing in the request as given: its trades, then what they leave too small or too large to rest. */
export function match(rfq: DirectRfq, incoming: Order, { now, guard }: Moment, figures: Figures): Decision {
  const { minimumBlock: minimum } = rfq
  const unit = figures.unit ?? unknown
  const first = facing(rfq, incoming)
  // Most quotes meet nobody.
  if (first === undefined && incoming.timeInForce === 'GOOD_TILL_CANCELED') return nothing
  const rests = restingQuantity(incoming)
  const quantity = Math.min(rests, remainingQuantity(rfq))
  const plan = planMatch(
    first,
    { owner: incoming.actor.desk, side: incoming.side, limit: incoming.price, quantity },
    {
      minimum,
      // Protections are for quotes; a taker's order is the taker's own care.
      allowed: ({ order }, wanted) =>
        order.role === 'MAKER'
          ? guard.allowed(guarded(rfq, order, unit), wanted as Quantity)
          : guard.allowed(undefined, wanted as Quantity, guardedArrival(rfq, incoming, unit)),
    },
  )
  const rest = rests - (quantity - plan.left)
  if (incoming.timeInForce === 'FILL_OR_KILL' && rest > 0) return [canceled(rfq, incoming.id, rests, 'NotFilledAtOnce', now)]
  const isHeldBack = guard.heldBack.has(incoming.id)
  if (plan.fills.length === 0 && isHeldBack) return [canceled(rfq, incoming.id, rests, 'Protection', now)]
  if (plan.fills.length === 0) return plan.heldBack.length === 0 ? nothing : cancelInTheWay(rfq, plan, now)
  const events = tradesOf(rfq, incoming, plan.fills, now, figures)
  if (isRefusal(events)) return events
  cancelLeftovers(events, rfq, incoming, plan, now)
  if (rest >= minimum && isHeldBack) events.push(canceled(rfq, incoming.id, rest as Quantity, 'Protection', now))
  else if (rest >= minimum) events.push(...cancelInTheWay(rfq, plan, now))
  return events
}

/** One for each fill; where the order is allocated, one for each account's part of it. */
function tradesOf(rfq: DirectRfq, incoming: Order, fills: readonly Fill<InTurn>[], now: Instant, { reference, unit }: Figures) {
  const pieces = piecesOf(incoming.allocations, fills, rfq, ({ resting }) => resting.order.type === 'LIMIT')
  if (isRefusal(pieces)) return pieces
  let made = 0
  for (const { takerOrder, makerOrder } of rfq.trades) if (takerOrder === incoming.id || makerOrder === incoming.id) made++
  return pieces.map(({ fill, part, quantity }, index): DirectRfqEvent => {
    const met = { order: fills[fill]!.resting.order, quantity: quantity as Quantity }
    const trade = tradeOf(settledFor(incoming, part), met, tradeId(incoming.id, made + index), now, reference)
    const isSameFill = index > 0 && pieces[index - 1]!.fill === fill
    return agreed(rfq, trade, { aggressor: incoming.role, isSameFill, unit })
  })
}

type Around = { readonly aggressor: Order['role']; readonly isSameFill: boolean; readonly unit: UnitExposure | undefined }

/** Mostly nothing is to be added; what is not there is no field. */
function agreed({ id }: DirectRfq, trade: Trade, { aggressor, isSameFill, unit }: Around): DirectRfqEvent {
  const bare: Extract<DirectRfqEvent, { kind: 'TradeAgreed' }> = { kind: 'TradeAgreed', id, trade }
  const measured = unit === undefined ? bare : { ...bare, unit }
  const told = aggressor === 'MAKER' ? { ...measured, aggressor, isArrivalCounted: true as const } : measured
  return isSameFill ? { ...told, isSameFill } : told
}

/** A maker's quote as its desk's protections look at it, resting or when it comes. */
export function guarded({ structure, minimumBlock, quantityIncrement }: DirectRfq, order: Order, unit: UnitExposure): GuardedOrder {
  const { id, actor, side, label } = order
  const whole = { order: id, desk: actor.desk, side, products: productsOf(structure), unit, minimumBlock, quantityIncrement }
  return label === undefined ? whole : { ...whole, label }
}

export const guardedArrival = (rfq: DirectRfq, order: Order, unit: UnitExposure): GuardedOrder => ({
  ...guarded(rfq, order, unit),
  isArriving: true,
})

/** The resting orders that `incoming` crosses: best price first, then first come (rulebook 5.9). Makers meet the taker, never each other. */
function facing(rfq: DirectRfq, incoming: Order): InTurn | undefined {
  const better = incoming.side === 'BUY' ? 1 : -1
  let crossed: Order[] | undefined
  for (const order of rfq.orders) {
    if (order.state !== 'OPEN' || order.side === incoming.side || order.role === incoming.role) continue
    if (crosses(incoming.side, incoming.price, order.price)) (crossed ??= []).push(order)
  }
  crossed?.sort((a, b) => (a.price - b.price) * better || a.priority - b.priority)
  return crossed?.reduceRight<InTurn | undefined>(before, undefined)
}

const before = (next: InTurn | undefined, order: Order): InTurn => ({
  order,
  owner: order.actor.desk,
  price: order.price,
  quantity: restingQuantity(order),
  next,
})

/** Rulebook 11.4. */
const cancelInTheWay = (rfq: DirectRfq, plan: Plan<InTurn>, now: Instant): readonly DirectRfqEvent[] =>
  restingInTheWay(plan, rfq.minimumBlock).map(({ resting, quantity }) =>
    canceled(rfq, resting.order.id, quantity as Quantity, 'Protection', now),
  )

type Met = { readonly order: Order; readonly quantity: Quantity }

function tradeOf(incoming: Order, { order, quantity }: Met, id: TradeId, now: Instant, reference?: Reference): Trade {
  const isTaking = incoming.role === 'TAKER'
  const taker = isTaking ? incoming : order
  const maker = isTaking ? order : incoming
  const trade: Trade = {
    id,
    takerOrder: taker.id,
    makerOrder: maker.id,
    taker: taker.actor.desk,
    maker: maker.actor.desk,
    takerAccount: taker.account,
    makerAccount: maker.account,
    takerSide: taker.side,
    price: maker.price,
    legPrices: maker.legPrices ?? [],
    quantity,
    state: 'PENDING_SETTLEMENT',
    agreedAt: now,
  }
  return reference === undefined ? trade : { ...trade, reference }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Told by the order that caused it and by how many trades that order had before: the same decision names the same trade. */
function tradeId(order: OrderId, index: number): TradeId {
  if (index >= BASE62.length ** 2) throw new Error(`order ${order} has more trades than ids`)
  return `t_${order.slice(2)}${BASE62[Math.floor(index / BASE62.length)]}${BASE62[index % BASE62.length]}` as TradeId
}

/** Rulebook 5.12: no order rests below the minimum block, no taker's order for more than the request still has. */
function cancelLeftovers(events: DirectRfqEvent[], rfq: DirectRfq, incoming: Order, plan: Plan<InTurn>, now: Instant): void {
  const { minimumBlock: minimum } = rfq
  const cancel = ({ id }: Order, quantity: number, reason: CancelReason) =>
    events.push(canceled(rfq, id, quantity as Quantity, reason, now))
  for (const { resting, quantity } of tooSmallToRest(plan, minimum)) cancel(resting.order, quantity, 'BelowBlockMinimum')
  let traded = 0
  for (const { quantity } of plan.fills) traded += quantity
  const left = restingQuantity(incoming) - traded
  if (left > 0 && left < minimum) cancel(incoming, left, 'BelowBlockMinimum')
  const remaining = remainingQuantity(rfq) - traded
  for (const order of rfq.orders) {
    if (order.role !== 'TAKER' || order.state !== 'OPEN') continue
    if (order.id === incoming.id || plan.fills.some(({ resting }) => resting.order === order)) continue
    const above = restingQuantity(order) - (remaining < minimum ? 0 : remaining)
    if (above > 0) cancel(order, above, 'AboveRemaining')
  }
}

export const canceled = (
  rfq: DirectRfq,
  orderId: OrderId,
  quantity: Quantity,
  reason: CancelReason,
  at: Instant,
  cause: CancelCause = causeOf(reason),
): DirectRfqEvent => ({ kind: 'OrderCanceled', id: rfq.id, orderId, quantity, reason, cause, at })
