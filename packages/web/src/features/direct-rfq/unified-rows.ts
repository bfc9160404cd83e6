/** Both flows in one list: what a row of either says in the same words, and the filters that go over them. Pure. */
import { product } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'
import { hasTradedToday, type MarketRow, type MarketStatus } from '../group-rfq/market-rows.ts'
import { remembering } from '../../live/remembered.ts'
import type { RfqRow } from './rfq-rows.ts'

type SharedRow = {
  /** Of a market `g_…`; pins and rows know both flows by it. */
  readonly id: string
  readonly venue: string
  readonly currency: string
  /** Names of the products of its legs. */
  readonly products: readonly string[]
  readonly strategy: string
  readonly structure: string
  readonly ratio: string
  readonly bid: string | undefined
  readonly ask: string | undefined
  readonly mark: number | undefined
  readonly decimals: number
  /** What the viewing desk is in it; a market in which it has nothing gives it none. */
  readonly role: 'TAKER' | 'MAKER' | undefined
  readonly isQuoted: boolean
  readonly status: string
  readonly tone: Tone
  readonly at: number
  readonly isOver: boolean
  readonly isPinned: boolean
  readonly hasTradedToday: boolean
  /** Everything a typed word may stand in. */
  readonly searched: string
}
export type DirectRow = SharedRow & { readonly flow: 'DIRECT'; readonly direct: RfqRow; readonly market?: undefined }
export type GroupRow = SharedRow & { readonly flow: 'ORDER_BOOK'; readonly direct?: undefined; readonly market: MarketRow }
export type UnifiedRow = DirectRow | GroupRow

export const isDirect = (row: UnifiedRow): row is DirectRow => row.flow === 'DIRECT'
export const isOfGroup = (row: UnifiedRow): row is GroupRow => row.flow === 'ORDER_BOOK'

/** As the server says it, and the legs by name: what a row tells when one asks for more. */
export const descriptionOf = (row: UnifiedRow): string => (isDirect(row) ? row.direct.rfq.description : row.market.market.description)
export const instrumentsOf = (row: UnifiedRow): readonly string[] =>
  isDirect(row) ? row.direct.rfq.legs.map((leg) => leg.instrument_name) : row.market.market.legs.map((leg) => leg.instrument)

const directTones: Readonly<Record<RfqRow['status'], Tone>> = {
  Draft: 'plain',
  Active: 'open',
  Filled: 'mine',
  'Trd Away': 'faint',
  Expired: 'faint',
  Canceled: 'faint',
  Closed: 'faint',
}
const marketTones: Readonly<Record<MarketStatus, Tone>> = { Active: 'plain', Open: 'open', Filled: 'mine', Ended: 'faint' }

const productNames = (codes: readonly string[]): readonly string[] => [...new Set(codes.map((code) => product(code)?.shortName ?? code))]

const direct = remembering<UnifiedRow>()
export const unifyDirect = (row: RfqRow): UnifiedRow => direct(row, [], () => fromDirect(row))

function fromDirect(row: RfqRow): UnifiedRow {
  const { rfq, id, strategy, structure, ratio, bid, ask, mark, decimals, status, counterparty, isPinned } = row
  const products = productNames(rfq.product_codes)
  return {
    flow: 'DIRECT',
    direct: row,
    ...{ id, strategy, structure, ratio, bid, ask, mark, decimals, status, isPinned, products },
    venue: rfq.venue,
    currency: rfq.base_currency,
    role: rfq.role,
    isQuoted: rfq.role === 'MAKER',
    tone: directTones[status],
    at: rfq.created_at,
    isOver: rfq.state === 'CLOSED',
    hasTradedToday: rfq.traded,
    searched: wordsOf([id, rfq.venue, rfq.base_currency, strategy, structure, rfq.description, counterparty, status, rfq.label, 'direct', ...products]), // prettier-ignore
  }
}

const market = remembering<UnifiedRow>()
export const unifyMarket = (row: MarketRow, now: number): UnifiedRow => market(row, [now], () => fromMarket(row, now))

function fromMarket(row: MarketRow, now: number): UnifiedRow {
  const { market, own, id, strategy, structure, ratio, mark, decimals, status, isPinned } = row
  const products = productNames(market.product_codes)
  return {
    flow: 'ORDER_BOOK',
    market: row,
    ...{ id, strategy, structure, ratio, mark, decimals, status, isPinned, products },
    bid: row.bestBid?.price,
    ask: row.bestAsk?.price,
    venue: market.venue,
    currency: market.base_currency,
    role: own.role,
    isQuoted: own.bids.length + own.asks.length > 0,
    tone: marketTones[status],
    at: market.created,
    isOver: status === 'Ended',
    hasTradedToday: hasTradedToday(market, now),
    searched: wordsOf([id, market.venue, market.base_currency, strategy, structure, market.description, status, 'order book', ...products]),
  }
}

const wordsOf = (texts: readonly (string | null)[]): string => texts.join(' ').toLowerCase()

export const newestFirst = (rows: readonly UnifiedRow[]): readonly UnifiedRow[] => rows.toSorted((a, b) => b.at - a.at)

export type RfqFilter = 'ALL' | 'I_QUOTE' | 'MINE' | 'PINNED' | 'TRADED'

export type Filters = {
  readonly currency: string
  readonly venue: string
  readonly filter: RfqFilter
  /** Strategies and products to show; empty shows all. */
  readonly strategies: readonly string[]
  readonly products: readonly string[]
  readonly text: string
}

const fits: Readonly<Record<RfqFilter, (row: UnifiedRow) => boolean>> = {
  ALL: () => true,
  I_QUOTE: (row) => row.isQuoted,
  MINE: (row) => row.role === 'TAKER',
  PINNED: (row) => row.isPinned,
  TRADED: (row) => row.hasTradedToday,
}

/** Of the chosen currency and venue: what the chips count. */
export const inMarket = (rows: readonly UnifiedRow[], { currency, venue }: Pick<Filters, 'currency' | 'venue'>): readonly UnifiedRow[] =>
  rows.filter((row) => (currency === 'ALL' || row.currency === currency) && (venue === 'ALL' || row.venue === venue))

export const countOf = (rows: readonly UnifiedRow[], filter: RfqFilter): number => rows.filter(fits[filter]).length

export function filterRows(rows: readonly UnifiedRow[], filters: Omit<Filters, 'currency' | 'venue'>): readonly UnifiedRow[] {
  const { filter, strategies, products, text } = filters
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      fits[filter](row) &&
      (strategies.length === 0 || strategies.includes(row.strategy)) &&
      (products.length === 0 || row.products.some((name) => products.includes(name))) &&
      words.every((word) => row.searched.includes(word)),
  )
}
