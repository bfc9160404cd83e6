/** The events of an RFQ, and the changes they make, which the server presents and stores. */
import type { CancelCause, RfqCancelCause } from './cancel-cause.ts'
import type { CanceledBy } from '../../canceler.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId } from '../../ids.ts'
import type { UnitExposure } from '../../protection/protection.ts'
import type { BookingSeat, BookingWord } from './booking.ts'
import type { Order, UnfilledReason } from './order.ts'
import type { ClosedReason, Decline, EndReason, Rfq, Similar } from './rfq.ts'
import type { Trade } from './trade.ts'

export type RfqEvent =
  | { readonly kind: 'RfqCreated'; readonly id: RfqId; readonly rfq: Rfq }
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
  | { readonly kind: 'OrderPlaced'; readonly id: RfqId; readonly order: Order }
  | {
      readonly kind: 'OrderReplaced'
      readonly id: RfqId
      readonly order: Order
      /** Set when the order becomes hidden: the terms that others saw last. */
      readonly lastShown?: Pick<Order, 'price' | 'expiresAt'>
      /** Set when a hidden order becomes visible. */
      readonly isNowShown?: true
    }
  | {
      readonly kind: 'OrderCanceled'
      readonly id: RfqId
      readonly orderId: OrderId
      /** The order's number, if its kind has numbers. Responses refer to the order by it. */
      readonly number?: number
      readonly quantity: Quantity
      /** SETTLEMENT_REJECTED cancels pending quantity; every other cause cancels resting quantity. */
      readonly cause: CancelCause
      /** Present if it never rests and did not trade in full; only for the order's own desk. */
      readonly unfilledReason?: UnfilledReason
      /** Only for the order's own desk. */
      readonly by?: CanceledBy
      readonly at: Instant
    }
  | {
      readonly kind: 'TradeAgreed'
      readonly id: RfqId
      readonly trade: Trade
      readonly unit?: UnitExposure
      /** The side whose order came last. */
      readonly aggressor: 'MAKER' | 'TAKER'
      /**
       * Set if this is another account's part of the same fill as the previous trade; together they are one execution of the quote (rulebook 5.20).
       */
      readonly isSameFill?: true
    }
  | { readonly kind: 'BookingSaid'; readonly id: RfqId; readonly tradeId: TradeId; readonly seat: BookingSeat; readonly word: BookingWord }
  | { readonly kind: 'BookingReminded'; readonly id: RfqId; readonly tradeId: TradeId; readonly at: Instant }
  | { readonly kind: 'BookingDisputed'; readonly id: RfqId; readonly tradeId: TradeId; readonly at: Instant }
  | {
      readonly kind: 'TradeSettled'
      readonly id: RfqId
      readonly tradeId: TradeId
      readonly venueTradeId: string
      readonly at: Instant
      /** Set if the venue's makers gave other prices than were agreed (rulebook 15.5). */
      readonly executed?: { readonly price: Price; readonly legPrices: readonly Price[] }
    }
  | { readonly kind: 'TradeRejected'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string; readonly at: Instant }
  | ({ readonly kind: 'RfqEnding'; readonly id: RfqId; readonly reason: EndReason; readonly at: Instant } & RfqCanceled)
  | ({ readonly kind: 'RfqClosed'; readonly id: RfqId; readonly reason: ClosedReason; readonly at: Instant } & RfqCanceled)

/** Present if its own desk cancelled it; only for that desk. */
export type RfqCanceled = { readonly cause?: RfqCancelCause; readonly by?: CanceledBy }

export type EventOf<Kind extends RfqEvent['kind']> = Extract<RfqEvent, { kind: Kind }>

/** An order arrives, new or replaced. All its trades follow in the same decision. */
export type Arrival = EventOf<'OrderPlaced' | 'OrderReplaced'>

/** The state after one event, of everything that it changed. */
export type Change = {
  readonly rfq: Rfq
  /** The order of the event; for a trade, the maker's order, then the taker's. */
  readonly orders: readonly Order[]
  readonly trade?: Trade
}
