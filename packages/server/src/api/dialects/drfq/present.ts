/**
 * RFQs, orders and trades in the published format of direct RFQs, as each desk sees them. Core decides visibility (rfq/visibility); this module only
 * formats. The result is undefined if the viewer cannot see the object.
 */
import {
  bookFor,
  bookOrderFor,
  formatPrice,
  formatQuantity,
  isOnTape,
  lifetimeOf,
  neverRests,
  RANKING,
  rfqFor,
  SIDE_LAYERING_LIMIT,
  tradeFor,
  type RfqFor,
  type BookOrder,
  type ChargedLeg,
  type DeskId,
  type Instant,
  type Order,
  type Quantity,
  type Rfq,
  type Trade,
} from '@parley/core'
import type { BlockTradeView, OrderView, RfqBookView, RfqOrderView, RfqView, TapeTradeView } from '@parley/contracts'
import { viewOfCanceledBy, viewOfUnfilled } from '../../../rfq/canceled-by-view.ts'
import { settlementOf, settlementRouteOf } from '../../../rfq/booking-view.ts'
import { rfqLegs, structureLegs, tradeLegs, viewOfStructure } from '../../../rfq/structure-view.ts'
import { viewOfVenueFees } from '../../../rfq/venue-fees-view.ts'
import { tapeIdOf, tapeRfqIdOf } from '../../../rfq/tape-id.ts'

export function presentRfq(rfq: Rfq, viewer: DeskId): RfqView | undefined {
  const seen = rfqFor(rfq, viewer)
  if (seen === undefined || rfq.quantity === undefined) return undefined
  return {
    id: rfq.id,
    type: 'DRFQ',
    state: rfq.state,
    // Direct RFQs cannot close in any of the other ways.
    closed_reason: (rfq.closedReason as RfqView['closed_reason'] | undefined) ?? null,
    ...(seen.canceled.cancelCause === undefined ? {} : { cancel_reason: seen.canceled.cancelCause }),
    ...viewOfCanceledBy(seen.canceled),
    role: seen.role === 'TAKER' ? 'TAKER' : 'MAKER',
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    ...viewOfStructure(rfq.structure),
    quantity: formatQuantity(rfq.quantity),
    ...settlementRouteOf(rfq.structure),
    legs: rfqLegs(rfq.structure, rfq.quantity),
    account_name: seen.account,
    label: seen.label,
    counterparties: [...seen.makers],
    groups: [...seen.groups],
    taker_desk_name: seen.taker,
    is_taker_anonymous: rfq.isTakerAnonymous,
    ...(rfq.side === undefined ? {} : { taker_side: rfq.side }),
    ...(seen.alsoAsksVenue ? { also_ask_venue: true } : {}),
    side_layering_limit: SIDE_LAYERING_LIMIT,
    created_at: rfq.createdAt,
    ...(rfq.goodForMs === undefined ? {} : { good_for_seconds: rfq.goodForMs / 1000 }),
    expires_at: expiryOf(rfq),
    last_updated_at: lastSeenChange(rfq, viewer, seen),
    traded: seen.traded,
    filled_quantity: formatQuantity(seen.filled),
    pending_fill_quantity: formatQuantity(seen.pending),
    declines: seen.declines.map(({ desk, reason, text = null, at }) => ({ desk_name: desk, reason, text, at })),
    declined_by_me: seen.hasDeclined,
    similar_open: seen.similarOpen,
  }
}

/** If other makers' orders and trades changed this time, it would reveal events that the viewer cannot see. So they do not count. */
function lastSeenChange(rfq: Rfq, viewer: DeskId, { lastTradeAt }: RfqFor): number {
  if (rfq.state === 'CLOSED') return rfq.lastUpdatedAt
  const declines = rfq.declines
    .filter(({ desk }) => desk === viewer || rfq.creator.desk === viewer)
    .map(({ at, takenBackAt = at }) => takenBackAt)
  return Math.max(rfq.createdAt, expiryOf(rfq) - lifetimeOf(rfq), lastTradeAt ?? 0, ...declines)
}

/** Only for the order's own desk. */
export function presentOrder(rfq: Rfq, order: Order): OrderView {
  const { strategy_code, description } = viewOfStructure(rfq.structure)
  return {
    id: order.id,
    rfq_id: rfq.id,
    state: order.state,
    role: roleOf(order),
    side: order.side,
    type: order.isHidden ? 'HIDDEN' : 'LIMIT',
    time_in_force: neverRests(order) ? 'FILL_OR_KILL' : 'GOOD_TILL_CANCELED',
    price: formatPrice(order.price),
    quantity: formatQuantity(order.quantity),
    filled_quantity: formatQuantity(order.filled),
    pending_fill_quantity: formatQuantity(order.pending),
    settled_quantity: formatQuantity(order.filled),
    canceled_quantity: formatQuantity(order.canceled),
    legs: order.legPrices === undefined ? null : orderLegs(rfq, order.legPrices),
    account_name: order.account,
    label: order.label ?? null,
    client_order_id: order.clientOrderId ?? null,
    ...allocated(order),
    desk_name: order.actor.desk,
    created_at: order.createdAt,
    last_updated_at: order.lastUpdatedAt,
    expires_at: expiryOf(rfq),
    closed_reason: order.state === 'OPEN' ? null : order.canceled > 0 ? 'CANCELED' : 'EXECUTION_LIMIT',
    cancel_reason: order.cancelCause ?? null,
    ...viewOfUnfilled(order),
    ...viewOfCanceledBy(order),
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    strategy_code,
    description,
    structure_legs: structureLegs(rfq.structure),
  }
}

/** In the published format a quote belongs to a maker, and a cross to a taker. */
const roleOf = ({ kind }: Pick<Order, 'kind'>): 'TAKER' | 'MAKER' => (kind === 'CROSS' ? 'TAKER' : 'MAKER')

/** A direct RFQ lives for a fixed time. */
function expiryOf({ id, expiresAt }: Rfq): Instant {
  if (expiresAt === undefined) throw new Error(`${id} has no expiry`)
  return expiresAt
}

/** Present only if there are allocations. */
export const allocated = ({ allocations }: Pick<Order, 'allocations'>): Pick<OrderView, 'allocations'> =>
  allocations === undefined
    ? {}
    : { allocations: allocations.map(({ account, quantity }) => ({ account_name: account, quantity: formatQuantity(quantity) })) }

const orderLegs = ({ structure }: Rfq, prices: NonNullable<Order['legPrices']>) =>
  structure.legs.map(({ instrument }, place) => ({
    instrument_id: instrument.id,
    instrument_name: instrument.name,
    price: formatPrice(prices[place]!),
  }))

/** An order as shown in the other side's book. An order that has just left the book has no remaining quantity. */
export function presentBookOrder(rfq: Rfq, order: Order, viewer: DeskId): RfqOrderView | undefined {
  const seen = bookOrderFor(rfq, { ...order, state: 'OPEN' }, viewer)
  return seen === undefined ? undefined : rfqOrder(rfq, seen)
}

/** A previously shown order that is now hidden, as it leaves the other side's book: its remaining quantity there is zero. */
export function presentLeft(rfq: Rfq, order: Order, viewer: DeskId): RfqOrderView | undefined {
  const seen = bookOrderFor(rfq, { ...order, isHidden: false, state: 'OPEN' }, viewer)
  return seen === undefined ? undefined : rfqOrder(rfq, { ...seen, quantity: 0 as Quantity })
}

const rfqOrder = (rfq: Rfq, seen: BookOrder): RfqOrderView => ({
  id: seen.id,
  rfq_id: rfq.id,
  side: seen.side,
  price: formatPrice(seen.price),
  quantity: formatQuantity(seen.quantity),
  desk_name: seen.desk,
  role: roleOf(seen),
  created_at: seen.createdAt,
  last_updated_at: seen.lastUpdatedAt,
  expires_at: expiryOf(rfq),
})

export function presentBook(rfq: Rfq, orders: readonly Order[], viewer: DeskId): RfqBookView {
  const { asks, bids } = bookFor(rfq, orders, viewer)
  const ranked = (seen: BookOrder, place: number): RfqOrderView => ({ ...rfqOrder(rfq, seen), rank: place + 1 })
  return { ranking: RANKING, asks: asks.map(ranked), bids: bids.map(ranked) }
}

const figures = ({ reference }: Trade) => ({
  mark_price: reference?.markPrice === undefined ? null : formatPrice(reference.markPrice),
  index_price: reference?.indexPrice === undefined ? null : formatPrice(reference.indexPrice),
})

/** `charged` is the fee that the venue charged the viewer, if it is known. */
export function presentTrade(rfq: Rfq, trade: Trade, viewer: DeskId, charged?: readonly ChargedLeg[] | null): BlockTradeView | undefined {
  const seen = tradeFor(rfq, trade, viewer)
  if (seen === undefined) return undefined
  const { kind, quote_currency, product_codes, strategy_code, description } = viewOfStructure(rfq.structure)
  return {
    id: trade.id,
    rfq_id: rfq.id,
    order_id: seen.order,
    state: trade.state,
    role: seen.role,
    side: seen.side,
    price: formatPrice(trade.price),
    quantity: formatQuantity(trade.quantity),
    ...figures(trade),
    venue: rfq.venue,
    kind,
    base_currency: rfq.baseCurrency,
    quote_currency,
    product_codes,
    strategy_code,
    description,
    counterparty_desk_name: seen.counterparty,
    account_name: seen.account,
    legs: tradeLegs(rfq.structure, trade, seen.side),
    venue_trade_id: trade.venueTradeId ?? null,
    rejection: trade.rejection ?? null,
    ...viewOfVenueFees(charged),
    ...settlementOf(trade, viewer),
    executed_at: trade.agreedAt,
    filled_at: trade.state === 'FILLED' ? (trade.settledAt ?? null) : null,
    tape_id: tapeIdOf(trade),
  }
}

/** Public: without parties, only after settlement, and under ids that do not lead to an RFQ (rulebook 8.7). */
export function presentTape(rfq: Rfq, trade: Trade): TapeTradeView | undefined {
  if (!isOnTape(trade)) return undefined
  const { kind, quote_currency, product_codes, strategy_code, description } = viewOfStructure(rfq.structure)
  return {
    id: tapeIdOf(trade),
    rfq_id: tapeRfqIdOf(trade),
    venue: rfq.venue,
    kind,
    description,
    strategy_code,
    base_currency: rfq.baseCurrency,
    quote_currency,
    product_codes,
    side: trade.takerSide,
    quantity: formatQuantity(trade.quantity),
    price: formatPrice(trade.price),
    ...figures(trade),
    legs: tradeLegs(rfq.structure, trade, trade.takerSide),
    executed_at: trade.agreedAt,
    filled_at: trade.settledAt ?? trade.agreedAt,
  }
}
