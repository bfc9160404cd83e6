/**
 * The record of a direct RFQ for each of its readers (rulebook 8.12): who responded when, what was quoted at each trade, and every visible quote. It
 * is read from stored entries, which contain nothing that the taker's book did not show.
 */
import type { Price, Quantity } from '../../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../../ids.ts'
import { opposite, type Side } from '../../structure/structure.ts'
import { marketModelOf } from '../model/live-rfq.ts'
import type { Order } from '../model/order.ts'
import type { Decline, Rfq, RfqRole } from '../model/rfq.ts'
import type { Reference, Trade } from '../model/trade.ts'
import { readerRole, rfqFor, tradeFor } from '../display/visibility.ts'

/** A quote as the taker's book shows it from one time on. With a quantity of zero it has left. */
export type QuoteEntry = {
  readonly kind: 'QUOTE'
  readonly seq: number
  readonly at: Instant
  readonly order: OrderId
  readonly desk: DeskId
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
}

export type RecordEntry =
  | { readonly kind: 'ASKED'; readonly seq: number; readonly at: Instant }
  | { readonly kind: 'DEALT'; readonly seq: number; readonly at: Instant; readonly trade: TradeId }
  | QuoteEntry

export type ShownQuote = Omit<QuoteEntry, 'kind' | 'seq'>

export type MakerAnswer = {
  readonly desk: DeskId
  /** When it first showed a quote or declined. */
  readonly answeredAt: Instant | undefined
  readonly decline: Decline | undefined
}

/** The trades of one of the reader's orders in one decision. */
export type Deal = {
  readonly at: Instant
  readonly order: OrderId
  /** The reader's own side. */
  readonly side: Side
  readonly trades: readonly Trade[]
  readonly reference: Reference | undefined
  /** The quotes just before it, without hidden ones that did not trade; undefined if the record is incomplete. */
  readonly quotes: readonly ShownQuote[] | undefined
}

export type RfqRecord = {
  readonly role: RfqRole
  readonly askedAt: Instant
  /** Whether the first entry is among those that were read. If not, responses and quotes are unknown. */
  readonly isWhole: boolean
  readonly makers: readonly MakerAnswer[]
  readonly deals: readonly Deal[]
  /** The taker's orders that traded nothing. */
  readonly unfilled: readonly Order[]
  readonly changes: readonly ShownQuote[]
}

/** Everything that is stored about the RFQ; `recordFor` decides what the viewer can read. */
export type RecordFacts = {
  readonly moments: readonly RecordEntry[]
  readonly trades: readonly Trade[]
  readonly ownOrders: readonly Order[]
}

/** A record is kept only for a taker's book, because elsewhere quotes have no single reader. */
export const keepsRecord = (rfq: Rfq): boolean => marketModelOf(rfq).quotesSeenBy === 'TAKER'

export function recordFor(rfq: Rfq, { moments, trades, ownOrders }: RecordFacts, viewer: DeskId): RfqRecord | undefined {
  const seen = rfqFor(rfq, viewer)
  if (seen === undefined || readerRole(rfq, viewer) === undefined) return undefined
  const asked = moments.find(({ kind }) => kind === 'ASKED')
  const isWhole = asked !== undefined
  const mayRead = ({ desk }: QuoteEntry): boolean => seen.role === 'TAKER' || desk === viewer
  const quotes = isWhole ? moments.filter((moment): moment is QuoteEntry => moment.kind === 'QUOTE' && mayRead(moment)) : []
  const dealtAt = new Map(moments.flatMap((moment) => (moment.kind === 'DEALT' ? [[moment.trade, moment.seq] as const] : [])))
  const declineOf = (desk: DeskId): Decline | undefined =>
    rfq.declines.find((one) => one.desk === desk && (seen.role === 'TAKER' || desk === viewer))
  return {
    role: seen.role,
    askedAt: asked?.at ?? rfq.createdAt,
    isWhole,
    makers: seen.makers.map((desk) => answerOf(desk, isWhole ? quotes : undefined, declineOf(desk))),
    deals: dealsOf(rfq, trades, dealtAt, viewer).map((deal) => withQuotes(deal, isWhole ? quotes : undefined, dealtAt)),
    unfilled: seen.role === 'TAKER' ? ownOrders.filter((order) => isUnfilled(order) && order.actor.desk === viewer) : [],
    changes: quotes.map(shown),
  }
}

const shown = ({ at, order, desk, side, price, quantity }: ShownQuote): ShownQuote => ({ at, order, desk, side, price, quantity })

/** It was meant to trade immediately and did not trade. */
const isUnfilled = ({ kind, timeInForce, state, filled, pending, trades }: Order): boolean =>
  kind === 'CROSS' && timeInForce === 'FOK' && state === 'CLOSED' && filled === 0 && pending === 0 && trades === 0

function answerOf(desk: DeskId, quotes: readonly QuoteEntry[] | undefined, decline: Decline | undefined): MakerAnswer {
  const first = quotes?.find((quote) => quote.desk === desk)?.at
  const times = [first, decline?.at].filter((at) => at !== undefined)
  const stands = decline !== undefined && decline.takenBackAt === undefined
  return {
    desk,
    answeredAt: quotes === undefined || times.length === 0 ? undefined : (Math.min(...times) as Instant),
    decline: stands ? decline : undefined,
  }
}

type BareDeal = Omit<Deal, 'quotes'>
/** The journal's number of the decision that agreed a trade. */
type DealtAt = ReadonlyMap<TradeId, number>

/** The trades of one of the viewer's orders that were agreed together. */
function dealsOf(rfq: Rfq, trades: readonly Trade[], dealtAt: DealtAt, viewer: DeskId): readonly BareDeal[] {
  const deals = new Map<string, { -readonly [Member in keyof BareDeal]: BareDeal[Member] }>()
  for (const trade of trades) {
    const own = tradeFor(rfq, trade, viewer)
    if (own === undefined) continue
    const key = `${own.order} ${trade.agreedAt} ${dealtAt.get(trade.id) ?? ''}`
    const deal = deals.get(key)
    if (deal !== undefined) deal.trades = [...deal.trades, trade]
    else deals.set(key, { at: trade.agreedAt, order: own.order, side: own.side, trades: [trade], reference: trade.reference })
  }
  return [...deals.values()].sort((a, b) => a.at - b.at)
}

function withQuotes(deal: BareDeal, quotes: readonly QuoteEntry[] | undefined, dealtAt: DealtAt): Deal {
  const seq = dealtAt.get(deal.trades[0]!.id)
  return { ...deal, quotes: quotes === undefined || seq === undefined ? undefined : quotesAt(deal, quotes, seq) }
}

/** The quotes before the trade. A quote that arrived or became visible only with its trade is included at the price at which it traded. */
function quotesAt({ trades }: BareDeal, quotes: readonly QuoteEntry[], seq: number): readonly ShownQuote[] {
  const standing = new Map<OrderId, ShownQuote>()
  for (const quote of quotes) if (quote.seq < seq) standing.set(quote.order, shown(quote))
  for (const { makerOrder, maker, takerSide, price, quantity, agreedAt: at } of trades) {
    const before = standing.get(makerOrder)
    if (before !== undefined && before.price === price && before.quantity >= quantity) continue
    const traded = before?.price === price && before.at === at ? before.quantity : 0
    standing.set(makerOrder, { at, order: makerOrder, desk: maker, side: opposite(takerSide), price, quantity: (traded + quantity) as Quantity }) // prettier-ignore
  }
  return [...standing.values()].filter(({ quantity }) => quantity > 0)
}
