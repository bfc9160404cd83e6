/**
 * All that Parley needs of a venue; small enough to read in a minute. An adapter is written once per venue and has to pass
 * compliance.ts. Adapters translate; they hold no rule of the market and never retry a settlement on their own.
 */
import type { ChargedBlock, Instrument, Mark, Price, Quantity, VenueCode } from '@parley/core'
import type { Block, BlockAbsence, Contract, Parties, Settled, VenueAnswer, VenueCredentials, Verification } from './venue-answers.ts'
import type { VenueMakers } from './venue-makers.ts'

export type VenueHealth = {
  readonly state: 'CONNECTED' | 'CONNECTING' | 'CLOSED'
  readonly lastMessageAt: number | undefined
  /** Of the last ping or call that was answered. */
  readonly roundTripMs?: number
  /** The venue takes nothing for now, as it says itself or as its calendar has it: settling at 08:00 UTC, or under maintenance. */
  readonly pause?: 'SETTLEMENT' | 'MAINTENANCE'
}

/** One thing that a venue says of an account or its key. */
export type AccountFinding = {
  readonly about: 'KEY' | 'CLOCK' | 'MODE' | 'READ' | 'TRADE' | 'BLOCK_TRADE' | 'BLOCK_RFQ' | 'WITHDRAW' | 'ADDRESSES' | 'KEY_END'
  /** BAD keeps a block from being settled; WARNING does not, yet wants mending; NOT_SAID is what this venue does not tell. */
  readonly verdict: 'GOOD' | 'WARNING' | 'BAD' | 'NOT_SAID'
  /** For people: what was found and, where it is not good, what to change at the venue. */
  readonly sentence: string
  /** The venue's own words or code, as it said them. */
  readonly venueWords?: string
}

/** A venue's answer about a key, asked without trading anything. */
export type AccountCheck = {
  readonly accountName: string
  /** The venue's own number of the account or user. */
  readonly accountId?: string
  /** In the venue's words: `portfolio margin`, `unified, cross margin`. */
  readonly mode?: string
  readonly keyEndsAt?: number
  /** The addresses that the key is bound to, where the venue says them; none of them is any. */
  readonly boundAddresses?: readonly string[]
  readonly mayRead: boolean
  readonly maySettle: boolean
  /** It is good for orders in the venue's books, and the venue takes no blocks of it. */
  readonly settlesBlocks?: false
  readonly findings: readonly AccountFinding[]
}

/** Of one instrument; `quantity` is signed and in the unit of a block's quantity. */
export type VenuePosition = {
  readonly instrumentName: string
  readonly quantity: Quantity
  readonly averagePrice: Price
  readonly markPrice?: number
  readonly initialMargin?: number
  readonly liquidationPrice?: number
}
export type VenueBalance = { readonly currency: string; readonly equity: number; readonly available: number }
export type AccountHoldings = {
  readonly at: number
  readonly positions: readonly VenuePosition[]
  readonly balances: readonly VenueBalance[]
}

/** A block that was executed, as the venue's record shows it to one of its parties. */
export type RecordedBlock = ChargedBlock & { readonly role: 'MAKER' | 'TAKER'; readonly counterparty?: string }

/** The account that a key opens; reading moves nothing. */
export interface VenueAccounts {
  /** REJECTED only where the key opens nothing at all; a key that may not settle is DONE, with the findings that say why. */
  checkAccount(credentials: VenueCredentials): Promise<VenueAnswer<AccountCheck>>
  /** Positions and balances of the account, all of them or none. */
  readHoldings(credentials: VenueCredentials): Promise<VenueAnswer<AccountHoldings>>
  /** Every executed block of the account with `from` <= at < `to`, in ms, oldest first; whole or not at all. */
  readBlocks(credentials: VenueCredentials, from: number, to: number): Promise<VenueAnswer<readonly RecordedBlock[]>>
}

export interface VenueListener<Listed extends Contract = Instrument> {
  /** Marks that changed; the first call after connecting brings all of them, in as many calls as it takes. */
  onMarks(marks: readonly Mark[]): void
  /** Index price in USD of a base currency. */
  onIndex(baseCurrency: string, price: number, at: number): void
  /** Instruments that were listed or have expired since `instruments()`. */
  onInstruments(changed: readonly Listed[]): void
  onHealth(health: VenueHealth): void
}

/** A venue that settles blocks between two desks, whether or not the unified markets trade there. */
export interface BlockVenue<Listed extends Contract = Contract> extends VenueAccounts {
  readonly code: string
  /** Everything listed now; safe to call again after a reconnect. */
  instruments(): Promise<readonly Listed[]>
  /** Streams until closed; reconnects, authenticates and resubscribes by itself. */
  connect(listener: VenueListener<Listed>): Promise<void>
  health(): VenueHealth
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

/** A venue of the unified markets. */
export interface Venue extends BlockVenue<Instrument> {
  readonly code: VenueCode
  /** Present where the venue has makers of its own who can be asked. */
  readonly venueMakers?: VenueMakers
}
