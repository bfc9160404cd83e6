/**
 * An RFQ: one structure at one venue, asked by one taker of chosen makers, or open to all desks. The row of its kind defines how the kinds differ;
 * live-rfq.ts has the orders and trades of a live one.
 */
import type { BaseCurrency } from '../../catalogue/product.ts'
import type { VenueCode } from '../../catalogue/venue.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { DeskId, Instant, RfqId } from '../../ids.ts'
import type { Side, Structure } from '../../structure/structure.ts'
import type { ListLine } from './list.ts'
import type { Actor } from './actor.ts'
import type { RfqCancelCause } from './cancel-cause.ts'
import type { CanceledBy } from '../../canceler.ts'
import type { RfqKind } from '../../rfq-kind.ts'

/** A desk's role in an RFQ; ANYONE if there are no fixed roles. */
export type RfqRole = 'TAKER' | 'MAKER' | 'ANYONE'

export type EndReason = 'EXPIRED' | 'CANCELED_BY_CREATOR' | 'INSTRUMENT_EXPIRED' | 'INACTIVE'
export type ClosedReason = EndReason | 'EXECUTION_LIMIT' | 'CLOSED_DRAFT'

export const declineReasons = ['SIZE', 'RISK', 'MARKET', 'CREDIT', 'OTHER'] as const
export type DeclineReason = (typeof declineReasons)[number]

/** A maker's decline to quote, with a reason (rulebook 5.19, 10.19). */
export type Decline = {
  readonly desk: DeskId
  readonly reason: DeclineReason
  readonly text?: string
  readonly at: Instant
  /** Set once a quote reverses the decline. The entry is kept, so that an RFQ's times never go backwards. */
  readonly takenBackAt?: Instant
}

/** How many similar RFQs of the same taker each maker had open when this one arrived (rulebook 8.10). */
export type Similar = Readonly<Record<DeskId, number>>

/** The sums of a named maker's trades in the RFQ. */
export type MakerTotals = {
  readonly desk: DeskId
  readonly filled: Quantity
  readonly pending: Quantity
  /** The last time at which one of them was agreed, or answered by the venue. */
  readonly lastAt: Instant
  /** When the venue last settled one of them; absent if it settled none. A rejection does not change it. */
  readonly lastFilledAt?: Instant
}

export type LastTrade = { readonly price: Price; readonly quantity: Quantity; readonly side: Side; readonly at: Instant }

export type Rfq = {
  /** `r_` and the number, if RFQs are numbered. */
  readonly id: RfqId
  readonly number?: number
  /** The kind of RFQ. It is stored under this name in the journal and in snapshots. */
  readonly audience: RfqKind
  readonly state: 'DRAFT' | 'OPEN' | 'CLOSED'
  readonly closedReason?: ClosedReason
  /** Set if its own desk cancelled it, or closed it as a draft (rulebook 8.14). */
  readonly cancelCause?: RfqCancelCause
  readonly canceledBy?: CanceledBy
  /** Set when the RFQ has ended while a trade is still pending at the venue: it accepts nothing new and closes with the venue's answer. */
  readonly ending?: EndReason
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  /** Equal for equal structures, in kinds of RFQ that are joined by opening them again (rulebook 10.1). */
  readonly key?: string
  /** The maximum sum of its trades; absent if its kind has no cap. */
  readonly quantity?: Quantity
  /** The taker's side, if the request is one-sided (rulebook 4.14). */
  readonly side?: Side
  /** The structure's minimum block and increment at the time the RFQ was created or sent (rulebook 4.2, 4.3). */
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  /** The price step of orders, if orders have one price for the whole (rulebook 17.2). */
  readonly priceTick?: Price
  readonly creator: Actor
  readonly isTakerAnonymous: boolean
  /** Whether the venue's own makers are asked too; visible only to the taker (rulebook 15.1, 15.2). */
  readonly alsoAsksVenue?: true
  /** The taker's account at the venue, and its own label for the RFQ. */
  readonly account?: string
  readonly label?: string
  /** The desks that were asked, in the order given; empty if every desk can quote. */
  readonly makers: readonly DeskId[]
  /** The taker's groups that were asked as a whole (rulebook 4.15); absent if it asked no groups. */
  readonly groups?: readonly string[]
  readonly createdAt: Instant
  /** The lifetime from the moment it is sent; absent if it is the default of its kind (rulebook 4.8). */
  readonly goodForMs?: number
  /** Absent if the RFQ lives until its first expiry and its legs have none. */
  readonly expiresAt?: Instant
  readonly lastUpdatedAt: Instant
  /** The last activity of orders and trades. Declines and the venue's answers do not count, and do not keep an RFQ open (rulebook 10.5). */
  readonly lastActivityAt: Instant
  /** Sums over all trades. A trade counts from its agreement, unless the venue rejects it (rulebook 7.1, 7.3). */
  readonly filled: Quantity
  readonly pending: Quantity
  /** Trades pending at the venue. */
  readonly tradesAtVenue: number
  readonly lastTrade?: LastTrade
  /** One entry for each named maker that has traded; empty if makers are not named. */
  readonly makerTotals: readonly MakerTotals[]
  /** The latest decline of each desk, oldest first. */
  readonly declines: readonly Decline[]
  readonly similar?: Similar
  /** Set if it is a line of a list (rulebook 22.1). */
  readonly list?: ListLine
}

/** Facts that a command has to supply, because core cannot look them up. */
export type CreateFacts = {
  /** Market makers with an account at the venue, in mutual approval with the taker. */
  readonly eligibleMakers: readonly DeskId[]
  /** The structure's smallest quantity and its increment (structure/minimum-block.ts). */
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  /** The desk's drafts, counted over all shards. */
  readonly draftsOfDesk: number
}

/** The quantity that can still be agreed. */
export const remainingQuantity = ({
  quantity = Infinity as Quantity,
  filled,
  pending,
}: Pick<Rfq, 'quantity' | 'filled' | 'pending'>): Quantity => (quantity - filled - pending) as Quantity
