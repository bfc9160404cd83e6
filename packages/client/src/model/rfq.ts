/** An RFQ is what desks negotiate, in either published dialect. */
import type { CancelCause, CanceledBy } from './canceled-by.ts'

/** An RFQ asks named makers, or all desks in an order book. A new kind of RFQ is a new value. */
export type Audience = 'DIRECT' | 'ORDER_BOOK'
/** Orders are placed in RFQs of each kind, and in the books of listed spreads, which need no RFQ. */
export type TradingFlow = Audience | 'SPREADS'
export type Side = 'BUY' | 'SELL'
export type Role = 'TAKER' | 'MAKER'
export type Kind = 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'

export type Leg = {
  readonly instrumentId: number
  readonly instrumentName: string
  readonly productCode: string
  readonly ratio: string
  /** The RFQ's quantity times the ratio. An order book has no quantity, so it is the ratio. */
  readonly quantity: string
  /** The side of this leg for a buyer of the structure. */
  readonly side: Side
  /** Set for a hedge leg, which trades at this price. */
  readonly price: string | undefined
}

export type DeclineReason = 'SIZE' | 'RISK' | 'MARKET' | 'CREDIT' | 'OTHER'

/** A desk that declined to quote. */
export type Decline = {
  /** Undefined in an order book, where all desks can read the reason, but not the desk. */
  readonly deskName: string | undefined
  readonly reason: DeclineReason
  readonly text: string | undefined
  readonly at: number
}

/** The part of the reader's desk in an order book, over all its orders there. */
export type DeskPart = {
  /** COMPLETED: everything is settled. */
  readonly status: 'OPEN' | 'FILLED' | 'COMPLETED'
  readonly ordered: string
  /** Settled or pending at the venue. */
  readonly agreed: string
  readonly resting: string
  readonly canceled: string
  readonly settled: string
}

export type LastTrade = { readonly price: string; readonly quantity: string; readonly side: Side; readonly executedAt: number }

/** The one RFQ type of the SDK. A member that a kind of RFQ does not have, or does not show to the reader, is undefined. */
export type Rfq = {
  /** The id as people write it: `r_…` for a direct RFQ, `g_4711` for an order book. */
  readonly id: string
  /** The order book's integer id, for its dialect. */
  readonly number: number | undefined
  readonly audience: Audience
  readonly state: 'DRAFT' | 'OPEN' | 'CLOSED'
  /** An order book can only expire. */
  readonly closedReason: 'EXECUTION_LIMIT' | 'EXPIRED' | 'CANCELED_BY_CREATOR' | 'CLOSED_DRAFT' | undefined
  /** Set if the reader's own desk cancelled it. */
  readonly cancelCause: CancelCause | undefined
  readonly canceledBy: CanceledBy | undefined
  /** The reader's own role. For an order book, only over REST and only if the desk has a part in it. */
  readonly role: Role | undefined
  readonly venue: string
  readonly kind: Kind
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly productCodes: readonly string[]
  readonly strategyCode: string
  readonly strategyDescription: string
  readonly description: string
  readonly legs: readonly Leg[]
  readonly createdAt: number
  /** Its lifetime, if that is not the default. */
  readonly goodForMs: number | undefined
  /** The last change; for an order book, its latest activity. */
  readonly updatedAt: number
  readonly expiresAt: number | undefined
  /** Whether the reader's desk has traded in it. */
  readonly traded: boolean
  readonly declines: readonly Decline[]
  /** Whether the reader's desk has declined; undefined in a message that is the same for all desks. */
  readonly declinedByMe: boolean | undefined

  /** The quantity that the taker of a direct RFQ asks for. */
  readonly quantity: string | undefined
  /** The settled quantity of a direct RFQ; for a maker, its own part. */
  readonly filled: string | undefined
  readonly pending: string | undefined
  /** The taker's own account and label. */
  readonly account: string | undefined
  readonly label: string | undefined
  /** For the taker, the desks that were asked; for a maker, only itself; empty in an order book. */
  readonly counterparties: readonly string[]
  /** For the taker, the groups that were asked as a whole. */
  readonly groups: readonly string[]
  readonly takerDeskName: string | undefined
  readonly isTakerAnonymous: boolean
  /** For the taker: whether the venue's own makers are asked too. */
  readonly alsoAsksVenue?: true
  /** Set if the taker has disclosed its side: only the opposite side is quoted. */
  readonly takerSide: Side | undefined
  /** For a maker: how many other RFQs on the structure the same taker had open when this one arrived. */
  readonly similarOpen: number | undefined

  /** Terms of an order book. */
  readonly minBlockSize: string | undefined
  readonly quantityIncrement: string | undefined
  readonly tickSize: string | undefined
  readonly lastTrade: LastTrade | undefined
  /** Over REST only. A program with live data adds up its own orders and trades. */
  readonly part: DeskPart | undefined
}

/** Identifies an RFQ in a command. */
export type RfqRef = Pick<Rfq, 'audience' | 'id' | 'number'>
