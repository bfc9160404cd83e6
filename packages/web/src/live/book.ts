/** The quotes of one RFQ as the viewing desk may see them, best first. */
import type { OrderView, RfqOrderView, RfqView } from '@parley/contracts'

export type Level = {
  readonly id: string
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  /** What still rests. */
  readonly quantity: string
  /** Undefined where the other desk is not to be known. */
  readonly deskName: string | undefined
  readonly isOwn: boolean
  readonly createdAt: number
  readonly updatedAt: number
}
export type Book = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }

const none: readonly never[] = []

/** For the taker the makers' quotes, for a maker its own: others' are hidden from it. */
export function bookOf(rfq: RfqView, quotes: readonly RfqOrderView[] = none, own: readonly OrderView[] = none): Book {
  const levels =
    rfq.role === 'TAKER'
      ? quotes.map(levelOfQuote)
      : own.filter((order) => order.state === 'OPEN' && order.role === 'MAKER').map(levelOfOrder)
  return {
    bids: levels.filter(({ side }) => side === 'BUY').sort((a, b) => Number(b.price) - Number(a.price) || a.createdAt - b.createdAt),
    asks: levels.filter(({ side }) => side === 'SELL').sort((a, b) => Number(a.price) - Number(b.price) || a.createdAt - b.createdAt),
  }
}

const levelOfQuote = (quote: RfqOrderView): Level => ({
  id: quote.id,
  side: quote.side,
  price: quote.price,
  quantity: quote.quantity,
  deskName: quote.desk_name ?? undefined,
  isOwn: false,
  createdAt: quote.created_at,
  updatedAt: quote.last_updated_at,
})

const levelOfOrder = (order: OrderView): Level => ({
  id: order.id,
  side: order.side,
  price: order.price,
  quantity: restingOf(order),
  deskName: order.desk_name,
  isOwn: true,
  createdAt: order.created_at,
  updatedAt: order.last_updated_at,
})

/** quantity = filled + pending + canceled + what rests; in whole millionths, so that no digit is lost. */
export function restingOf(order: Pick<OrderView, 'quantity' | 'filled_quantity' | 'pending_fill_quantity' | 'canceled_quantity'>): string {
  const millionths = (text: string) => Math.round(Number(text) * 1e6)
  const rest =
    millionths(order.quantity) -
    millionths(order.filled_quantity) -
    millionths(order.pending_fill_quantity) -
    millionths(order.canceled_quantity)
  return String(rest / 1e6)
}
