/** All that rests of the desk, by the RFQ it rests in. Pure. */
import { isResting, type Level, type Order, type Rfq } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { audienceLook } from '../../live/audiences.ts'
import { structureMark } from '../../live/marks.ts'
import { priceDecimals, strategyName, structureText } from '../structure/structure-text.ts'
import { nameOfDescription } from '../structure/structure-name.ts'

/** The members that an RFQ and each quote in it have alike. */
type Where = Pick<Order, 'audience' | 'rfqId' | 'rfqNumber' | 'venue'> & {
  readonly group: string
  readonly baseCurrency: string
  readonly strategy: string
  readonly places: string
  readonly mark: number | undefined
  readonly decimals: number
}

export type QuoteLine = Where & {
  readonly kind: 'QUOTE'
  readonly id: string
  readonly order: Order
  /** Above the mark, in the quote unit. */
  readonly toMark: number | undefined
  /** How many quotes of its side have a better price; unknown where makers do not see each other. */
  readonly better: number | undefined
}
export type HeadLine = Where & { readonly kind: 'HEAD'; readonly id: string; readonly bids: number; readonly asks: number }
export type OwnLine = QuoteLine | HeadLine

export type OwnKnown = {
  readonly orders: Iterable<Order>
  readonly rfqs: ReadonlyMap<string, Rfq>
  readonly levelsByRfq: ReadonlyMap<string, readonly Level[]>
  readonly marks: ReadonlyMap<number, MarkView>
}

export const ownQuotes = (known: OwnKnown): readonly QuoteLine[] => [...known.orders].filter(isResting).map((order) => lineOf(order, known))

function lineOf(order: Order, { rfqs, levelsByRfq, marks }: OwnKnown): QuoteLine {
  const rfq = rfqs.get(order.rfqId)
  const mark = rfq === undefined ? undefined : structureMark(rfq.legs, marks)
  return {
    ...whereOf(order, rfq, mark),
    kind: 'QUOTE',
    id: order.id,
    order,
    toMark: mark === undefined ? undefined : Number(order.price) - mark,
    better: audienceLook[order.audience].showsRank ? betterThan(order, levelsByRfq.get(order.rfqId)) : undefined,
  }
}

const whereOf = (order: Order, rfq: Rfq | undefined, mark: number | undefined): Where => ({
  group: `${order.audience} ${order.rfqId}`,
  audience: order.audience,
  rfqId: order.rfqId,
  rfqNumber: order.rfqNumber,
  venue: order.venue,
  baseCurrency: rfq?.baseCurrency ?? order.baseCurrency ?? '',
  strategy: rfq === undefined ? nameOfDescription(order.description) : strategyName(rfq),
  places: rfq === undefined ? '' : structureText(rfq.legs),
  mark,
  decimals: rfq === undefined ? (order.price.split('.')[1]?.length ?? 0) : priceDecimals(rfq),
})

function betterThan(quote: Order, levels: readonly Level[] | undefined): number | undefined {
  if (levels === undefined) return undefined
  const sign = quote.side === 'BUY' ? 1 : -1
  const isBetter = (other: Level) => sign * (Number(other.price) - Number(quote.price)) > 0
  return levels.filter((other) => other.id !== quote.id && other.side === quote.side && Number(other.quantity) > 0 && isBetter(other))
    .length
}

/** Asks above bids as in a book, each RFQ under a head of its own; the one touched last comes first. */
export function withHeads(quotes: readonly QuoteLine[]): readonly OwnLine[] {
  const groups = Map.groupBy(quotes, ({ group }) => group)
  const newest = (lines: readonly QuoteLine[]) => Math.max(...lines.map(({ order }) => order.createdAt))
  return [...groups.values()].sort((a, b) => newest(b) - newest(a)).flatMap((lines) => [headOf(lines), ...lines.toSorted(asInABook)])
}

function asInABook({ order: a }: QuoteLine, { order: b }: QuoteLine): number {
  if (a.side !== b.side) return a.side === 'SELL' ? -1 : 1
  return Number(b.price) - Number(a.price) || a.createdAt - b.createdAt
}

function headOf(lines: readonly QuoteLine[]): HeadLine {
  const { order: _order, toMark: _toMark, better: _better, ...where } = lines[0]!
  return { ...where, kind: 'HEAD', id: `head ${where.group}`, ...countSides(lines) }
}

export const countSides = (quotes: readonly QuoteLine[]): { readonly bids: number; readonly asks: number } => {
  const asks = quotes.filter(({ order }) => order.side === 'SELL').length
  return { bids: quotes.length - asks, asks }
}
