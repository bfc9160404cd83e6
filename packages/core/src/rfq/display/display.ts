/** The status of an RFQ as shown to a desk (rulebook 8.8, 10.14). It needs so few members that wire data is enough. */
import type { ClosedReason, Rfq } from '../model/rfq.ts'
import type { BookingState } from './visibility.ts'

export type DisplayStatus = 'Draft' | 'Active' | 'Filled' | 'Trd Away' | 'Expired' | 'Canceled' | 'Closed'

export type DisplayFacts = {
  readonly state: Rfq['state']
  readonly closedReason?: ClosedReason | null
  readonly role: 'TAKER' | 'MAKER'
  /** Whether the reader's own desk has traded in it. */
  readonly traded: boolean
}

/** The status of a trade that its two desks book, as shown to one of them (rulebook 16.2). */
export type BookingStatus = 'Book it' | 'Waiting for them' | 'Disputed' | 'Booked' | 'Not booked'

export function displayBooking({ state, hasConfirmed }: { readonly state: BookingState; readonly hasConfirmed: boolean }): BookingStatus {
  switch (state) {
    case 'WAITING':
      return hasConfirmed ? 'Waiting for them' : 'Book it'
    case 'DISPUTED':
      return 'Disputed'
    case 'BOOKED':
      return 'Booked'
    case 'NOT_BOOKED':
      return 'Not booked'
  }
}

export function display(rfq: DisplayFacts): DisplayStatus {
  switch (rfq.state) {
    case 'DRAFT':
      return 'Draft'
    case 'OPEN':
      return 'Active'
    case 'CLOSED':
      return displayClosed(rfq)
  }
}

function displayClosed({ closedReason = null, role, traded }: DisplayFacts): DisplayStatus {
  switch (closedReason) {
    case 'EXECUTION_LIMIT':
      return role === 'TAKER' || traded ? 'Filled' : 'Trd Away'
    case 'EXPIRED':
    case 'INSTRUMENT_EXPIRED':
    case 'INACTIVE':
      return 'Expired'
    case 'CANCELED_BY_CREATOR':
      return 'Canceled'
    case 'CLOSED_DRAFT':
    case null:
      return 'Closed'
  }
}
