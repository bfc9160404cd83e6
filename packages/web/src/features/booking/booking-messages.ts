/** Texts for a trade that both desks book at the venue, from the viewer's side. Pure. */
import type { Booking, BookingWord, Trade } from '@parley/client'
import { type BookingStatus, displayBooking, priceText, quantityText, venues } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'

export const venueNameOf = (venue: string): string => Object.values(venues).find(({ code }) => code === venue)?.name ?? venue

export const bookingStatus = ({ state, mine }: Booking): BookingStatus => displayBooking({ state, hasConfirmed: mine?.booked === true })

export const bookingTones: Readonly<Record<BookingStatus, Tone>> = {
  'Book it': 'warn',
  'Waiting for them': 'plain',
  Disputed: 'danger',
  Booked: 'mine',
  'Not booked': 'danger',
}

/** The next step, or what the desk is waiting for. */
export function bookingSentence({ state, mine, theirs, deskName }: Booking, venue: string): string {
  const name = venueNameOf(venue)
  switch (state) {
    case 'WAITING':
      if (mine?.booked === true) return `You have booked it. It is filled when ${deskName} confirms.`
      return theirs?.booked === true
        ? `${deskName} has booked it at ${name}. Book exactly these terms, then confirm.`
        : `${name} does not settle this trade between two firms. Both desks book exactly these terms there, then confirm.`
    case 'DISPUTED':
      return mine?.booked === true
        ? `You have booked it and ${deskName} has not. It closes when both desks confirm or the operator decides.`
        : `${deskName} has booked it and you have not. It closes when both desks confirm or the operator decides.`
    case 'BOOKED':
      return `Both desks have booked it at ${name}.`
    case 'NOT_BOOKED':
      return 'Not booked. Nothing was traded.'
  }
}

const MINUTE_MS = 60_000

/** `23 h 59 min left`. */
export function timeLeftText(ms: number): string {
  if (ms <= 0) return 'time expired'
  const minutes = Math.ceil(ms / MINUTE_MS)
  return minutes < 60 ? `${minutes} min left` : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

export function wordText(word: BookingWord | undefined): string {
  if (word === undefined) return 'no answer yet'
  if (!word.booked) return `cannot be booked: ${word.reason}`
  return `booked as ${word.venueReference}${word.note === undefined ? '' : `, “${word.note}”`}`
}

export type Term = { readonly name: string; readonly text: string }

/** The terms as they are entered at the venue: one per line, each with its own copy button. */
export function termsOf({ legs, account }: Pick<Trade, 'legs' | 'account'>, booking: Booking): readonly Term[] {
  const leg = (place: number) => (legs.length === 1 ? '' : ` ${place + 1}`)
  return [
    ...legs.flatMap(({ side, quantity, instrumentName, price }, place) => [
      { name: `You${leg(place)}`, text: `${side === 'BUY' ? 'Buy' : 'Sell'} ${quantityText(quantity)} ${instrumentName}` },
      { name: `Price${leg(place)}`, text: priceText(price, 0) },
    ]),
    { name: 'With', text: booking.deskName },
    { name: 'Their account', text: booking.account },
    ...(account === undefined ? [] : [{ name: 'Your account', text: account }]),
  ]
}
