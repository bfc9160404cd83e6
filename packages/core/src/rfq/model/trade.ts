/** One block between a taker's order and a maker's, agreed here and settled at the venue. */
import type { Price, Quantity } from '../../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'
import type { Booking } from './booking.ts'
import type { OrderKind } from './order.ts'

/**
 * The venue's figures of the structure, and its index. They are published with a trade; no decision reads them. The venue's own bid and ask are those
 * for all legs at once, and each leg that is not a hedge has the forward on which it was priced.
 */
export type Reference = {
  readonly markPrice?: Price
  readonly indexPrice?: Price
  readonly bidPrice?: Price
  readonly askPrice?: Price
  readonly forwards?: readonly Price[]
}

/** Numbers of a trade and its orders, in kinds of RFQ that have them. */
export type TradeNumbers = { readonly trade: number; readonly takerOrder: number; readonly makerOrder: number }

export type Trade = {
  /** Derived from the order that arrived last and the count of its earlier trades. It is also the name of the block at the venue. */
  readonly id: TradeId
  readonly numbers?: TradeNumbers
  readonly takerOrder: OrderId
  readonly makerOrder: OrderId
  /** Whether the taker's order is a cross, or a quote that crossed. */
  readonly takerKind: OrderKind
  readonly taker: DeskId
  readonly maker: DeskId
  readonly takerAccount: string
  readonly makerAccount: string
  readonly takerSide: Side
  readonly price: Price
  /** Set if it was traded with the venue's own makers: the venue's id of the RFQ in which it was traded (rulebook 15). */
  readonly venueRfqId?: string
  /** The maker's price for each leg. For the venue's makers, our split of the limit, until the venue reports its own prices. */
  readonly legPrices: readonly Price[]
  readonly quantity: Quantity
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  readonly agreedAt: Instant
  /** The venue's figures when the trade was agreed, if they were known. */
  readonly reference?: Reference
  readonly settledAt?: Instant
  /** Set if both desks book it themselves (rulebook 16.2). */
  readonly booking?: Booking
  /** The venue's id of the block. */
  readonly venueTradeId?: string
  /** The reason for a rejection: the venue's or, for a trade that both desks book, theirs. */
  readonly rejection?: string
}
