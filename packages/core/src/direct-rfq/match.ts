/** Price, then time (rulebook 5.9 to 5.13). An order that has just come or changed meets the other side's resting orders. */
import type { Quantity } from '../decimal.ts'
import type { Instant, OrderId, TradeId } from '../ids.ts'
import { piecesOf } from '../matching/allocation-rules.ts'
import type { Guard, GuardedOrder, UnitExposure } from '../protection/guard.ts'
import { isRefusal } from '../refusal.ts'
import { productsOf } from '../structure/figures.ts'
import type { CancelReason, Decision, DirectRfq, DirectRfqEvent, Moment, Order, Reference, Trade } from './direct-rfq.ts'
import { remainingQuantity, restingQuantity } from './quantities.ts'

/** The venue's figures of the moment. */
type Figures = { readonly reference?: Reference; readonly unit?: UnitExposure }
type Fill = { readonly resting: Order; readonly quantity: Quantity }

/** What follows from `incoming` standing in the request as given: its trades, then what they leave too small or too large to rest. */
export function match(rfq: DirectRfq, incoming: Order, { now, guard }: Moment, { reference, unit }: Figures): Decision {
  const { fills, heldBack } = fillsOf(rfq, incoming, guard, unit ?? {})
  if (incoming.timeInForce === 'FILL_OR_KILL' && sum(fills) < restingQuantity(incoming))
    return [canceled(rfq, incoming.id, restingQuantity(incoming), 'NotFilledAtOnce', now)]
  if (fills.length === 0) return restsBehind(rfq, heldBack, fills, now)
  const made = rfq.trades.reduce(
    (count, { takerOrder, makerOrder }) => count + Number(takerOrder === incoming.id || makerOrder === incoming.id),
    0,
  )
  const shown = fills.map(({ resting, quantity }) => ({ quantity, isShown: resting.type === 'LIMIT' }))
  const pieces = piecesOf(incoming.allocations, shown, rfq)
  if (isRefusal(pieces)) return pieces
  const events: DirectRfqEvent[] = pieces.map(({ fill, part, quantity }, index) => ({
    kind: 'TradeAgreed',
    id: rfq.id,
    trade: tradeOf(
      settledFor(incoming, part),
      { resting: fills[fill]!.resting, quantity: quantity as Quantity },
      tradeId(incoming.id, made + index),
      now,
      reference,
    ),
    ...(unit === undefined ? {} : { unit }),
    ...(incoming.role === 'MAKER' ? { aggressor: 'MAKER' as const } : {}),
    ...(index > 0 && pieces[index - 1]!.fill === fill ? { isSameFill: true as const } : {}),
  }))
  cancelLeftovers(events, rfq, incoming, fills, now)
  if (restingQuantity(incoming) - sum(fills) >= rfq.minimumBlock) events.push(...restsBehind(rfq, heldBack, fills, now))
  return events
}

const sum = (fills: readonly Fill[]): Quantity => fills.reduce((total, fill) => total + fill.quantity, 0) as Quantity

/**
 * Each fill is a block of its own, so none is below the minimum; what rests is never below it, so a quote is passed over only where its desk's
 * protections ask for it (rulebook 11.3).
 */
function fillsOf(rfq: DirectRfq, incoming: Order, guard: Guard, unit: UnitExposure) {
  const fills: Fill[] = []
  const heldBack: Order[] = []
  let open = Math.min(restingQuantity(incoming), remainingQuantity(rfq))
  for (const resting of opposite(rfq, incoming)) {
    if (open < rfq.minimumBlock) break
    const wanted = Math.min(open, restingQuantity(resting)) as Quantity
    const quantity = resting.role === 'MAKER' ? guard.allowed(guarded(rfq, resting, unit), wanted) : wanted
    if (quantity < wanted) heldBack.push(resting)
    if (quantity < rfq.minimumBlock) continue
    fills.push({ resting, quantity })
    open -= quantity
  }
  return { fills, heldBack }
}

/** A maker's quote as its desk's protections look at it. */
export function guarded({ structure, minimumBlock, quantityIncrement }: DirectRfq, order: Order, unit: UnitExposure): GuardedOrder {
  const { id, actor, side, label } = order
  const whole = { order: id, desk: actor.desk, side, products: productsOf(structure), unit, minimumBlock, quantityIncrement }
  return label === undefined ? whole : { ...whole, label }
}

/** Rulebook 11.4: what was held back does not stand in the way of an order that now rests at its price. */
function restsBehind(rfq: DirectRfq, heldBack: readonly Order[], fills: readonly Fill[], now: Instant): readonly DirectRfqEvent[] {
  return heldBack.flatMap((order) => {
    const traded = fills.find(({ resting }) => resting.id === order.id)?.quantity ?? 0
    const rest = (restingQuantity(order) - traded) as Quantity
    // What a trade left too small to rest was cancelled before.
    return traded > 0 && rest < rfq.minimumBlock ? [] : [canceled(rfq, order.id, rest, 'Protection', now)]
  })
}

/** The resting orders that `incoming` crosses, best price first, then first come. */
function opposite(rfq: DirectRfq, incoming: Order): readonly Order[] {
  const better = incoming.side === 'BUY' ? 1 : -1
  const crossed = rfq.orders.filter(
    (order) =>
      order.state === 'OPEN' &&
      order.side !== incoming.side &&
      order.role !== incoming.role &&
      // Rulebook 5.18: the taker is never among the makers, so this holds by itself; it is the last line of defence.
      order.actor.desk !== incoming.actor.desk &&
      (order.price - incoming.price) * better <= 0,
  )
  return crossed.length < 2 ? crossed : crossed.sort((a, b) => (a.price - b.price) * better || a.priority - b.priority)
}

/** The order as the account of that part has it. */
export const settledFor = <Taking extends Pick<Order, 'account' | 'allocations'>>(order: Taking, part: number): Taking =>
  order.allocations === undefined ? order : { ...order, account: order.allocations[part]!.account }

function tradeOf(incoming: Order, { resting, quantity }: Fill, id: TradeId, now: Instant, reference?: Reference): Trade {
  const [taker, maker] = incoming.role === 'TAKER' ? [incoming, resting] : [resting, incoming]
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
function cancelLeftovers(events: DirectRfqEvent[], rfq: DirectRfq, incoming: Order, fills: readonly Fill[], now: Instant): void {
  const cancelSmall = (order: Order, traded: number) => {
    const left = restingQuantity(order) - traded
    if (left > 0 && left < rfq.minimumBlock) events.push(canceled(rfq, order.id, left as Quantity, 'BelowBlockMinimum', now))
  }
  for (const { resting, quantity } of fills) cancelSmall(resting, quantity)
  cancelSmall(incoming, sum(fills))
  const remaining = remainingQuantity(rfq) - sum(fills)
  for (const order of rfq.orders) {
    const traded = order.id === incoming.id || fills.some((fill) => fill.resting.id === order.id)
    if (order.role !== 'TAKER' || order.state !== 'OPEN' || traded) continue
    const above = restingQuantity(order) - (remaining < rfq.minimumBlock ? 0 : remaining)
    if (above > 0) events.push(canceled(rfq, order.id, above as Quantity, 'AboveRemaining', now))
  }
}

export const canceled = (rfq: DirectRfq, orderId: OrderId, quantity: Quantity, reason: CancelReason, at: Instant): DirectRfqEvent => ({
  kind: 'OrderCanceled',
  id: rfq.id,
  orderId,
  quantity,
  reason,
  at,
})
