/**
 * The direct flow (rulebook 4): a taker asks chosen makers for a price on a structure, the makers answer with orders only the
 * taker sees, the taker crosses one or more of them, and each match is settled as a block trade at the venue.
 */
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId, UserId } from '../ids.ts'
import type { BaseCurrency } from '../catalogue/product.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { CancelCause } from '../matching/cancel-cause.ts'
import type { Guard, UnitExposure } from '../protection/guard.ts'
import type { Refusal } from '../refusal.ts'
import type { Side, Structure } from '../structure/structure.ts'

export type ClosedReason = 'EXECUTION_LIMIT' | 'EXPIRED' | 'CANCELED_BY_CREATOR' | 'CLOSED_DRAFT'

/** Who gives a command. `via` names the API key or session it came through: cancel on disconnect covers exactly that. */
export type Actor = { readonly desk: DeskId; readonly user: UserId; readonly via: string }

export type Role = 'TAKER' | 'MAKER'
export type OrderType = 'LIMIT' | 'HIDDEN'
export type TimeInForce = 'GOOD_TILL_CANCELED' | 'FILL_OR_KILL'

/** One account's part of an order, and of every trade that the order makes (rulebook 5.20). */
export type AllocationPart = { readonly account: string; readonly quantity: Quantity }

export const declineReasons = ['SIZE', 'RISK', 'MARKET', 'CREDIT', 'OTHER'] as const
export type DeclineReason = (typeof declineReasons)[number]

/** A maker says that it will not quote, and why (rulebook 5.19). */
export type Decline = {
  readonly desk: DeskId
  readonly reason: DeclineReason
  readonly text?: string
  readonly at: Instant
  /** It stands no more; kept so that the times of a request never go back. */
  readonly takenBackAt?: Instant
}

/** A maker's quote or a taker's cross. quantity = filled + pending + canceled + what still rests. */
export type Order = {
  readonly id: OrderId
  readonly actor: Actor
  readonly role: Role
  /** What the order's desk does with the structure. */
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  /** Of the structure: for a maker the signed sum of its leg prices. */
  readonly price: Price
  /** One per leg of the structure, in its order, hedges at their fixed price; makers only. */
  readonly legPrices?: readonly Price[]
  readonly quantity: Quantity
  readonly filled: Quantity
  /** Agreed and at the venue. */
  readonly pending: Quantity
  readonly canceled: Quantity
  /** Of what was cancelled last; absent where nothing was, or a journal from before does not say. */
  readonly cancelCause?: CancelCause
  readonly state: 'OPEN' | 'CLOSED'
  /** Where it is allocated, the first of its accounts. */
  readonly account: string
  readonly allocations?: readonly AllocationPart[]
  readonly label?: string
  /** The desk's own name for it (rulebook 5.21). */
  readonly clientOrderId?: string
  /** Time priority: the smaller is first. Lost when a replacement improves its price or grows (rulebook 5). */
  readonly priority: number
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
}

/** The venue's mark of the structure and its index: told with a trade, never looked at by a decision. */
export type Reference = { readonly markPrice?: Price; readonly indexPrice?: Price }

export type Trade = {
  readonly id: TradeId
  readonly takerOrder: OrderId
  readonly makerOrder: OrderId
  readonly taker: DeskId
  readonly maker: DeskId
  readonly takerAccount: string
  readonly makerAccount: string
  readonly takerSide: Side
  readonly price: Price
  /** One per leg, as the maker quoted them. */
  readonly legPrices: readonly Price[]
  readonly quantity: Quantity
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  readonly agreedAt: Instant
  /** The venue's figures at the moment of agreement, where they were known. */
  readonly reference?: Reference
  readonly settledAt?: Instant
  /** The venue's id of the block. */
  readonly venueTradeId?: string
  /** The venue's words, when it rejected. */
  readonly rejection?: string
}

/** Everything about one request. A closed one keeps its orders and trades until the shard forgets it. */
export type DirectRfq = {
  readonly id: RfqId
  readonly state: 'DRAFT' | 'OPEN' | 'CLOSED'
  readonly closedReason?: ClosedReason
  /** Set when it has to end but a trade is still at the venue: nothing new is taken, and it closes with that trade's answer. */
  readonly ending?: 'EXPIRED' | 'CANCELED_BY_CREATOR'
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  readonly quantity: Quantity
  /** The smallest block and its step for this structure, as of the last time the request was checked (rulebook 4.2, 4.3). */
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  readonly creator: Actor
  readonly isTakerAnonymous: boolean
  /** The taker's account at the venue. */
  readonly account: string
  readonly label?: string
  /** The desks that were asked, in the order given. */
  readonly makers: readonly DeskId[]
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly lastUpdatedAt: Instant
  readonly orders: readonly Order[]
  readonly trades: readonly Trade[]
  /** Of each desk that has said that it will not quote the last word; absent while there is none. */
  readonly declines?: readonly Decline[]
  /** How many requests like it each maker had open from the same taker when it came; absent where there were none (rulebook 8.10). */
  readonly similar?: Similar
}

export type Similar = Readonly<Record<DeskId, number>>

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

export type DirectRfqCommand =
  | {
      readonly kind: 'CreateRfq'
      readonly actor: Actor
      readonly id: RfqId
      readonly venue: VenueCode
      readonly baseCurrency: BaseCurrency
      readonly structure: Structure
      readonly quantity: Quantity
      /** Empty asks every eligible maker. */
      readonly makers: readonly DeskId[]
      readonly isTakerAnonymous: boolean
      readonly account: string
      readonly label?: string
      readonly as: 'OPEN' | 'DRAFT'
      readonly facts: CreateFacts
    }
  | { readonly kind: 'SendDraft'; readonly actor: Actor; readonly id: RfqId; readonly facts: CreateFacts }
  | { readonly kind: 'CancelRfq'; readonly actor: Actor; readonly id: RfqId }
  | {
      readonly kind: 'PlaceOrder'
      readonly actor: Actor
      readonly id: RfqId
      readonly orderId: OrderId
      readonly side: Side
      readonly type: OrderType
      readonly timeInForce: TimeInForce
      readonly quantity: Quantity
      /** A taker's limit. */
      readonly price?: Price
      /** A maker's price for every leg that is not a hedge, in leg order, hedges included at their own price. */
      readonly legPrices?: readonly Price[]
      readonly account?: string
      readonly allocations?: readonly AllocationPart[]
      readonly label?: string
      readonly clientOrderId?: string
      readonly reference?: Reference
      /** Of one unit, for the protections of whoever it meets. */
      readonly unit?: UnitExposure
    }
  /** What is absent stays as it was; an empty client order id or label takes that away (rulebook 5.22). */
  | {
      readonly kind: 'ReplaceOrder'
      readonly actor: Actor
      readonly id: RfqId
      readonly orderId: OrderId
      readonly quantity: Quantity
      readonly side?: Side
      readonly type?: OrderType
      readonly timeInForce?: TimeInForce
      readonly price?: Price
      readonly legPrices?: readonly Price[]
      readonly account?: string
      readonly label?: string
      readonly clientOrderId?: string
      readonly reference?: Reference
      readonly unit?: UnitExposure
    }
  | { readonly kind: 'CancelOrder'; readonly actor: Actor; readonly id: RfqId; readonly orderId: OrderId }
  | {
      readonly kind: 'DeclineRfq'
      readonly actor: Actor
      readonly id: RfqId
      readonly reason: DeclineReason
      readonly text?: string
    }
  /** From the shard's own deadline queue. */
  | { readonly kind: 'ExpireRfq'; readonly id: RfqId }
  /** From settlement. */
  | { readonly kind: 'ConfirmSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly venueTradeId: string }
  | { readonly kind: 'RejectSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string }

/** Why a part of an order will not trade any more. */
export type CancelReason =
  | 'ByUser'
  | 'NotFilledAtOnce'
  | 'RfqClosed'
  | 'SettlementRejected'
  /** What was left after a trade is too small for a block of its own. */
  | 'BelowBlockMinimum'
  /** A taker's order was for more than the request still has. */
  | 'AboveRemaining'
  /** A protection of the desk has fired (rulebook 11). */
  | 'Protection'

export type DirectRfqEvent =
  | { readonly kind: 'RfqCreated'; readonly rfq: DirectRfq }
  | {
      readonly kind: 'DraftSent'
      readonly id: RfqId
      readonly makers: readonly DeskId[]
      readonly minimumBlock: Quantity
      readonly quantityIncrement: Quantity
      readonly at: Instant
      readonly expiresAt: Instant
      readonly similar?: Similar
    }
  | { readonly kind: 'RfqDeclined'; readonly id: RfqId; readonly decline: Decline }
  | { readonly kind: 'DeclineTakenBack'; readonly id: RfqId; readonly desk: DeskId; readonly at: Instant }
  | { readonly kind: 'OrderOpened'; readonly id: RfqId; readonly order: Order }
  | {
      readonly kind: 'OrderReplaced'
      readonly id: RfqId
      readonly order: Order
      /** It was shown and is hidden from now on: as the other side has read it last. */
      readonly lastShown?: Pick<Order, 'price'>
      /** It was hidden and is shown from now on. */
      readonly isNowShown?: true
    }
  | {
      readonly kind: 'OrderCanceled'
      readonly id: RfqId
      readonly orderId: OrderId
      readonly quantity: Quantity
      readonly reason: CancelReason
      /** A journal from before does not say. */
      readonly cause?: CancelCause
      readonly at: Instant
    }
  | {
      readonly kind: 'TradeAgreed'
      readonly id: RfqId
      readonly trade: Trade
      readonly unit?: UnitExposure
      /** Where the quote came last, and met a taker's order that rested. */
      readonly aggressor?: 'MAKER'
      /** It then counts towards its desk's own limits (rulebook 11.2); a journal from before they did does not say so. */
      readonly isArrivalCounted?: true
      /** Another account's part of the same fill as the trade before it: together they are one execution of the quote (rulebook 5.20). */
      readonly isSameFill?: true
    }
  | { readonly kind: 'TradeSettled'; readonly id: RfqId; readonly tradeId: TradeId; readonly venueTradeId: string; readonly at: Instant }
  | { readonly kind: 'TradeRejected'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string; readonly at: Instant }
  | { readonly kind: 'RfqEnding'; readonly id: RfqId; readonly reason: 'EXPIRED' | 'CANCELED_BY_CREATOR'; readonly at: Instant }
  | { readonly kind: 'RfqClosed'; readonly id: RfqId; readonly reason: ClosedReason; readonly at: Instant }

/** Each is a name in contracts' error catalogue. */
export type DirectRfqRefusal =
  | 'RfqExists'
  | 'RfqClosed'
  | 'RfqIsDraft'
  | 'RfqNotADraft'
  | 'NotTheCreator'
  | 'NotACounterparty'
  | 'OwnDesk'
  | 'QuantityBelowBlockMinimum'
  | 'QuantityOffIncrement'
  | 'QuantityAboveRemaining'
  | 'CounterpartyMissing'
  | 'CounterpartyNotEligible'
  | 'AnonymousNeedsThreeMakers'
  | 'TooManyDrafts'
  | 'TooManyOpenRfqs'
  | 'AccountUnknown'
  | 'OrderUnknown'
  | 'OrderClosed'
  | 'TypeNotAllowed'
  | 'ClientOrderIdInUse'
  | 'TooManyOrders'
  | 'LayeringLimitReached'
  | 'OrderPriceMissing'
  | 'HedgePriceDiffers'
  | 'PriceOffTick'
  | 'PriceOutsideBand'
  | 'QuoteCrossesOwnSide'
  | 'AlreadyDeclined'
  | 'AllocationInvalid'

/** What a decision needs from around the request: the time, the next time priority, how much its desk has open, and what makers' protections allow. */
export type Moment = {
  readonly now: Instant
  readonly nextPriority: number
  /** Requests the acting desk has open in this market; asked for a new one only, as is the list of them. */
  readonly openRfqsOfDesk: number
  readonly guard: Guard
  /** An order of the acting desk that rests in this market has the client order id of the command. */
  readonly isNameTaken?: boolean
  /** The acting desk's requests in this market; a screen that tries a command out knows of none. */
  readonly requestsOfDesk?: () => readonly DirectRfq[]
}

export type Decision = readonly DirectRfqEvent[] | Refusal<DirectRfqRefusal>
