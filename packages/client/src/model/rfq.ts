/** An RFQ is what desks negotiate, whichever published dialect speaks of it. */
import type { CancelCause, CanceledBy } from './canceled-by.ts'

/** An RFQ asks named makers, or everybody in an order book. More kinds of RFQ are more audiences. */
export type Audience = 'DIRECT' | 'ORDER_BOOK'
/** Where orders are placed: in RFQs of each audience, and in the books of listed spreads, for which nobody asks. */
export type TradingFlow = Audience | 'SPREADS'
export type Side = 'BUY' | 'SELL'
export type Role = 'TAKER' | 'MAKER'
export type Kind = 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'

export type Leg = {
  readonly instrumentId: number
  readonly instrumentName: string
  readonly productCode: string
  readonly ratio: string
  /** The RFQ's quantity times the ratio; in an order book, which has no quantity, the ratio. */
  readonly quantity: string
  /** The side of the structure's buyer. */
  readonly side: Side
  /** Of a hedge leg, which trades at this price. */
  readonly price: string | undefined
}

export type DeclineReason = 'SIZE' | 'RISK' | 'MARKET' | 'CREDIT' | 'OTHER'

/** A desk that will not quote. */
export type Decline = {
  /** Undefined in an order book, where everybody reads the reason and nobody whose it is. */
  readonly deskName: string | undefined
  readonly reason: DeclineReason
  readonly text: string | undefined
  readonly at: number
}

/** The part of the reader's desk in an order book, over all its orders there. */
export type DeskPart = {
  /** COMPLETED: all of it is settled. */
  readonly status: 'OPEN' | 'FILLED' | 'COMPLETED'
  readonly ordered: string
  /** Settled or at the venue. */
  readonly agreed: string
  readonly resting: string
  readonly canceled: string
  readonly settled: string
}

export type LastTrade = { readonly price: string; readonly quantity: string; readonly side: Side; readonly executedAt: number }

/** The one RFQ of the SDK. A member that an audience does not have, or does not show to the reader, is undefined. */
export type Rfq = {
  /** As people name it: `r_…` of a direct RFQ, `g_4711` of an order book. */
  readonly id: string
  /** The order book's integer, for its dialect. */
  readonly number: number | undefined
  readonly audience: Audience
  readonly state: 'DRAFT' | 'OPEN' | 'CLOSED'
  /** An order book only expires. */
  readonly closedReason: 'EXECUTION_LIMIT' | 'EXPIRED' | 'CANCELED_BY_CREATOR' | 'CLOSED_DRAFT' | undefined
  /** Set where the reader's own desk cancelled it. */
  readonly cancelCause: CancelCause | undefined
  readonly canceledBy: CanceledBy | undefined
  /** The reader's own. Of an order book it comes over REST, and where the desk has a part in it. */
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
  /** How long it lives, where that is not the usual time. */
  readonly goodForMs: number | undefined
  /** The last change; of an order book its latest activity. */
  readonly updatedAt: number
  readonly expiresAt: number | undefined
  /** Whether the reader's desk has traded in it. */
  readonly traded: boolean
  readonly declines: readonly Decline[]
  /** Whether the reader's desk has declined; undefined where the message is one for everybody. */
  readonly declinedByMe: boolean | undefined

  /** The taker of a direct RFQ asks for this. */
  readonly quantity: string | undefined
  /** Settled so far, of a direct RFQ; for a maker its own part. */
  readonly filled: string | undefined
  readonly pending: string | undefined
  /** The taker's own account and label. */
  readonly account: string | undefined
  readonly label: string | undefined
  /** The desks asked, for the taker; for a maker only itself; none in an order book. */
  readonly counterparties: readonly string[]
  /** The groups that were asked as a whole, for the taker. */
  readonly groups: readonly string[]
  readonly takerDeskName: string | undefined
  readonly isTakerAnonymous: boolean
  /** For the taker: whether the venue's own makers are asked too. */
  readonly alsoAsksVenue?: true
  /** Where the taker has said that it buys, or sells: only the other side is quoted. */
  readonly takerSide: Side | undefined
  /** For a maker: how many other RFQs on the structure the same taker had open when this one came. */
  readonly similarOpen: number | undefined

  /** Terms of an order book. */
  readonly minBlockSize: string | undefined
  readonly quantityIncrement: string | undefined
  readonly tickSize: string | undefined
  readonly lastTrade: LastTrade | undefined
  /** Over REST only; live, a program adds up its orders and trades. */
  readonly part: DeskPart | undefined
}

/** Names an RFQ in a command. */
export type RfqRef = Pick<Rfq, 'audience' | 'id' | 'number'>
