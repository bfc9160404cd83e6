/** Answers about desks for other features, from memory, kept fresh by the account feature. */
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
  /** Never used to settle; it is no account where none is named. */
  readonly isReadOnly: boolean
  /** Why nothing may be placed with it now (rulebook 2.22). Nobody but its own desk may learn of it. */
  readonly refusal?: Refusal
}

export interface Directory {
  desk(ticker: DeskId): Desk | undefined
  desks(): readonly Desk[]
  /** Venues that the desk is offered (rulebook 3.23). */
  offered(desk: DeskId): readonly VenueCode[]
  /** Market makers with an account at the venue that have approved the desk and are approved by it; never the desk itself. */
  eligibleMakers(taker: DeskId, venue: VenueCode): readonly DeskId[]
  approved(a: DeskId, b: DeskId): boolean
  /** The groups by which the desk may ask: its own, then the operator's (rulebook 2.14). */
  groups(desk: DeskId): readonly MakerGroup[]
  /** Desks that must not meet the desk where names are hidden; undefined where there are none (rulebook 10.23). */
  apart(desk: DeskId): Blocklists | undefined
  accounts(desk: DeskId, venue: VenueCode): readonly VenueAccount[]
}
