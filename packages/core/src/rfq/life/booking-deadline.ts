/** The next time at which a trade of the RFQ that waits to be booked needs an action (rulebook 16.5, 16.6). */
import type { LiveRfq } from '../model/live-rfq.ts'
import type { Trade } from '../model/trade.ts'

/** The trade whose booking is due next, and what is due: its reminder, or its end. */
export type BookingDue = { readonly trade: Trade; readonly at: number; readonly kind: 'RemindOfBooking' | 'ExpireBooking' }

export function nextBookingDue({ trades }: Pick<LiveRfq, 'trades'>): BookingDue | undefined {
  let next: BookingDue | undefined
  for (const trade of trades) {
    const { booking } = trade
    if (booking === undefined || booking.disputedAt !== undefined) continue
    const { remindAt, dueAt } = booking
    const due: BookingDue =
      remindAt === undefined ? { trade, at: dueAt, kind: 'ExpireBooking' } : { trade, at: remindAt, kind: 'RemindOfBooking' }
    if (next === undefined || due.at < next.at) next = due
  }
  return next
}
