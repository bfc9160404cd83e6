/**
 * A venue with its own makers, to whom a taker can send an RFQ in addition to ours. The RFQ, its quotes and its trade exist at the venue, between the
 * taker's account and the venue. An adapter only translates, and never accepts twice on its own.
 */
import type { Instrument, Price, Quantity, Side } from '@parley/core'
import type { Block, BlockAbsence, Settled, VenueAnswer, VenueCredentials } from './venue-answers.ts'

/** One leg as the buyer of the structure takes it. A leg with a price is a hedge. */
export type VenueRfqLeg = {
  readonly instrument: Instrument
  readonly side: Side
  readonly quantity: Quantity
  readonly hedgePrice?: Price
}

export type VenueRfqTerms = {
  /** Our name for the RFQ, by which it can be found again after a crash; at most 64 characters. */
  readonly name: string
  readonly legs: readonly VenueRfqLeg[]
  /** Whether makers see who sent the RFQ. */
  readonly taker: 'DISCLOSED' | 'ANONYMOUS'
}

/** Quotes at one price that can be taken together, in the venue's own unit of the structure. */
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
  /** In the venue's own unit: the common factor of the legs' quantities. It trades in full or not at all. */
  readonly quantity: Quantity
  /** Best first. Empty while the venue hides the quotes. */
  readonly bids: readonly VenueLevel[]
  readonly asks: readonly VenueLevel[]
}

/** A block with which an RFQ is accepted. It has the legs of the RFQ, with prices that add up to the worst accepted price. */
export type VenueAcceptance = { readonly venueRfqId: string; readonly block: Block }

export interface VenueRfqListener {
  /** The current state of one of this account's RFQs. */
  onRfq(rfq: VenueRfq): void
  /** All open RFQs of the account, sent after every connect. An RFQ that is missing from the list has ended. */
  onAll(open: readonly VenueRfq[]): void
  /** The quotes are unknown until the next `onAll`. */
  onLost(reason: string): void
}

export interface VenueMakers {
  /** Sends an RFQ to every maker of the venue. If it is UNKNOWN, look for its name among `open` before sending again. */
  ask(terms: VenueRfqTerms, taker: VenueCredentials): Promise<VenueAnswer<VenueRfq>>
  /** The account's open RFQs, newest first. */
  open(taker: VenueCredentials): Promise<VenueAnswer<readonly VenueRfq[]>>
  /** Streams the account's RFQs until the returned function is called. Reconnects and repairs its state automatically. */
  watch(taker: VenueCredentials, listener: VenueRfqListener): () => void
  /** Takes the whole quantity at the price of the block or better, immediately or not at all. */
  accept(acceptance: VenueAcceptance, taker: VenueCredentials): Promise<VenueAnswer<Settled>>
  /**
   * The outcome of an acceptance. NOT_SO_FAR: it has not been executed, but an earlier request could still execute it. Accepting the same RFQ again
   * is safe, because it fills only once. NEVER_HAPPENED is returned only once the RFQ has ended unfilled.
   */
  findAcceptance(acceptance: VenueAcceptance, taker: VenueCredentials): Promise<VenueAnswer<Settled | BlockAbsence>>
  /** Also DONE if the RFQ had already ended. */
  cancel(venueRfqId: string, taker: VenueCredentials): Promise<VenueAnswer<'ENDED'>>
}
