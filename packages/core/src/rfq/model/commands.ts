/** Commands to the RFQs of a shard. A person's command names its audience, and finds no RFQ of another audience. */
import type { BaseCurrency, ProductCode } from '../../catalogue/product.ts'
import type { VenueCode } from '../../catalogue/venue.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { OrderId, RfqId, TradeId, DeskId } from '../../ids.ts'
import type { SweepCause } from './cancel-cause.ts'
import type { UnitExposure } from '../../protection/protection.ts'
import type { LegLimits } from '../../spread/leg-prices.ts'
import type { Side, Structure } from '../../structure/structure.ts'
import type { Actor } from './actor.ts'
import type { Apart } from './apart.ts'
import type { AudienceKind } from '../../audience-kind.ts'
import type { Canceler } from '../../canceler.ts'
import type { AllocationPart, OrderKind, TimeInForce } from './order.ts'
import type { OwnOrders } from './own-orders.ts'
import type { CreateFacts, DeclineReason } from './rfq.ts'
import type { Reference } from './trade.ts'

/** Names to the desk whoever cancels its orders; no rule reads it. */
export type MayCancel = { readonly canceler?: Canceler }

type ToRfq = { readonly actor: Actor; readonly audience: AudienceKind; readonly id: RfqId }

/** Facts that come with every command that may trade. */
type MayTrade = {
  /** The shard's number, in which the numbers of its RFQs, orders and trades end. */
  readonly shard: number
  readonly reference?: Reference
  /** The exposure of one unit, which protections count. */
  readonly unit?: UnitExposure
  /** Desks that it must not meet, where names are hidden. */
  readonly apart?: Apart
  /** The legs' marks and limits, where legs are priced at the trade; absent while the venue says none. */
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
  /** Empty asks every eligible maker. */
  readonly makers: readonly DeskId[]
  /** The groups that were asked as a whole; their makers are among those above. */
  readonly groups?: readonly string[]
  readonly isTakerAnonymous: boolean
  readonly account: string
  readonly label?: string
  /** The usual time of the audience where it is absent. */
  readonly goodForMs?: number
  readonly as: 'OPEN' | 'DRAFT'
  /** Asks the makers that the venue has of its own too (rulebook 15.1). */
  readonly alsoAsksVenue?: true
  readonly facts: CreateFacts
}

/** Opens the RFQ of a structure; where one is open already it joins that, without an event. The shard counts its id and number. */
export type OpenRfq = {
  readonly kind: 'OpenRfq'
  readonly actor: Actor
  readonly audience: AudienceKind
  readonly shard: number
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  /** In its canonical direction. */
  readonly structure: Structure
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  /** The step of an order's price, where it has one price for the whole. */
  readonly priceTick?: Price
}

export type PlaceOrder = ToRfq &
  MayTrade & {
    readonly kind: 'PlaceOrder'
    readonly orderId: OrderId
    /** Read only where anyone meets anyone; elsewhere the desk's seat decides. */
    readonly as?: OrderKind
    readonly side: Side
    readonly timeInForce: TimeInForce
    readonly isPostOnly: boolean
    readonly isHidden: boolean
    readonly quantity: Quantity
    /** A cross's limit, or the price of an order that has one for the whole; without it that is a market order (rulebook 17.3). */
    readonly price?: Price
    /** It was sent without a price: the one that it has is only how far it may go (rulebook 17.4). */
    readonly isMarket?: true
    /** A quote's price for every leg, in leg order, hedges at their own price. */
    readonly legPrices?: readonly Price[]
    readonly account?: string
    readonly allocations?: readonly AllocationPart[]
    readonly label?: string
    readonly clientOrderId?: string
    /** Set where the audience leaves it to the order or its desk (rulebook 17.5); without it the order is refused. */
    readonly ownOrders?: OwnOrders
    /** The desk's own order that leaves as this one comes (rulebook 17.7). */
    readonly replaces?: OrderId
    /** How long an order of time in force GTD rests, where the audience has no lifetime of orders. */
    readonly restsMs?: number
    /** How far the desk's best bid and ask may be apart (rulebook 11.12); absent where there is no limit. */
    readonly mostWidth?: number
    /** Used instead where the desk has an order resting on that side; the one that would trade first is replaced (rulebook 10.21). */
    readonly orReplace?: Omit<ReplaceOrder, 'orderId'>
  }

/** An absent member keeps its value; an empty client order id or label removes it (rulebook 5.22, 10.20). */
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

/** The taker takes what the venue's own makers quote, at this price or better, whole or not at all (rulebook 15.4). */
export type AgreeWithVenue = ToRfq & {
  readonly kind: 'AgreeWithVenue'
  readonly shard: number
  readonly reference?: Reference
  readonly orderId: OrderId
  readonly side: Side
  readonly quantity: Quantity
  /** One for each leg, so that they add up to the limit. */
  readonly legPrices: readonly Price[]
  /** The venue's name of its own request. */
  readonly venueRfqId: string
}

/** A bid and an ask of one RFQ that stand both, or leave what stood there as it was (rulebook 5.23). */
export type QuoteTwoWay = {
  readonly kind: 'QuoteTwoWay'
  readonly actor: Actor
  readonly quotes: readonly [PlaceOrder | ReplaceOrder, PlaceOrder | ReplaceOrder]
}

/** Cancels a desk's open orders and RFQs in the shard that match every given member; a desk-wide action sends it to every shard. */
export type CancelEverything = MayCancel & {
  readonly kind: 'CancelEverything'
  readonly actor: { readonly desk: string; readonly via?: string; readonly user?: string }
  readonly what: 'ORDERS' | 'ORDERS_AND_RFQS'
  readonly cause: SweepCause
  readonly audience?: AudienceKind
  readonly rfqId?: RfqId
  readonly product?: ProductCode
  readonly side?: Side
  readonly price?: Price
  readonly label?: string
}

/** A party's word that it has booked the trade at the venue, or that it cannot (rulebook 16.2 to 16.4). */
export type ConfirmBooking = ToRfq & {
  readonly kind: 'ConfirmBooking'
  readonly tradeId: TradeId
  /** The venue's own id of the trade or order. */
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
  /** Sent by the shard's own deadlines. */
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
      /** The prices at which the venue executed the legs, which may be better than what was agreed (rulebook 15.5). */
      readonly legPrices?: readonly Price[]
    }
  | { readonly kind: 'RejectSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string }

export type CommandOf<Kind extends RfqCommand['kind']> = Extract<RfqCommand, { kind: Kind }>
