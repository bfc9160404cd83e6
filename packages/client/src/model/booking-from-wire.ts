/** The reports of both desks about a trade, from either dialect. */
import type { BookingWordView, TradeSettlementView } from '@parley/contracts'
import type { Booking, BookingWord } from './trade.ts'

export function bookingFrom(view: TradeSettlementView | undefined): Booking | undefined {
  if (view === undefined) return undefined
  return {
    state: view.state,
    dueAt: view.due_at,
    deskName: view.counterparty_desk_name,
    account: view.counterparty_account_name,
    mine: wordFrom(view.mine),
    theirs: wordFrom(view.theirs),
  }
}

function wordFrom(view: BookingWordView | null): BookingWord | undefined {
  if (view === null) return undefined
  return view.booked
    ? { booked: true, venueReference: view.venue_reference ?? '', note: view.note ?? undefined, at: view.at }
    : { booked: false, reason: view.reason ?? '', at: view.at }
}
