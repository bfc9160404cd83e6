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

const unknown: UnitExposure = {}
const nothing: readonly never[] = []

/** What follows from `incoming` standing in the request as given: its trades, then what they leave too small or too large to rest. */
export function match(rfq: DirectRfq, incoming: Order, { now, guard }: Moment, figures: Figures): Decision {
  const { fills, heldBack } = fillsOf(rfq, incoming, guard, figures.unit ?? unknown)
  const traded = sum(fills)
  const rest = restingQuantity(incoming) - traded
  if (incoming.timeInForce === 'FILL_OR_KILL' && rest > 0)
    return [canceled(rfq, incoming.id, restingQuantity(incoming), 'NotFilledAtOnce', now)]
  if (fills.length === 0) return heldBack.length === 0 ? nothing : restsBehind(rfq, heldBack, fills, now)
  const events = tradesOf(rfq, incoming, fills, now, figures)
  if (isRefusal(events)) return events
  cancelLeftovers(events, rfq, incoming, fills, now)
  if (rest >= rfq.minimumBlock) events.push(...restsBehind(rfq, heldBack, fills, now))
  return events
}

/** One for each fill; where the order is allocated, one for each account's part of it. */
function tradesOf(rfq: DirectRfq, incoming: Order, fills: readonly Fill[], now: Instant, { reference, unit }: Figures) {
  const pieces = piecesOf(incoming.allocations, fills, rfq, ({ resting }) => resting.type === 'LIMIT')
  if (isRefusal(pieces)) return pieces
  let made = 0
  for (const { takerOrder, makerOrder } of rfq.trades) if (takerOrder === incoming.id || makerOrder === incoming.id) made++
  return pieces.map(({ fill, part, quantity }, index): DirectRfqEvent => {
    const met = { resting: fills[fill]!.resting, quantity: quantity as Quantity }
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
  const told = aggressor === 'MAKER' ? { ...measured, aggressor } : measured
  return isSameFill ? { ...told, isSameFill } : told
}

function sum(fills: readonly Fill[]): number {
  let total = 0
  for (const { quantity } of fills) total += quantity
  return total
}

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
  const isTaking = incoming.role === 'TAKER'
  const taker = isTaking ? incoming : resting
  const maker = isTaking ? resting : incoming
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
