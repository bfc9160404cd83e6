/** All that rests of the desk, in both flows, by the RFQ or market it rests in. Pure. */
import type { BookQuoteView, GroupQuoteView, GroupRfqView, MarkView, OrderView, RfqView } from '@parley/contracts'
import { structureMark } from '../../live/marks.ts'
import { priceDecimals, strategyName, structureText } from '../direct-rfq/structure-text.ts'
import { shapeOf } from '../group-rfq/market-shape.ts'
import { directOrder, groupQuote, type OrderRow } from './flow-rows.ts'

/** What an RFQ or market and each quote in it say alike. */
type Where = {
  readonly group: string
  readonly flow: OrderRow['flow']
  readonly rfqId: string | number
  readonly venue: string
  readonly base_currency: string
  readonly strategy: string
  readonly places: string
  readonly mark: number | undefined
  readonly decimals: number
}

export type QuoteLine = Where & {
  readonly kind: 'QUOTE'
  readonly id: string
  /** As its flow knows it. */
  readonly quoteId: string | number
  readonly order: OrderRow
  readonly label: string
  /** Above the mark, in the quote unit. */
  readonly toMark: number | undefined
  /** How many quotes of its side have a better price; unknown in the direct flow, where makers do not see each other. */
  readonly better: number | undefined
  readonly at: number
  readonly expiresAt: number
}
export type HeadLine = Where & { readonly kind: 'HEAD'; readonly id: string; readonly bids: number; readonly asks: number }
export type OwnLine = QuoteLine | HeadLine

export type OwnKnown = {
  readonly orders: Iterable<OrderView>
  readonly rfqs: ReadonlyMap<string, RfqView>
  readonly quotes: Iterable<GroupQuoteView>
  readonly markets: ReadonlyMap<number, GroupRfqView>
  readonly bookByMarket: ReadonlyMap<number, readonly BookQuoteView[]>
  readonly marks: ReadonlyMap<number, MarkView>
}

export const ownQuotes = (known: OwnKnown): readonly QuoteLine[] => [
  ...[...known.orders].filter(({ state }) => state === 'OPEN').map((order) => directLine(order, known)),
  ...[...known.quotes]
    .filter(({ status, remaining_quantity: rests }) => status === 'OPEN' && Number(rests) > 0)
    .map((quote) => groupLine(quote, known)),
]

function directLine(order: OrderView, { rfqs, marks }: OwnKnown): QuoteLine {
  const rfq = rfqs.get(order.rfq_id)
  const row = directOrder(order)
  const mark = rfq === undefined ? undefined : structureMark(rfq.legs, marks)
  return {
    ...whereOf(row, rfq, mark),
    kind: 'QUOTE',
    id: row.id,
    quoteId: order.id,
    order: row,
    label: order.label ?? '',
    toMark: mark === undefined ? undefined : Number(order.price) - mark,
    better: undefined,
    at: order.created_at,
    expiresAt: order.expires_at,
  }
}

function groupLine(quote: GroupQuoteView, { markets, bookByMarket, marks }: OwnKnown): QuoteLine {
  const market = markets.get(quote.rfq_id)
  const shape = market === undefined ? undefined : shapeOf(market)
  const row = groupQuote(quote, market)
  const mark = shape === undefined ? undefined : structureMark(shape.legs, marks)
  return {
    ...whereOf(row, shape, mark),
    kind: 'QUOTE',
    id: row.id,
    quoteId: quote.id,
    order: row,
    label: quote.label ?? '',
    toMark: mark === undefined ? undefined : Number(quote.price) - mark,
    better: betterThan(quote, bookByMarket.get(quote.rfq_id)),
    at: quote.created,
    expiresAt: quote.lapses_at,
  }
}

type Shaped = Pick<RfqView, 'strategy_code' | 'legs'>

function whereOf(row: OrderRow, shape: Shaped | undefined, mark: number | undefined): Where {
  return {
    group: `${row.flow} ${row.rfqId}`,
    flow: row.flow,
    rfqId: row.rfqId,
    venue: row.venue,
    base_currency: row.base_currency,
    strategy: shape === undefined ? row.structure : strategyName(shape),
    places: shape === undefined ? '' : structureText(shape.legs),
    mark,
    decimals: shape === undefined ? (row.price.split('.')[1]?.length ?? 0) : priceDecimals(shape),
  }
}

function betterThan(quote: GroupQuoteView, book: readonly BookQuoteView[] | undefined): number | undefined {
  if (book === undefined) return undefined
  const sign = quote.side === 'BUY' ? 1 : -1
  return book.filter(
    (other) =>
      other.id !== quote.id &&
      other.side === quote.side &&
      Number(other.remaining_quantity) > 0 &&
      sign * (Number(other.price) - Number(quote.price)) > 0,
  ).length
}

/** Asks above bids as in a book, each RFQ or market under a head of its own; the one touched last comes first. */
export function withHeads(quotes: readonly QuoteLine[]): readonly OwnLine[] {
  const groups = Map.groupBy(quotes, ({ group }) => group)
  const newest = (lines: readonly QuoteLine[]) => Math.max(...lines.map(({ at }) => at))
  return [...groups.values()].sort((a, b) => newest(b) - newest(a)).flatMap((lines) => [headOf(lines), ...lines.toSorted(asInABook)])
}

function asInABook(a: QuoteLine, b: QuoteLine): number {
  if (a.order.side !== b.order.side) return a.order.side === 'SELL' ? -1 : 1
  return Number(b.order.price) - Number(a.order.price) || a.at - b.at
}

function headOf(lines: readonly QuoteLine[]): HeadLine {
  const { group, flow, rfqId, venue, base_currency, strategy, places, mark, decimals } = lines[0]!
  const asks = lines.filter(({ order }) => order.side === 'SELL').length
  return {
    kind: 'HEAD',
    id: `head ${group}`,
    bids: lines.length - asks,
    asks,
    ...{ group, flow, rfqId, venue, base_currency, strategy, places, mark, decimals },
  }
}

export const countSides = (quotes: readonly QuoteLine[]): { readonly bids: number; readonly asks: number } => {
  const asks = quotes.filter(({ order }) => order.side === 'SELL').length
  return { bids: quotes.length - asks, asks }
}
