/** The quotes of one RFQ as the viewing desk may see them, in the order in which they would trade. */
import type { OrderView, RfqOrderView, RfqView } from '@parley/contracts'

export type Level = {
  readonly id: string
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  /** What still rests. */
  readonly quantity: string
  /** Its place on its side: 1 trades first. A maker, who does not see the others, has none. */
  readonly rank: number | undefined
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
  const bids = levels.filter(({ side }) => side === 'BUY').sort((a, b) => Number(b.price) - Number(a.price))
  const asks = levels.filter(({ side }) => side === 'SELL').sort((a, b) => Number(a.price) - Number(b.price))
  return rfq.role === 'TAKER' ? { bids: bids.map(ranked), asks: asks.map(ranked) } : { bids, asks }
}

/** Quotes come in the order of their time (`losesItsPlace`), so among equal prices they stand as they came (rulebook 5.9). */
const ranked = (level: Level, place: number): Level => ({ ...level, rank: place + 1 })

type Standing = { readonly price: string; readonly rests: string }

/** A quote that was given another price or more to trade goes last among its equals (rulebook 5.14, 10.12). */
export const losesItsPlace = (before: Standing, after: Standing): boolean =>
  after.price !== before.price || Number(after.rests) > Number(before.rests)

const levelOfQuote = (quote: RfqOrderView): Level => ({
  id: quote.id,
  side: quote.side,
  price: quote.price,
  quantity: quote.quantity,
  rank: undefined,
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
  rank: undefined,
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
