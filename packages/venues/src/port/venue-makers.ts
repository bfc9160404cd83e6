/**
 * A venue with makers of its own, whom a taker may ask beside ours. The request, its quotes and its trade live at the venue, between the taker's
 * account and the venue; an adapter translates, and never accepts twice on its own.
 */
import type { Instrument, Price, Quantity, Side } from '@parley/core'
import type { Block, BlockAbsence, Settled, VenueAnswer, VenueCredentials } from './venue-answers.ts'

/** One leg as the buyer of the structure takes it; a leg with a price is a hedge. */
export type VenueRfqLeg = {
  readonly instrument: Instrument
  readonly side: Side
  readonly quantity: Quantity
  readonly hedgePrice?: Price
}

export type VenueRfqTerms = {
  /** Our name for it, by which it is found again after a crash; at most 64 characters. */
  readonly name: string
  readonly legs: readonly VenueRfqLeg[]
  /** Whether makers read who asks. */
  readonly taker: 'DISCLOSED' | 'ANONYMOUS'
}

/** Quotes of one price that can be taken together, in the venue's own unit of the structure. */
export type VenueLevel = {
  readonly price: Price
  readonly quantity: Quantity
  readonly makers: readonly string[]
  readonly isAllOrNone: boolean
  readonly at: number
}

export type VenueRfq = {
  readonly id: string
  readonly name: string | undefined
  readonly state: 'OPEN' | 'FILLED' | 'CANCELED' | 'EXPIRED'
  readonly createdAt: number
  readonly expiresAt: number
  /** In the venue's own unit: the common factor of the legs' quantities. The whole of it trades, or nothing. */
  readonly quantity: Quantity
  /** Best first. Empty while the venue hides them. */
  readonly bids: readonly VenueLevel[]
  readonly asks: readonly VenueLevel[]
}

/** A block that is accepted in a request: its legs are those of the request, each at a price so that the legs add up to the worst price taken. */
export type VenueAcceptance = { readonly venueRfqId: string; readonly block: Block }

export interface VenueRfqListener {
  /** A request of this account as it is now. */
  onRfq(rfq: VenueRfq): void
  /** All its open requests, after the line was opened or opened again; what is not among them has ended. */
  onAll(open: readonly VenueRfq[]): void
  /** Nothing is known of its quotes until `onAll` comes again. */
  onLost(reason: string): void
}

export interface VenueMakers {
  /** Asks every maker of the venue. UNKNOWN: look for its name among `open` before asking again. */
  ask(terms: VenueRfqTerms, taker: VenueCredentials): Promise<VenueAnswer<VenueRfq>>
  /** The open requests of the account, newest first. */
  open(taker: VenueCredentials): Promise<VenueAnswer<readonly VenueRfq[]>>
  /** Streams the account's requests until the answered function is called; reconnects and repairs by itself. */
  watch(taker: VenueCredentials, listener: VenueRfqListener): () => void
  /** Takes the whole quantity at the price of the block or a better one, at once or not at all. */
  accept(acceptance: VenueAcceptance, taker: VenueCredentials): Promise<VenueAnswer<Settled>>
  /**
   * The outcome of an acceptance. NOT_SO_FAR: it has not been executed, and an earlier request could still be; accepting this same one again is safe,
   * because a request fills once. NEVER_HAPPENED is said only once the request has ended unfilled.
   */
  findAcceptance(acceptance: VenueAcceptance, taker: VenueCredentials): Promise<VenueAnswer<Settled | BlockAbsence>>
  /** DONE also where it had ended before. */
  cancel(venueRfqId: string, taker: VenueCredentials): Promise<VenueAnswer<'ENDED'>>
}
