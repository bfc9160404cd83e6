/** The record of a direct RFQ in the published format. Core has decided which parts the viewer may see. */
import {
  formatPrice,
  formatQuantity,
  makerHistories,
  takerHistories,
  recordFor,
  type Deal,
  type DeskId,
  type Instant,
  type MakerAnswer,
  type PastAsk,
  type PastRequest,
  type Price,
  type ShownQuote,
} from '@parley/core'
import type { MakerHistoriesView, TakerHistoriesView, RfqRecordView } from '@parley/contracts'
import type { StoredRecord } from '../../../rfq/record-store.ts'
import { CHANGES_LISTED } from './limits.ts'
import { presentOrder, presentRfq, presentTrade } from './present.ts'

export function presentRecord({ rfq, ...facts }: StoredRecord, viewer: DeskId): RfqRecordView | undefined {
  const record = recordFor(rfq, facts, viewer)
  const view = presentRfq(rfq, viewer)
  if (record === undefined || view === undefined) return undefined
  const { changes } = record
  const listed = changes.slice(-CHANGES_LISTED)
  return {
    rfq: view,
    asked_at: record.askedAt,
    is_whole: record.isWhole,
    makers: record.makers.map(presentAnswer),
    deals: record.deals.map((deal) => ({
      ...presentDeal(deal),
      trades: deal.trades.map((trade) => presentTrade(rfq, trade, viewer)!),
    })),
    unfilled: record.unfilled.map((order) => presentOrder(rfq, order)),
    changes: listed.map(presentQuote),
    changes_left_out: changes.length - listed.length,
  }
}

const presentAnswer = ({ desk, answeredAt, decline }: MakerAnswer): RfqRecordView['makers'][number] => ({
  desk_name: desk,
  answered_at: answeredAt ?? null,
  decline: decline === undefined ? null : { desk_name: decline.desk, reason: decline.reason, text: decline.text ?? null, at: decline.at },
})

const priceOrNull = (price: Price | undefined): string | null => (price === undefined ? null : formatPrice(price))

const presentDeal = ({ order, at, side, reference, quotes }: Deal): Omit<RfqRecordView['deals'][number], 'trades'> => ({
  order_id: order,
  at,
  side,
  mark_price: priceOrNull(reference?.markPrice),
  index_price: priceOrNull(reference?.indexPrice),
  venue_bid_price: priceOrNull(reference?.bidPrice),
  venue_ask_price: priceOrNull(reference?.askPrice),
  quotes: quotes === undefined ? null : quotes.map(presentQuote),
})

const presentQuote = ({ order, desk, side, price, quantity, at }: ShownQuote): RfqRecordView['changes'][number] => ({
  order_id: order,
  desk_name: desk,
  side,
  price: formatPrice(price),
  quantity: formatQuantity(quantity),
  at,
})

export const presentHistories = (requests: readonly PastRequest[], since: Instant, viewer: DeskId): MakerHistoriesView => ({
  since,
  results: makerHistories(requests, viewer).map(({ desk, asked, quoted, dealt, medianResponseMs }) => ({
    desk_name: desk,
    ...{ asked, quoted, dealt },
    median_response_ms: medianResponseMs ?? null,
  })),
})

export const presentTakerHistories = (asks: readonly PastAsk[], since: Instant, viewer: DeskId): TakerHistoriesView => ({
  since,
  results: takerHistories(asks, viewer).map(({ desk, asked, quoted, dealt, traded, lastDealtAt }) => ({
    desk_name: desk,
    ...{ asked, quoted, dealt, traded },
    last_dealt_at: lastDealtAt ?? null,
  })),
})
