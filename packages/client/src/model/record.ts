/** The record of a direct RFQ: who responded when, the quotes at each trade, and every quote that was visible to the reader. */
import { directRfqCalls, type RfqRecordView } from '@parley/contracts'
import { command, type Command } from './command.ts'
import { orderFromDrfq, rfqFromDrfq, tradeFromDrfq } from './from-drfq.ts'
import type { Order } from './order.ts'
import type { Decline, Rfq, RfqRef, Side } from './rfq.ts'
import type { Trade } from './trade.ts'

export type RecordQuote = {
  readonly orderId: string
  readonly deskName: string
  readonly side: Side
  readonly price: string
  /** In a list of changes, 0 if it left. */
  readonly quantity: string
  readonly at: number
}

export type RecordMaker = {
  readonly deskName: string
  readonly answeredAt: number | undefined
  readonly decline: Decline | undefined
}

/** The trades of one of the reader's orders in one decision. */
export type RecordDeal = {
  readonly orderId: string
  readonly at: number
  /** The reader's own side. */
  readonly side: Side
  readonly trades: readonly Trade[]
  readonly markPrice: string | undefined
  readonly indexPrice: string | undefined
  readonly venueBid: string | undefined
  readonly venueAsk: string | undefined
  /** Undefined if the record is incomplete. */
  readonly quotes: readonly RecordQuote[] | undefined
}

export type RfqRecord = {
  readonly rfq: Rfq
  readonly askedAt: number
  /** If false, the record has too many events for its first to be read, and responses and quotes are unknown. */
  readonly isWhole: boolean
  readonly makers: readonly RecordMaker[]
  readonly deals: readonly RecordDeal[]
  readonly unfilled: readonly Order[]
  readonly changes: readonly RecordQuote[]
  readonly changesLeftOut: number
}

export function getRecord(rfq: RfqRef): Command<RfqRecord> {
  if (rfq.audience !== 'DIRECT') throw new TypeError(`${rfq.id} is an order book, in which no makers are asked.`)
  return command(directRfqCalls.getRfqRecord, { params: { id: rfq.id } }, recordFromDrfq)
}

const recordFromDrfq = (view: RfqRecordView): RfqRecord => ({
  rfq: rfqFromDrfq(view.rfq),
  askedAt: view.asked_at,
  isWhole: view.is_whole,
  makers: view.makers.map(({ desk_name: deskName, answered_at: answeredAt, decline }) => ({
    deskName,
    answeredAt: answeredAt ?? undefined,
    decline: decline === null ? undefined : { deskName, reason: decline.reason, text: decline.text ?? undefined, at: decline.at },
  })),
  deals: view.deals.map((deal) => ({
    orderId: deal.order_id,
    at: deal.at,
    side: deal.side,
    trades: deal.trades.map(tradeFromDrfq),
    markPrice: deal.mark_price ?? undefined,
    indexPrice: deal.index_price ?? undefined,
    venueBid: deal.venue_bid_price ?? undefined,
    venueAsk: deal.venue_ask_price ?? undefined,
    quotes: deal.quotes?.map(quoteFrom),
  })),
  unfilled: view.unfilled.map(orderFromDrfq),
  changes: view.changes.map(quoteFrom),
  changesLeftOut: view.changes_left_out,
})

const quoteFrom = ({ order_id: orderId, desk_name: deskName, ...quote }: RfqRecordView['changes'][number]): RecordQuote => ({
  orderId,
  deskName,
  ...quote,
})
