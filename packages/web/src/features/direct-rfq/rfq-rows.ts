/** The rows of the main table, worked out from what is live. Pure. */
import { displayDirectRfq, type DisplayStatus } from '@parley/core'
import type { RfqView } from '@parley/contracts'
import { bookOf } from '../../live/book.ts'
import { structureMark } from '../../live/marks.ts'
import type { Live } from '../../live/store.ts'
import { priceDecimals, ratiosText, strategyName, structureText } from './structure-text.ts'

export type RfqRow = {
  readonly id: string
  readonly rfq: RfqView
  readonly status: DisplayStatus
  readonly strategy: string
  readonly structure: string
  readonly ratio: string
  /** Best of the quotes the viewer may see: for the taker the makers', for a maker its own. */
  readonly bid: string | undefined
  readonly ask: string | undefined
  readonly quotes: number
  readonly mark: number | undefined
  /** How far the middle of the quotes is above the mark. */
  readonly offset: number | undefined
  readonly decimals: number
  readonly counterparty: string
  readonly isPinned: boolean
}

type Known = Pick<Live, 'rfqs' | 'quotesByRfq' | 'ordersByRfq' | 'marks'>

/** Newest first; drafts have their own list. */
export const rowsOf = (live: Known, pinned: ReadonlySet<string>): readonly RfqRow[] =>
  [...live.rfqs.values()]
    .filter((rfq) => rfq.state !== 'DRAFT' && rfq.closed_reason !== 'CLOSED_DRAFT')
    .sort((a, b) => b.created_at - a.created_at)
    .map((rfq) => rowOf(rfq, live, pinned.has(rfq.id)))

export function rowOf(rfq: RfqView, live: Known, isPinned: boolean): RfqRow {
  const { bids, asks } = bookOf(rfq, live.quotesByRfq.get(rfq.id), live.ordersByRfq.get(rfq.id))
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const mark = structureMark(rfq.legs, live.marks)
  return {
    id: rfq.id,
    rfq,
    status: displayDirectRfq({ state: rfq.state, closedReason: rfq.closed_reason, role: rfq.role, traded: rfq.traded }),
    strategy: strategyName(rfq),
    structure: structureText(rfq.legs),
    ratio: ratiosText(rfq.legs),
    bid,
    ask,
    quotes: bids.length + asks.length,
    mark,
    offset: bid === undefined || ask === undefined || mark === undefined ? undefined : (Number(bid) + Number(ask)) / 2 - mark,
    decimals: priceDecimals(rfq),
    counterparty: rfq.role === 'TAKER' ? 'You' : (rfq.taker_desk_name ?? 'Anonymous'),
    isPinned,
  }
}

export type RfqFilter = 'ALL' | 'I_QUOTE' | 'MINE' | 'PINNED'

export type Filters = {
  readonly currency: string
  readonly venue: string
  readonly filter: RfqFilter
  /** Strategies to show; empty shows all. */
  readonly strategies: readonly string[]
  readonly text: string
}

const fits: Readonly<Record<RfqFilter, (row: RfqRow) => boolean>> = {
  ALL: () => true,
  I_QUOTE: (row) => row.rfq.role === 'MAKER',
  MINE: (row) => row.rfq.role === 'TAKER',
  PINNED: (row) => row.isPinned,
}

/** Of the chosen currency and venue: what the chips count. */
export const inMarket = (rows: readonly RfqRow[], { currency, venue }: Pick<Filters, 'currency' | 'venue'>): readonly RfqRow[] =>
  rows.filter(({ rfq }) => (currency === 'ALL' || rfq.base_currency === currency) && (venue === 'ALL' || rfq.venue === venue))

export const countOf = (rows: readonly RfqRow[], filter: RfqFilter): number => rows.filter(fits[filter]).length

export function filterRows(
  rows: readonly RfqRow[],
  { filter, strategies, text }: Pick<Filters, 'filter' | 'strategies' | 'text'>,
): readonly RfqRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      fits[filter](row) &&
      (strategies.length === 0 || strategies.includes(row.strategy)) &&
      words.every((word) => searched(row).includes(word)),
  )
}

const searched = (row: RfqRow): string =>
  [
    row.id,
    row.rfq.venue,
    row.rfq.base_currency,
    row.strategy,
    row.structure,
    row.rfq.description,
    row.counterparty,
    row.status,
    row.rfq.label ?? '',
  ]
    .join(' ')
    .toLowerCase()
