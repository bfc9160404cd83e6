/** Answers questions of other features about desks, from memory. The account feature keeps it up to date. */
import type { Blocklists, DeskId, MakerGroup, Refusal, VenueCode } from '@parley/core'

export type Desk = {
  readonly ticker: DeskId
  readonly name: string
  readonly firmName: string
  readonly isMaker: boolean
  readonly venues: readonly VenueCode[]
}
export type VenueAccount = {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
  /** A read-only account never settles trades, and is never used as the default when no account is named. */
  readonly isReadOnly: boolean
  /** The reason why nothing can currently be placed with this account (rulebook 2.22). Only its own desk may see it. */
  readonly refusal?: Refusal
}

export interface Directory {
  desk(ticker: DeskId): Desk | undefined
  desks(): readonly Desk[]
  /** Venues that are offered to the desk (rulebook 3.23). */
  offered(desk: DeskId): readonly VenueCode[]
  /** Market makers with an account at the venue that have approved the desk and are approved by it. Never includes the desk itself. */
  eligibleMakers(taker: DeskId, venue: VenueCode): readonly DeskId[]
  approved(a: DeskId, b: DeskId): boolean
  /** The groups that the desk can send RFQs to: its own, then the operator's (rulebook 2.14). */
  groups(desk: DeskId): readonly MakerGroup[]
  /** Desks that must not trade with this desk when names are hidden; undefined if there are none (rulebook 10.23, 10.24). */
  apart(desk: DeskId): Blocklists | undefined
  accounts(desk: DeskId, venue: VenueCode): readonly VenueAccount[]
}
