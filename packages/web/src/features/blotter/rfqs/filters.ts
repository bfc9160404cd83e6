/** The filters over the rows of the main table. Pure. */
import { hasTradedToday, type RfqRow } from '../row/rfq-rows.ts'

export type RfqFilter = 'ALL' | 'I_QUOTE' | 'MINE' | 'PINNED' | 'TRADED'

export type Filters = {
  readonly currency: string
  readonly venue: string
  readonly filter: RfqFilter
  /** Strategies and products to show. Empty shows all. */
  readonly strategies: readonly string[]
  readonly products: readonly string[]
  readonly text: string
}

const fits: Readonly<Record<RfqFilter, (row: RfqRow, now: number) => boolean>> = {
  ALL: () => true,
  I_QUOTE: (row) => row.isQuoted,
  MINE: (row) => row.role === 'TAKER',
  PINNED: (row) => row.isPinned,
  TRADED: (row, now) => hasTradedToday(row.rfq, now),
}

/** The rows of the chosen currency and venue, which the chips count. */
export const inMarket = (rows: readonly RfqRow[], { currency, venue }: Pick<Filters, 'currency' | 'venue'>): readonly RfqRow[] =>
  rows.filter(({ rfq }) => (currency === 'ALL' || rfq.baseCurrency === currency) && (venue === 'ALL' || rfq.venue === venue))

export const countOf = (rows: readonly RfqRow[], filter: RfqFilter, now: number): number =>
  rows.filter((row) => fits[filter](row, now)).length

export function filterRows(rows: readonly RfqRow[], filters: Omit<Filters, 'currency' | 'venue'>, now: number): readonly RfqRow[] {
  const { filter, strategies, products, text } = filters
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      fits[filter](row, now) &&
      (strategies.length === 0 || strategies.includes(row.strategy)) &&
      (products.length === 0 || row.products.some((name) => products.includes(name))) &&
      words.every((word) => row.searched.includes(word)),
  )
}
