/**
 * The booking of a trade that both desks book at the venue themselves, because the venue cannot settle it between two firms (rulebook 16). Only the
 * latest report of each desk counts. Two equal reports end the trade. Two different ones make it a dispute, and so does one that is missing for too
 * long.
 */
import type { DeskId, Instant } from '../../ids.ts'
import { refuse } from '../../refusal.ts'
import type { Structure } from '../../structure/structure.ts'
import { BOOKING_MS, BOOKING_REMINDER_MS } from './limits.ts'

/** A desk's report: it has booked the trade, with the venue's id for it, or it cannot book the trade. */
export type BookingWord =
  | { readonly says: 'BOOKED'; readonly reference: string; readonly note?: string; readonly at: Instant }
  | { readonly says: 'NOT_BOOKED'; readonly reason: string; readonly at: Instant }

export type Booking = {
  readonly dueAt: Instant
  /** When both desks are reminded; absent after the reminder. */
  readonly remindAt?: Instant
  readonly taker?: BookingWord
  readonly maker?: BookingWord
  /** When it became a dispute. A dispute has no deadline. */
  readonly disputedAt?: Instant
}

export const bookingOver = refuse(
  'BookingOver',
  '16.2',
  'The trade is not waiting to be booked: it is settled, rejected, or not one of your trades.',
  'id',
)

export type BookingSeat = 'TAKER' | 'MAKER'

/** Rulebook 16.5: a day, or until the first leg expires. The reminder comes two hours before the end, or halfway if that is later. */
export function newBooking({ legs }: Structure, agreedAt: Instant): Booking {
  const dueAt = Math.min(agreedAt + BOOKING_MS, ...legs.map(({ instrument }) => instrument.expiresAt ?? Infinity)) as Instant
  const before = Math.min(BOOKING_REMINDER_MS, Math.floor((dueAt - agreedAt) / 2))
  return { dueAt, remindAt: (dueAt - before) as Instant }
}

export const wordOf = (booking: Booking, seat: BookingSeat): BookingWord | undefined => (seat === 'TAKER' ? booking.taker : booking.maker)

export const otherSeat = (seat: BookingSeat): BookingSeat => (seat === 'TAKER' ? 'MAKER' : 'TAKER')

export const withWord = (booking: Booking, seat: BookingSeat, word: BookingWord): Booking =>
  seat === 'TAKER' ? { ...booking, taker: word } : { ...booking, maker: word }

/** The venue's id of a booked trade: the taker's, which is also the maker's if the venue gives both the same id (rulebook 16.3). */
export function bookedReference({ taker, maker }: Booking): string | undefined {
  if (taker?.says === 'BOOKED') return taker.reference
  return maker?.says === 'BOOKED' ? maker.reference : undefined
}

export const notBookedBy = (desk: DeskId, reason: string): string => `${desk} could not book it: ${reason}`
export const NOT_BOOKED_IN_TIME = 'Neither desk booked it in time; nothing was traded.'
export const settledByOperator = (reason: string): string => `The operator settled the dispute: ${reason}`
