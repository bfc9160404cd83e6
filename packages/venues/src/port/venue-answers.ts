/** The types of every venue call: blocks, the keys of their parties, and the venue's responses. */
import type { Instrument, Price, Quantity, Side } from '@parley/core'

export type VenueCredentials = { readonly clientId: string; readonly clientSecret: string }

/** A contract that can be a leg of a block. At a venue outside the unified markets, it may not belong to any product in the catalogue. */
export type Contract = Omit<Instrument, 'venue' | 'productCode'> & { readonly venue: string }

/** One leg as both parties send it to the venue. */
export type BlockLeg = {
  readonly instrument: Contract
  /** The maker's side of this leg. */
  readonly makerSide: Side
  readonly price: Price
  readonly quantity: Quantity
}

/** A block between two parties. The venue executes a nonce at most once. */
export type Block = { readonly nonce: string; readonly at: number; readonly legs: readonly BlockLeg[] }

/** The maker's consent. Only the venue can read it. */
export type Verification = { readonly signature: string; readonly expiresAt: number }

/** The keys of both parties. An adapter uses those that its venue requires. */
export type Parties = { readonly maker: VenueCredentials; readonly taker: VenueCredentials }

export type SettledLeg = {
  readonly instrumentName: string
  readonly price: Price
  readonly quantity: Quantity
  readonly markPrice?: number
  readonly indexPrice?: number
}
export type Settled = { readonly venueTradeId: string; readonly at: number; readonly legs: readonly SettledLeg[] }

export type BlockAbsence = 'NOT_SO_FAR' | 'NEVER_HAPPENED'

/** REJECTED is final. UNKNOWN means that the response was lost or the venue was busy: call `findBlock` before anything else. */
export type VenueAnswer<T> =
  | { readonly outcome: 'DONE'; readonly value: T }
  | { readonly outcome: 'REJECTED'; readonly message: string; readonly code: string }
  | { readonly outcome: 'UNKNOWN'; readonly message: string; readonly retryAfterMs: number }
