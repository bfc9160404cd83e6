/** Commands to the RFQs of a shard. A user's command names a kind of RFQ, and finds no RFQ of another kind. */
import type { BaseCurrency, ProductCode } from '../../catalogue/product.ts'
import type { VenueCode } from '../../catalogue/venue.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { Instant, OrderId, RfqId, TradeId, DeskId } from '../../ids.ts'
import type { SweepCause } from './cancel-cause.ts'
import type { UnitExposure } from '../../protection/protection.ts'
import type { LegLimits } from '../../spread/leg-prices.ts'
import type { Side, Structure } from '../../structure/structure.ts'
import type { ListId, ListLine, NetPart, Takes } from './list.ts'
import type { Actor } from './actor.ts'
import type { Blocklists } from './blocklists.ts'
import type { RfqKind } from '../../rfq-kind.ts'
import type { Canceler } from '../../canceler.ts'
import type { AllocationPart, OrderKind, TimeInForce } from './order.ts'
import type { OwnOrders } from './own-orders.ts'
import type { CreateFacts, DeclineReason } from './rfq.ts'
import type { Reference } from './trade.ts'

/** Names the sender of a cancellation to its desk. Rules do not read it. */
export type MayCancel = { readonly canceler?: Canceler }

type ToRfq = { readonly actor: Actor; readonly audience: RfqKind; readonly id: RfqId }

/** Facts that come with every command that can trade. */
type MayTrade = {
  /** The shard's number, which is the last part of the numbers of its RFQs, orders and trades. */
  readonly shard: number
  readonly reference?: Reference
  /** The exposure of one unit, as counted by protections. */
  readonly unit?: UnitExposure
  /** The latest time at which it may be decided, by the market's clock (rulebook 5.25). */
  readonly notAfter?: Instant
  /** Desks that it must not match, in kinds of RFQ that hide names. */
  readonly blocklists?: Blocklists
  /** The legs' marks and limits, if legs are priced at the trade; absent while the venue has none. */
  readonly legLimits?: readonly LegLimits[]
}

export type CreateRfq = ToRfq & {
  readonly kind: 'CreateRfq'
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  readonly quantity: Quantity
  /** The taker's side, if the request is one-sided (rulebook 4.14). */
  readonly side?: Side
  /** If empty, every eligible maker is asked. */
  readonly makers: readonly DeskId[]
  /** The groups that were asked as a whole; their makers are included above. */
  readonly groups?: readonly string[]
  readonly isTakerAnonymous: boolean
  readonly account: string
  readonly label?: string
  /** If absent, the default of its kind. */
  readonly goodForMs?: number
  readonly as: 'OPEN' | 'DRAFT'
  /** Also asks the venue's own makers (rulebook 15.1). */
  readonly alsoAsksVenue?: true
  /** Set if it is a line of a list (rulebook 22.1). */
  readonly list?: ListLine
  readonly facts: CreateFacts
}

/** Opens the RFQ of a structure. If one is already open, it joins that one, without an event. The shard assigns its id and number. */
export type OpenRfq = {
  readonly kind: 'OpenRfq'
  readonly actor: Actor
  readonly audience: RfqKind
  readonly shard: number
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  /** In its canonical direction. */
  readonly structure: Structure
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  /** The price step of orders, if they have one price for the whole. */
  readonly priceTick?: Price
}

export type PlaceOrder = ToRfq &
  MayTrade & {
    readonly kind: 'PlaceOrder'
    readonly orderId: OrderId
    /** Read only if any order can trade with any other; otherwise the desk's role decides. */
    readonly as?: OrderKind
    readonly side: Side
    readonly timeInForce: TimeInForce
    readonly isPostOnly: boolean
    readonly isHidden: boolean
    readonly quantity: Quantity
    /** The limit of a cross, or the price of an order that has one for the whole. An order without a price is a market order (rulebook 17.3). */
    readonly price?: Price
    /** It was sent without a price. The price that it has is only the worst acceptable one (rulebook 17.4). */
    readonly isMarket?: true
    /** Market maker protection does not cover it (rulebook 17.10). */
    readonly isOutsideMmp?: true
    /** A quote's price for every leg, in leg order, with hedges at their own price. */
    readonly legPrices?: readonly Price[]
    readonly account?: string
    readonly allocations?: readonly AllocationPart[]
    readonly label?: string
    readonly clientOrderId?: string
    /** Set if the order or its desk chooses the policy (rulebook 17.5); if absent, the order is refused. */
    readonly ownOrders?: OwnOrders
    /** The desk's own order that is cancelled as this one arrives (rulebook 17.7). */
    readonly replaces?: OrderId
    /** How long a GTD order rests, if its kind has no order lifetime. */
    readonly restsMs?: number
    /** The maximum distance between the desk's best bid and ask (rulebook 11.12); absent if there is no limit. */
    readonly mostWidth?: number
    /** Used instead if the desk has an order resting on that side. The one that would trade first is replaced (rulebook 10.21). */
    readonly orReplace?: Omit<ReplaceOrder, 'orderId'>
    /** It is a part of a net price (rulebook 22.5). */
    readonly net?: NetPart
    /** The quotes that it can trade with (rulebook 22.9). */
    readonly takes?: Takes
  }

/** An absent member is unchanged; an empty client order id or label removes it (rulebook 5.22, 10.20). */
export type ReplaceOrder = ToRfq &
  MayTrade & {
    readonly kind: 'ReplaceOrder'
    readonly orderId: OrderId
    /** The quantity of the whole order, including all that was filled, agreed or cancelled. */
    readonly quantity: Quantity
    readonly side?: Side
    readonly timeInForce?: TimeInForce
    readonly isPostOnly?: boolean
    readonly isHidden?: boolean
    readonly price?: Price
    readonly legPrices?: readonly Price[]
    readonly account?: string
    readonly label?: string
    readonly clientOrderId?: string
  }

/** The taker trades with the venue's own makers at this price or better, whole or not at all (rulebook 15.4). */
export type AgreeWithVenue = ToRfq & {
  readonly kind: 'AgreeWithVenue'
  readonly shard: number
  readonly reference?: Reference
  readonly orderId: OrderId
  readonly side: Side
  readonly quantity: Quantity
  /** One for each leg, so that they add up to the limit. */
  readonly legPrices: readonly Price[]
  /** The venue's id of its own RFQ. */
  readonly venueRfqId: string
}

/** A bid and an ask in one RFQ that are both placed, or leave the existing quotes unchanged (rulebook 5.23). */
export type QuoteTwoWay = {
  readonly kind: 'QuoteTwoWay'
  readonly actor: Actor
  readonly quotes: readonly [PlaceOrder | ReplaceOrder, PlaceOrder | ReplaceOrder]
}

/** Cancels a desk's open orders and RFQs in the shard that match every given member. A desk-wide action sends it to every shard. */
export type CancelEverything = MayCancel & {
  readonly kind: 'CancelEverything'
  readonly actor: { readonly desk: string; readonly via?: string; readonly user?: string }
  readonly what: 'ORDERS' | 'ORDERS_AND_RFQS'
  readonly cause: SweepCause
  readonly audience?: RfqKind
  readonly rfqId?: RfqId
  /** The orders of the lines of one list. The parts of a net price stay. */
  readonly listId?: ListId
  readonly product?: ProductCode
  readonly side?: Side
  readonly price?: Price
  readonly label?: string
}

/** A party's report that it has booked the trade at the venue, or that it cannot (rulebook 16.2 to 16.4). */
export type ConfirmBooking = ToRfq & {
  readonly kind: 'ConfirmBooking'
  readonly tradeId: TradeId
  /** The venue's id for the trade or order. */
  readonly reference: string
  readonly note?: string
}
export type RejectBooking = ToRfq & { readonly kind: 'RejectBooking'; readonly tradeId: TradeId; readonly reason: string }

/** Sent by the operator (rulebook 16.7). */
export type SettleDispute = {
  readonly kind: 'SettleDispute'
  readonly id: RfqId
  readonly tradeId: TradeId
  readonly as: 'FILLED' | 'REJECTED'
  readonly reason: string
}

export type RfqCommand =
  | CreateRfq
  | OpenRfq
  | (ToRfq & { readonly kind: 'SendDraft'; readonly facts: CreateFacts })
  | (ToRfq & MayCancel & { readonly kind: 'CancelRfq' })
  | PlaceOrder
  | ReplaceOrder
  | AgreeWithVenue
  | (ToRfq & MayCancel & { readonly kind: 'CancelOrder'; readonly orderId: OrderId })
  | (ToRfq & MayCancel & { readonly kind: 'DeclineRfq'; readonly reason: DeclineReason; readonly text?: string })
  | ConfirmBooking
  | RejectBooking
  | SettleDispute
  /** Sent when one of the shard's own deadlines is due. */
  | { readonly kind: 'ExpireRfq'; readonly id: RfqId }
  | { readonly kind: 'ExpireOrders'; readonly id: RfqId }
  | { readonly kind: 'RemindOfBooking'; readonly id: RfqId }
  | { readonly kind: 'ExpireBooking'; readonly id: RfqId }
  /** Sent by settlement. */
  | {
      readonly kind: 'ConfirmSettlement'
      readonly id: RfqId
      readonly tradeId: TradeId
      readonly venueTradeId: string
      /** The prices at which the venue executed the legs, which can be better than the agreed ones (rulebook 15.5). */
      readonly legPrices?: readonly Price[]
    }
  | { readonly kind: 'RejectSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string }

export type CommandOf<Kind extends RfqCommand['kind']> = Extract<RfqCommand, { kind: Kind }>
