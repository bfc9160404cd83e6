/** Decides what follows from the reports of the desks, the deadline and the operator about a booking (rulebook 16.2 to 16.7). */
import type { DeskId, Instant } from '../../ids.ts'
import { refuse } from '../../refusal.ts'
import {
  bookedReference,
  bookingOver,
  NOT_BOOKED_IN_TIME,
  notBookedBy,
  otherSeat,
  settledByOperator,
  wordOf,
  type Booking,
  type BookingSeat,
  type BookingWord,
} from '../model/booking.ts'
import { nextBookingDue } from '../life/booking-deadline.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Decision } from '../model/decision.ts'
import { confirmSettlement, rejectSettlement } from '../life/settlement.ts'
import type { RfqEvent } from '../model/events.ts'
import { tradeAtVenue, type LiveRfq } from '../model/live-rfq.ts'
import type { RfqRefusal } from '../model/refusal-codes.ts'
import type { Trade } from '../model/trade.ts'

const settlesItself = refuse(
  'NotBookedByDesks',
  '16.1',
  'The venue settles this trade as a block. It does not have to be booked by hand.',
  'id',
)
const notDisputed = refuse('NotDisputed', '16.7', 'The trade is not in dispute. Its two desks, or its deadline, decide it.', 'id')

type Waiting = { readonly trade: Trade; readonly booking: Booking }
type InBooking = Waiting & { readonly seat: BookingSeat }

function waitingIn(live: LiveRfq, id: Trade['id']): Waiting | RfqRefusal {
  const trade = tradeAtVenue(live, id)
  if (trade === undefined) return bookingOver
  return trade.booking === undefined ? settlesItself : { trade, booking: trade.booking }
}

function bookingOf(live: LiveRfq, { tradeId, actor: { desk } }: CommandOf<'ConfirmBooking' | 'RejectBooking'>): InBooking | RfqRefusal {
  const waiting = waitingIn(live, tradeId)
  if ('refused' in waiting) return waiting
  if (desk === waiting.trade.taker) return { ...waiting, seat: 'TAKER' }
  return desk === waiting.trade.maker ? { ...waiting, seat: 'MAKER' } : bookingOver
}

const said = (live: LiveRfq, trade: Trade, seat: BookingSeat, word: BookingWord): RfqEvent => ({
  kind: 'BookingSaid',
  id: live.rfq.id,
  tradeId: trade.id,
  seat,
  word,
})

const eventsOf = (decision: Decision): readonly RfqEvent[] => ('refused' in decision ? [] : decision)

/** Rulebook 16.2, 16.3: the trade is filled once the other desk has confirmed as well. A repeated report replaces the first one. */
export function confirmBooking(live: LiveRfq, command: CommandOf<'ConfirmBooking'>, now: Instant): Decision {
  const found = bookingOf(live, command)
  if ('refused' in found) return found
  const { trade, booking, seat } = found
  const { reference, note } = command
  const own = wordOf(booking, seat)
  if (own?.says === 'BOOKED' && own.reference === reference && own.note === note) return []
  const word: BookingWord = { says: 'BOOKED', reference, ...(note === undefined ? {} : { note }), at: now }
  const event = said(live, trade, seat, word)
  const theirs = wordOf(booking, otherSeat(seat))
  if (theirs?.says !== 'BOOKED') return [event]
  const venueTradeId = seat === 'TAKER' ? reference : theirs.reference
  return [event, ...eventsOf(confirmSettlement(live, { tradeId: trade.id, venueTradeId }, now))]
}

/** Rulebook 16.4: it ends the trade, unless the other desk has confirmed, which makes it a dispute. */
export function rejectBooking(live: LiveRfq, command: CommandOf<'RejectBooking'>, now: Instant): Decision {
  const found = bookingOf(live, command)
  if ('refused' in found) return found
  const { trade, booking, seat } = found
  const { reason, actor } = command
  const own = wordOf(booking, seat)
  if (own?.says === 'NOT_BOOKED' && own.reason === reason) return []
  if (own?.says === 'BOOKED' && booking.disputedAt === undefined) return isConfirmed(seat === 'TAKER' ? trade.maker : trade.taker)
  const event = said(live, trade, seat, { says: 'NOT_BOOKED', reason, at: now })
  if (wordOf(booking, otherSeat(seat))?.says !== 'BOOKED')
    return [event, ...eventsOf(rejectSettlement(live, trade.id, notBookedBy(actor.desk, reason), now))]
  return booking.disputedAt === undefined ? [event, disputed(live, trade, now)] : [event]
}

const isConfirmed = (other: DeskId): RfqRefusal =>
  refuse(
    'BookingConfirmed',
    '16.4',
    `Your desk has confirmed, and ${other} may rely on it. You can withdraw the confirmation once ${other} reports that it cannot book the trade, or the time is over.`,
  )

const disputed = ({ rfq: { id } }: LiveRfq, trade: Trade, at: Instant): RfqEvent => ({ kind: 'BookingDisputed', id, tradeId: trade.id, at })

/** Rulebook 16.5: one trade at a time. The next one that is due has its own command. */
export function expireBooking(live: LiveRfq, now: Instant): Decision {
  const due = nextBookingDue(live)
  if (due?.kind !== 'ExpireBooking' || due.at > now) return []
  const { trade } = due
  const isHalf = trade.booking !== undefined && bookedReference(trade.booking) !== undefined
  return isHalf ? [disputed(live, trade, now)] : rejectSettlement(live, trade.id, NOT_BOOKED_IN_TIME, now)
}

/** Rulebook 16.6. */
export function remindOfBooking(live: LiveRfq, now: Instant): Decision {
  const due = nextBookingDue(live)
  if (due?.kind !== 'RemindOfBooking' || due.at > now) return []
  return [{ kind: 'BookingReminded', id: live.rfq.id, tradeId: due.trade.id, at: now }]
}

/** Rulebook 16.7: the operator ends a dispute, one way or the other. */
export function settleDispute(live: LiveRfq, { tradeId, as, reason }: CommandOf<'SettleDispute'>, now: Instant): Decision {
  const found = waitingIn(live, tradeId)
  if ('refused' in found) return found
  const { booking } = found
  const reference = bookedReference(booking)
  if (booking.disputedAt === undefined || reference === undefined) return notDisputed
  return as === 'FILLED'
    ? confirmSettlement(live, { tradeId, venueTradeId: reference }, now)
    : rejectSettlement(live, tradeId, settledByOperator(reason), now)
}
