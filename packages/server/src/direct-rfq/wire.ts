/**
 * Requests, orders and trades as each desk reads them. Who may see what is decided in core (direct-rfq/visibility); this only
 * writes it down. Whatever has no view for a viewer is undefined.
 */
import {
  bookFor,
  bookOrderFor,
  formatPrice,
  formatQuantity,
  isOnTape,
  RANKING,
  RFQ_LIFETIME_MS,
  rfqFor,
  SIDE_LAYERING_LIMIT,
  tradeFor,
  type BookOrder,
  type DeskId,
  type DirectRfq,
  type Order,
  type Quantity,
  type Trade,
} from '@parley/core'
import type { BlockTradeView, OrderView, RfqBookView, RfqOrderView, RfqView, TapeTradeView } from '@parley/contracts'
import { rfqLegs, tradeLegs, viewOfStructure } from '../market/structure-view.ts'

export function presentRfq(rfq: DirectRfq, viewer: DeskId): RfqView | undefined {
  const seen = rfqFor(rfq, viewer)
  if (seen === undefined) return undefined
  return {
    id: rfq.id,
    state: rfq.state,
    closed_reason: rfq.closedReason ?? null,
    role: seen.role,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    ...viewOfStructure(rfq.structure),
    quantity: formatQuantity(rfq.quantity),
    legs: rfqLegs(rfq.structure, rfq.quantity),
    account_name: seen.account,
    label: seen.label,
    counterparties: [...seen.makers],
    groups: [],
    taker_desk_name: seen.taker,
    is_taker_anonymous: rfq.isTakerAnonymous,
    side_layering_limit: SIDE_LAYERING_LIMIT,
    created_at: rfq.createdAt,
    expires_at: rfq.expiresAt,
    last_updated_at: lastSeenChange(rfq, viewer),
    traded: seen.traded,
    filled_quantity: formatQuantity(seen.filled),
    pending_fill_quantity: formatQuantity(seen.pending),
    declines: seen.declines.map(({ desk, reason, text = null, at }) => ({ desk_name: desk, reason, text, at })),
    declined_by_me: seen.hasDeclined,
    similar_open: seen.similarOpen,
  }
}

/** A time that moves with what the viewer cannot see would tell of it: other makers' orders and their trades do not count. */
function lastSeenChange(rfq: DirectRfq, viewer: DeskId): number {
  if (rfq.state === 'CLOSED') return rfq.lastUpdatedAt
  const times = rfq.trades.filter((trade) => tradeFor(rfq, trade, viewer) !== undefined).map((trade) => trade.settledAt ?? trade.agreedAt)
  const declines = (rfq.declines ?? [])
    .filter(({ desk }) => desk === viewer || rfq.creator.desk === viewer)
    .map(({ at, takenBackAt = at }) => takenBackAt)
  return Math.max(rfq.createdAt, rfq.expiresAt - RFQ_LIFETIME_MS, ...times, ...declines)
}

/** To the order's own desk only. */
export function presentOrder(rfq: DirectRfq, order: Order): OrderView {
  const { strategy_code, description } = viewOfStructure(rfq.structure)
  return {
    id: order.id,
    rfq_id: rfq.id,
    state: order.state,
    role: order.role,
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    price: formatPrice(order.price),
    quantity: formatQuantity(order.quantity),
    filled_quantity: formatQuantity(order.filled),
    pending_fill_quantity: formatQuantity(order.pending),
    canceled_quantity: formatQuantity(order.canceled),
    legs: order.legPrices === undefined ? null : orderLegs(rfq, order.legPrices),
    account_name: order.account,
    label: order.label ?? null,
    client_order_id: order.clientOrderId ?? null,
    ...allocated(order),
    desk_name: order.actor.desk,
    created_at: order.createdAt,
    last_updated_at: order.lastUpdatedAt,
    expires_at: rfq.expiresAt,
    closed_reason: order.state === 'OPEN' ? null : order.canceled > 0 ? 'CANCELED' : 'EXECUTION_LIMIT',
    cancel_reason: order.cancelCause ?? null,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    strategy_code,
    description,
  }
}

/** Present only where there is one. */
export const allocated = ({ allocations }: Pick<Order, 'allocations'>): Pick<OrderView, 'allocations'> =>
  allocations === undefined
    ? {}
    : { allocations: allocations.map(({ account, quantity }) => ({ account_name: account, quantity: formatQuantity(quantity) })) }

const orderLegs = ({ structure }: DirectRfq, prices: NonNullable<Order['legPrices']>) =>
  structure.legs.map(({ instrument }, place) => ({
    instrument_id: instrument.id,
    instrument_name: instrument.name,
    price: formatPrice(prices[place]!),
  }))

/** An order as it stands in the other side's book; one that has just left it, with what rests of it: nothing. */
export function presentBookOrder(rfq: DirectRfq, order: Order, viewer: DeskId): RfqOrderView | undefined {
  const seen = bookOrderFor(rfq, { ...order, state: 'OPEN' }, viewer)
  return seen === undefined ? undefined : rfqOrder(rfq, seen)
}

/** An order that was shown and is hidden now, as it leaves the other side's book: nothing of it rests there. */
export function presentLeft(rfq: DirectRfq, order: Order, viewer: DeskId): RfqOrderView | undefined {
  const seen = bookOrderFor(rfq, { ...order, type: 'LIMIT', state: 'OPEN' }, viewer)
  return seen === undefined ? undefined : rfqOrder(rfq, { ...seen, quantity: 0 as Quantity })
}

const rfqOrder = (rfq: DirectRfq, seen: BookOrder): RfqOrderView => ({
  id: seen.id,
  rfq_id: rfq.id,
  side: seen.side,
  price: formatPrice(seen.price),
  quantity: formatQuantity(seen.quantity),
  desk_name: seen.desk,
  role: seen.role,
  created_at: seen.createdAt,
  last_updated_at: seen.lastUpdatedAt,
  expires_at: rfq.expiresAt,
})

export function presentBook(rfq: DirectRfq, viewer: DeskId): RfqBookView {
  const { asks, bids } = bookFor(rfq, viewer)
  const ranked = (seen: BookOrder, place: number): RfqOrderView => ({ ...rfqOrder(rfq, seen), rank: place + 1 })
  return { ranking: RANKING, asks: asks.map(ranked), bids: bids.map(ranked) }
}

const figures = ({ reference }: Trade) => ({
  mark_price: reference?.markPrice === undefined ? null : formatPrice(reference.markPrice),
  index_price: reference?.indexPrice === undefined ? null : formatPrice(reference.indexPrice),
})

export function presentTrade(rfq: DirectRfq, trade: Trade, viewer: DeskId): BlockTradeView | undefined {
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
    legs: tradeLegs(rfq.structure, trade.quantity, trade.legPrices, seen.side),
    venue_trade_id: trade.venueTradeId ?? null,
    rejection: trade.rejection ?? null,
    executed_at: trade.agreedAt,
    filled_at: trade.state === 'FILLED' ? (trade.settledAt ?? null) : null,
  }
}

/** For everybody: no parties, and only once it is settled. */
export function presentTape(rfq: DirectRfq, trade: Trade): TapeTradeView | undefined {
  if (!isOnTape(trade)) return undefined
  const { kind, quote_currency, product_codes, strategy_code, description } = viewOfStructure(rfq.structure)
  return {
    id: trade.id,
    rfq_id: rfq.id,
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
    legs: tradeLegs(rfq.structure, trade.quantity, trade.legPrices, trade.takerSide),
    executed_at: trade.agreedAt,
    filled_at: trade.settledAt ?? trade.agreedAt,
  }
}
