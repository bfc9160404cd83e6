/** What has happened to an RFQ; and what it changed, for those who present and write it down. */
import type { CancelCause } from '../book/cancel-cause.ts'
import type { Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId } from '../ids.ts'
import type { UnitExposure } from '../protection/guard.ts'
import type { Order } from './order.ts'
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
      /** It was shown and is hidden from now on: as others have read it last. */
      readonly lastShown?: Pick<Order, 'price' | 'expiresAt'>
      /** It was hidden and is shown from now on. */
      readonly isNowShown?: true
    }
  | {
      readonly kind: 'OrderCanceled'
      readonly id: RfqId
      readonly orderId: OrderId
      /** The order's, where it has one: answers name it by that. */
      readonly number?: number
      readonly quantity: Quantity
      /** SETTLEMENT_REJECTED takes from what was pending; every other cause from what rested. */
      readonly cause: CancelCause
      readonly at: Instant
    }
  | {
      readonly kind: 'TradeAgreed'
      readonly id: RfqId
      readonly trade: Trade
      readonly unit?: UnitExposure
      /** The side whose order came last. */
      readonly aggressor: 'MAKER' | 'TAKER'
      /** Another account's part of the same fill as the trade before it: together they are one execution of the quote (rulebook 5.20). */
      readonly isSameFill?: true
    }
  | { readonly kind: 'TradeSettled'; readonly id: RfqId; readonly tradeId: TradeId; readonly venueTradeId: string; readonly at: Instant }
  | { readonly kind: 'TradeRejected'; readonly id: RfqId; readonly tradeId: TradeId; readonly rejection: string; readonly at: Instant }
  | { readonly kind: 'RfqEnding'; readonly id: RfqId; readonly reason: EndReason; readonly at: Instant }
  | { readonly kind: 'RfqClosed'; readonly id: RfqId; readonly reason: ClosedReason; readonly at: Instant }

export type EventOf<Kind extends RfqEvent['kind']> = Extract<RfqEvent, { kind: Kind }>

/** An order has come, or come anew; all that it trades follows in the same decision. */
export type Arrival = EventOf<'OrderPlaced' | 'OrderReplaced'>

/** What one event changed: everything as it stands after it. */
export type Change = {
  readonly rfq: Rfq
  /** The order of the event; of a trade its maker's, then its taker's. */
  readonly orders: readonly Order[]
  readonly trade?: Trade
}
