/** One block between a taker's order and a maker's, agreed here and settled at the venue. */
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import type { OrderKind } from './order.ts'

/**
 * The venue's figures of the structure and its index. They are published with a trade; no decision reads them. The venue's own bid and ask are
 * those of all legs at once, and each leg that is no hedge has the forward it was priced on.
 */
export type Reference = {
  readonly markPrice?: Price
  readonly indexPrice?: Price
  readonly bidPrice?: Price
  readonly askPrice?: Price
  readonly forwards?: readonly Price[]
}

/** Numbers of a trade and its orders, for audiences that have them. */
export type TradeNumbers = { readonly trade: number; readonly takerOrder: number; readonly makerOrder: number }

export type Trade = {
  /** Derived from the order that arrived last and the count of its earlier trades. It also names the block at the venue. */
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
  /** The maker's price for each leg. */
  readonly legPrices: readonly Price[]
  readonly quantity: Quantity
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  readonly agreedAt: Instant
  /** The venue's figures when the trade was agreed, where they were known. */
  readonly reference?: Reference
  readonly settledAt?: Instant
  /** The venue's id of the block. */
  readonly venueTradeId?: string
  /** The venue's reason for a rejection. */
  readonly rejection?: string
}
