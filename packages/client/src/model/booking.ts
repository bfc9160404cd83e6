/** Trades that both desks book at the venue themselves, in either dialect. */
import { directRfqCalls, type BookingBody } from '@parley/contracts'
import { command, numberOf, ORDER_BOOK_BASE, orderBookCalls, type Command, type OrderBookBase } from './command.ts'
import { tradeFromDrfq } from './from-drfq.ts'
import { tradeFromGrfq } from './from-grfq.ts'
import type { Trade, TradeRef } from './trade.ts'

export type BookingTerms =
  | {
      readonly booked: true
      /** The venue's id for the trade or order. */
      readonly venueReference: string
      readonly note?: string | undefined
    }
  | { readonly booked: false; readonly reason: string }

/** Reports that the desk has booked the trade at the venue, or why it cannot. */
export function bookTrade(trade: TradeRef, terms: BookingTerms, base: OrderBookBase = ORDER_BOOK_BASE): Command<Trade> {
  const body: BookingBody = terms.booked ? { booked: true, venue_reference: terms.venueReference, note: terms.note } : terms
  return trade.audience === 'DIRECT'
    ? command(directRfqCalls.bookTrade, { params: { id: trade.id }, body }, tradeFromDrfq)
    : command(orderBookCalls(base).bookTrade, { params: { id: numberOf(trade) }, body }, tradeFromGrfq)
}
