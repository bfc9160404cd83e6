/**
 * Everything that Parley needs from a venue; small enough to read in a minute. There is one adapter for each venue, and it has to pass compliance.ts.
 * Adapters only translate: they contain no market rules and never retry a settlement on their own.
 */
import type { ChargedBlock, Instrument, Mark, Price, Quantity, VenueCode } from '@parley/core'
import type { Block, BlockAbsence, Contract, Parties, Settled, VenueAnswer, VenueCredentials, Verification } from './venue-answers.ts'
import type { VenueMakers } from './venue-makers.ts'

export type VenueHealth = {
  readonly state: 'CONNECTED' | 'CONNECTING' | 'CLOSED'
  readonly lastMessageAt: number | undefined
  /** The duration of the last ping or call that was answered. */
  readonly roundTripMs?: number
  /** The venue is not accepting trades, according to its own report or its calendar: it is settling at 08:00 UTC, or under maintenance. */
  readonly pause?: 'SETTLEMENT' | 'MAINTENANCE'
}

/** One fact that a venue reports about an account or its key. */
export type AccountFinding = {
  readonly about: 'KEY' | 'CLOCK' | 'MODE' | 'READ' | 'TRADE' | 'BLOCK_TRADE' | 'BLOCK_RFQ' | 'WITHDRAW' | 'ADDRESSES' | 'KEY_END'
  /** BAD keeps blocks from settling. WARNING does not, but should be fixed. NOT_SAID is something that this venue does not report. */
  readonly verdict: 'GOOD' | 'WARNING' | 'BAD' | 'NOT_SAID'
  /** For people: what was found and, unless it is good, what to change at the venue. */
  readonly sentence: string
  /** The venue's own message or code. */
  readonly venueWords?: string
}

/** The venue's report on a key, obtained without trading. */
export type AccountCheck = {
  readonly accountName: string
  /** The venue's id for the account or user. */
  readonly accountId?: string
  /** A display name of the margin mode: `portfolio margin`, `unified, cross margin`. */
  readonly mode?: string
  readonly keyEndsAt?: number
  /** The addresses that the key is restricted to, if the venue reports them. An empty list means any address. */
  readonly boundAddresses?: readonly string[]
  readonly mayRead: boolean
  readonly maySettle: boolean
  /** The key can trade in the venue's order books, but the venue accepts no blocks from it. */
  readonly settlesBlocks?: false
  readonly findings: readonly AccountFinding[]
}

/** The position in one instrument; `quantity` is signed and in the unit of a block's quantity. */
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

/** An executed block, as the venue's record shows it to one of its parties. */
export type RecordedBlock = ChargedBlock & { readonly role: 'MAKER' | 'TAKER'; readonly counterparty?: string }

/** The account behind a key. These calls only read. */
export interface VenueAccounts {
  /** REJECTED only if the key does not work at all. A key that cannot settle is DONE, with findings that give the reason. */
  checkAccount(credentials: VenueCredentials): Promise<VenueAnswer<AccountCheck>>
  /** Positions and balances of the account, all of them or none. */
  readHoldings(credentials: VenueCredentials): Promise<VenueAnswer<AccountHoldings>>
  /** Every executed block of the account with `from` <= at < `to`, in ms, oldest first. Complete, or a failure. */
  readBlocks(credentials: VenueCredentials, from: number, to: number): Promise<VenueAnswer<readonly RecordedBlock[]>>
}

export interface VenueListener<Listed extends Contract = Instrument> {
  /** Marks that have changed. After connecting, the first calls bring all of them. */
  onMarks(marks: readonly Mark[]): void
  /** The index price of a base currency in USD. */
  onIndex(baseCurrency: string, price: number, at: number): void
  /** Instruments that were listed or have expired since `instruments()`. */
  onInstruments(changed: readonly Listed[]): void
  onHealth(health: VenueHealth): void
}

/** A venue that settles blocks between two desks, whether or not it is one of the unified markets. */
export interface BlockVenue<Listed extends Contract = Contract> extends VenueAccounts {
  readonly code: string
  /** All listed instruments; safe to call again after a reconnect. */
  instruments(): Promise<readonly Listed[]>
  /** Streams until closed; reconnects, authenticates and resubscribes automatically. */
  connect(listener: VenueListener<Listed>): Promise<void>
  health(): VenueHealth
  /** The maker agrees to exactly this block. */
  verifyBlock(block: Block, parties: Parties): Promise<VenueAnswer<Verification>>
  /** The taker executes what the maker verified. */
  executeBlock(block: Block, verification: Verification, parties: Parties): Promise<VenueAnswer<Settled>>
  /**
   * The outcome of a block, read with either party's credentials. The maker's show more if one taker trades the same block with several makers.
   * NOT_SO_FAR: it is not known to have been executed, but an earlier request could still execute it. Executing the same block again is safe; giving
   * up or starting another one is not. NEVER_HAPPENED is returned only once the venue can no longer execute it. `claimed` names the venue's trades
   * that belong to other blocks.
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
  /** Present if the venue has its own makers that can receive RFQs. */
  readonly venueMakers?: VenueMakers
}
