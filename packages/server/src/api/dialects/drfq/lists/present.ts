/** Lists in the format of /v2/drfq/lists/, as each desk sees them. Core decides who sees what (rfq/display/visibility.ts); this module formats. */
import {
  formatPrice,
  formatQuantity,
  netAmount,
  netPartFor,
  rfqFor,
  tradeFor,
  type DeskId,
  type NetAmount,
  type Order,
  type OrderId,
  type Price,
  type Rfq,
  type ShardEvent,
} from '@parley/core'
import type { ListPlaceView, ListTradeView, NetPriceView, RfqListView } from '@parley/contracts'
import { presentBook, presentOrder, presentRfq } from '../present.ts'
import { orderAfter } from '../../../../rfq/order-after.ts'
import type { StoredLine } from '../../../../rfq/list-store.ts'

const amountText = (amount: NetAmount): string => formatPrice(amount as number as Price)

/** The place of an RFQ in its list; undefined if it is in none, or the viewer cannot see it. */
export function presentPlace(rfq: Rfq, viewer: DeskId): ListPlaceView | undefined {
  const list = rfqFor(rfq, viewer)?.list ?? undefined
  if (list === undefined) return undefined
  const { id, line, lines, row = null, side = rfq.side ?? null, name = null } = list
  return { list_id: id, rfq_id: rfq.id, line, row, side, lines, name, expires_at: rfq.expiresAt! }
}

/** The net price of which the order is a part. The part of the first line stands for all. */
export function presentNet(rfq: Rfq, order: Order, viewer: DeskId): NetPriceView | undefined {
  const part = rfq.list?.line === 1 ? netPartFor(rfq, { ...order, state: 'OPEN' }, viewer) : undefined
  if (part === undefined) return undefined
  const { id, amount, maker } = part
  return {
    id,
    list_id: rfq.list!.id,
    desk_name: maker,
    net_price: amountText(amount),
    created_at: order.createdAt,
    expires_at: rfq.expiresAt!,
  }
}

/** Undefined if the viewer cannot see the list. */
export function presentList(lines: readonly StoredLine[], viewer: DeskId, books: 'WITH_BOOKS' | 'WITHOUT_BOOKS'): RfqListView | undefined {
  const places = lines.map(({ rfq }) => presentPlace(rfq, viewer))
  const views = lines.map(({ rfq }) => presentRfq(rfq, viewer))
  const [place, view, first] = [places[0], views[0], lines[0]]
  if (place === undefined || view === undefined || first === undefined) return undefined
  return {
    id: place.list_id,
    state: views.every((one) => one!.state === 'CLOSED') ? 'CLOSED' : 'OPEN',
    role: view.role,
    venue: view.venue,
    base_currency: view.base_currency,
    name: place.name,
    taker_desk_name: view.taker_desk_name,
    is_taker_anonymous: view.is_taker_anonymous,
    shows_sides: first.rfq.side !== undefined,
    counterparties: view.counterparties,
    created_at: view.created_at,
    expires_at: view.expires_at,
    lines: lines.map(({ rfq, orders }, at) => {
      const { rfq_id, line, row, side } = places[at]!
      const seen = { rfq_id, line, row, side, rfq: views[at]! }
      return books === 'WITH_BOOKS' ? { ...seen, book: presentBook(rfq, orders, viewer) } : seen
    }),
    net_prices: first.orders.flatMap((order) => (order.state === 'OPEN' ? (presentNet(first.rfq, order, viewer) ?? []) : [])),
  }
}

/** The taker's report of the decision. */
export function presentListTrade(
  asked: readonly { readonly rfq: Rfq; readonly orderId: OrderId }[],
  events: readonly ShardEvent[],
): ListTradeView {
  const trades = events.flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
  const placed = new Set(events.flatMap((event) => (event.kind === 'OrderPlaced' ? [event.order.id] : [])))
  const net = netAmount(trades.map(({ takerSide: side, price, quantity }) => ({ side, price, quantity })))
  return {
    list_id: asked[0]!.rfq.list!.id,
    net_price: amountText(net ?? (0 as NetAmount)),
    lines: asked.map(({ rfq, orderId }) => {
      const fills = trades.filter(({ takerOrder }) => takerOrder === orderId)
      return {
        line: rfq.list!.line,
        rfq_id: rfq.id,
        is_traded: fills.length > 0,
        order: placed.has(orderId) ? presentOrder(rfq, orderAfter(events, orderId)) : null,
        fills: fills.map((trade) => ({
          trade_id: trade.id,
          desk_name: tradeFor(rfq, trade, rfq.creator.desk)!.counterparty!,
          price: formatPrice(trade.price),
          quantity: formatQuantity(trade.quantity),
        })),
      }
    }),
  }
}
