/**
 * A request for quotes: one structure at one venue, asked by one taker of chosen makers, or open to everybody. What differs between the kinds
 * stands in audience.ts. Its orders and trades stand beside it (open-rfq.ts).
 */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, RfqId } from '../ids.ts'
import type { Side, Structure } from '../structure/structure.ts'
import type { Actor } from './actor.ts'
import type { AudienceKind } from './audience.ts'

/** A desk's part in an RFQ; ANYONE where there are no fixed parts. */
export type Seat = 'TAKER' | 'MAKER' | 'ANYONE'

export type EndReason = 'EXPIRED' | 'CANCELED_BY_CREATOR' | 'INSTRUMENT_EXPIRED' | 'INACTIVE'
export type ClosedReason = EndReason | 'EXECUTION_LIMIT' | 'CLOSED_DRAFT'

export const declineReasons = ['SIZE', 'RISK', 'MARKET', 'CREDIT', 'OTHER'] as const
export type DeclineReason = (typeof declineReasons)[number]

/** A maker says that it will not quote, and why (rulebook 5.19, 10.19). */
export type Decline = {
  readonly desk: DeskId
  readonly reason: DeclineReason
  readonly text?: string
  readonly at: Instant
  /** Set once a quote takes it back; kept so that the times of an RFQ never go back. */
  readonly takenBackAt?: Instant
}

/** How many RFQs like it each maker had open from the same taker when it came (rulebook 8.10). */
export type Similar = Readonly<Record<DeskId, number>>

/** A named maker's trades in the RFQ, added up. */
export type MakerTotals = {
  readonly desk: DeskId
  readonly filled: Quantity
  readonly pending: Quantity
  /** When one of them was agreed or answered last. */
  readonly lastAt: Instant
}

export type LastTrade = { readonly price: Price; readonly quantity: Quantity; readonly side: Side; readonly at: Instant }

export type Rfq = {
  /** Where RFQs are numbered it is `r_` and the number. */
  readonly id: RfqId
  readonly number?: number
  readonly audience: AudienceKind
  readonly state: 'DRAFT' | 'OPEN' | 'CLOSED'
  readonly closedReason?: ClosedReason
  /** Set when it has to end but a trade is still at the venue: nothing new is taken, and it closes with that trade's answer. */
  readonly ending?: EndReason
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  /** Equal for equal structures, where opening one again joins it (rulebook 10.1). */
  readonly key?: string
  /** The most that all its trades together may be; absent where there is no such cap. */
  readonly quantity?: Quantity
  /** What the taker does with the structure, where that is said beforehand. */
  readonly side?: Side
  /** The smallest block and its step for this structure, as of the last time the RFQ was checked (rulebook 4.2, 4.3). */
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  readonly creator: Actor
  readonly isTakerAnonymous: boolean
  /** The taker's account at the venue, and its name for the RFQ. */
  readonly account?: string
  readonly label?: string
  /** The desks that were asked, in the order given; empty where every desk may quote. */
  readonly makers: readonly DeskId[]
  readonly createdAt: Instant
  /** Undefined where only perpetuals are traded in an RFQ that lives until its first expiry. */
  readonly expiresAt?: Instant
  readonly lastUpdatedAt: Instant
  /** Of orders and their trades; declines and answers of the venue keep no RFQ open (rulebook 10.5). */
  readonly lastActivityAt: Instant
  /** Of all its trades. A trade counts from its agreement, and no more once the venue rejects it (rulebook 7.1, 7.3). */
  readonly filled: Quantity
  readonly pending: Quantity
  /** Trades at the venue. */
  readonly tradesAtVenue: number
  readonly lastTrade?: LastTrade
  /** Of each named maker that has traded; empty where there are none by name. */
  readonly makerTotals: readonly MakerTotals[]
  /** Of each desk that has said that it will not quote the last word, the oldest first. */
  readonly declines: readonly Decline[]
  readonly similar?: Similar
}

/** What the world knows at the moment of the command and core cannot look up. */
export type CreateFacts = {
  /** Desks that have approved the taker and are approved by it, make markets at the venue, and have an account there. */
  readonly eligibleMakers: readonly DeskId[]
  /** The smallest quantity and its step for this structure (catalogue/minimum-block). */
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  /** Drafts this desk keeps already, over all shards. */
  readonly draftsOfDesk: number
}

/** What can still be agreed. */
export const remainingQuantity = ({
  quantity = Infinity as Quantity,
  filled,
  pending,
}: Pick<Rfq, 'quantity' | 'filled' | 'pending'>): Quantity => (quantity - filled - pending) as Quantity
