/** Commands to the RFQs of a shard. A command of a person names the audience that it means: an RFQ of another is not there for it. */
import type { BaseCurrency, ProductCode } from '../catalogue/product.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { OrderId, RfqId, TradeId, DeskId } from '../ids.ts'
import type { SweepCause } from '../book/cancel-cause.ts'
import type { UnitExposure } from '../protection/guard.ts'
import type { Side, Structure } from '../structure/structure.ts'
import type { Actor } from './actor.ts'
import type { AudienceKind } from './audience.ts'
import type { AllocationPart, OrderKind, TimeInForce } from './order.ts'
import type { CreateFacts, DeclineReason } from './rfq.ts'
import type { Reference } from './trade.ts'

type ToRfq = { readonly actor: Actor; readonly audience: AudienceKind; readonly id: RfqId }

/** What goes with everything that may trade. */
type MayTrade = {
  /** The number of the shard: numbers that the command makes end in it. */
  readonly shard: number
  readonly reference?: Reference
  /** Of one unit, for the protections of the desks it meets. */
  readonly unit?: UnitExposure
}

export type CreateRfq = ToRfq & {
  readonly kind: 'CreateRfq'
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  readonly quantity: Quantity
  /** What the taker does with the structure; where nothing trades before the end, it is said beforehand. */
  readonly side?: Side
  /** Empty asks every eligible maker. */
  readonly makers: readonly DeskId[]
  readonly isTakerAnonymous: boolean
  readonly account: string
  readonly label?: string
  readonly as: 'OPEN' | 'DRAFT'
  readonly facts: CreateFacts
}

/** Opens the RFQ of a structure, or joins it: then there are no events. Its id and number are counted in the shard. */
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
    /** Looked at where anyone meets anyone; else the desk's part in the RFQ says it. */
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
    /** Decided in its place where the desk has an order resting on that side: the one that would trade first is replaced (rulebook 10.21). */
    readonly orReplace?: Omit<ReplaceOrder, 'orderId'>
  }

/** A member that is absent stays as it was; an empty client order id or label takes that away (rulebook 5.22, 10.20). */
export type ReplaceOrder = ToRfq &
  MayTrade & {
    readonly kind: 'ReplaceOrder'
    readonly orderId: OrderId
    /** Of the whole order, with what was filled, agreed and cancelled. */
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

/** Cancels what one desk has open in the shard, as far as it fits all that is named; a desk-wide action is this command sent to every shard. */
export type CancelEverything = {
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
  | (ToRfq & { readonly kind: 'CancelRfq' })
  | PlaceOrder
  | ReplaceOrder
  | (ToRfq & { readonly kind: 'CancelOrder'; readonly orderId: OrderId })
  | (ToRfq & { readonly kind: 'DeclineRfq'; readonly reason: DeclineReason; readonly text?: string })
  /** From the shard's own deadlines. */
  | { readonly kind: 'ExpireRfq'; readonly id: RfqId }
  | { readonly kind: 'ExpireOrders'; readonly id: RfqId }
  /** From settlement. */
  | { readonly kind: 'ConfirmSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly venueTradeId: string }
  | { readonly kind: 'RejectSettlement'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string }

export type CommandOf<Kind extends RfqCommand['kind']> = Extract<RfqCommand, { kind: Kind }>
