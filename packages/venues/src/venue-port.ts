/**
 * All that Parley needs of a venue; small enough to read in a minute. An adapter is written once per venue and has to pass
 * compliance.ts. Adapters translate; they hold no rule of the market and never retry a settlement on their own.
 */
import type { Instrument, Mark, Price, Quantity, Side, VenueCode } from '@parley/core'

export type VenueCredentials = { readonly clientId: string; readonly clientSecret: string }

/** One leg as both parties send it to the venue. */
export type BlockLeg = {
  readonly instrument: Instrument
  /** The maker's side of this leg. */
  readonly makerSide: Side
  readonly price: Price
  readonly quantity: Quantity
}

/** A two-party block. `nonce` names it for ever: the venue executes one nonce at most once. */
export type Block = { readonly nonce: string; readonly at: number; readonly legs: readonly BlockLeg[] }

/** The maker's consent, opaque: only the venue can read it. */
export type Verification = { readonly signature: string; readonly expiresAt: number }

/** The keys of both parties. A venue may name each to the other, or expect the taker first; an adapter takes of them what its venue asks for. */
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

/** REJECTED is the venue's final word; UNKNOWN means the answer was lost or the venue was busy: ask `findBlock` before anything else. */
export type VenueAnswer<T> =
  | { readonly outcome: 'DONE'; readonly value: T }
  | { readonly outcome: 'REJECTED'; readonly message: string; readonly code: string }
  | { readonly outcome: 'UNKNOWN'; readonly message: string; readonly retryAfterMs: number }

export type VenueHealth = { readonly state: 'CONNECTED' | 'CONNECTING' | 'CLOSED'; readonly lastMessageAt: number | undefined }

export interface VenueListener {
  /** Marks that changed; the first call after connecting brings all of them, in as many calls as it takes. */
  onMarks(marks: readonly Mark[]): void
  /** Index price in USD of a base currency. */
  onIndex(baseCurrency: string, price: number, at: number): void
  /** Instruments that were listed or have expired since `instruments()`. */
  onInstruments(changed: readonly Instrument[]): void
  onHealth(health: VenueHealth): void
}

export interface Venue {
  readonly code: VenueCode
  /** Everything listed now; safe to call again after a reconnect. */
  instruments(): Promise<readonly Instrument[]>
  /** Streams until closed; reconnects, authenticates and resubscribes by itself. */
  connect(listener: VenueListener): Promise<void>
  health(): VenueHealth
  /** Whether the credentials open an account that may trade blocks. */
  checkAccount(credentials: VenueCredentials): Promise<VenueAnswer<{ readonly accountName: string }>>
  /** The maker agrees to exactly this block. */
  verifyBlock(block: Block, parties: Parties): Promise<VenueAnswer<Verification>>
  /** The taker executes what the maker verified. */
  executeBlock(block: Block, verification: Verification, parties: Parties): Promise<VenueAnswer<Settled>>
  /**
   * The outcome of a block, asked with either party's credentials; the maker's tell more where one taker deals alike with several makers.
   * NOT_SO_FAR: it is not known to have been executed, and it could still be, if an earlier request is on its way; executing this same block
   * again is safe, giving up or starting another one is not. NEVER_HAPPENED is said only once the venue can no longer execute it.
   * `claimed` names the venue's trades that belong to other blocks.
   */
  findBlock(
    block: Block,
    party: VenueCredentials,
    claimed?: (venueTradeId: string) => boolean,
  ): Promise<VenueAnswer<Settled | BlockAbsence>>
  close(): Promise<void>
}
