/** Commands to the RFQs of a shard. A person's command names its audience, and finds no RFQ of another audience. */
import type { BaseCurrency, ProductCode } from '../catalogue/product.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { OrderId, RfqId, TradeId, DeskId } from '../ids.ts'
import type { SweepCause } from './cancel-cause.ts'
import type { UnitExposure } from '../protection/guard.ts'
import type { Side, Structure } from '../structure/structure.ts'
import type { Actor } from './actor.ts'
import type { Apart } from './apart.ts'
import type { AudienceKind } from './audience.ts'
import type { Canceler } from './canceler.ts'
import type { AllocationPart, OrderKind, TimeInForce } from './order.ts'
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
}

export type CreateRfq = ToRfq & {
  readonly kind: 'CreateRfq'
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  readonly quantity: Quantity
  /** The taker's side: always given for audiences that trade at the end, and elsewhere where the request is one-sided. */
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
    /** A cross's limit. */
    readonly price?: Price
    /** A quote's price for every leg, in leg order, hedges at their own price. */
    readonly legPrices?: readonly Price[]
    readonly account?: string
    readonly allocations?: readonly AllocationPart[]
    readonly label?: string
    readonly clientOrderId?: string
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

export type RfqCommand =
  | CreateRfq
  | OpenRfq
  | (ToRfq & { readonly kind: 'SendDraft'; readonly facts: CreateFacts })
  | (ToRfq & MayCancel & { readonly kind: 'CancelRfq' })
  | PlaceOrder
  | ReplaceOrder
  | (ToRfq & MayCancel & { readonly kind: 'CancelOrder'; readonly orderId: OrderId })
  | (ToRfq & MayCancel & { readonly kind: 'DeclineRfq'; readonly reason: DeclineReason; readonly text?: string })
  /** Sent by the shard's own deadlines. */
  | { readonly kind: 'ExpireRfq'; readonly id: RfqId }
  | { readonly kind: 'ExpireOrders'; readonly id: RfqId }
  /** Sent by settlement. */
  | { readonly kind: 'ConfirmSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly venueTradeId: string }
  | { readonly kind: 'RejectSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string }

export type CommandOf<Kind extends RfqCommand['kind']> = Extract<RfqCommand, { kind: Kind }>
