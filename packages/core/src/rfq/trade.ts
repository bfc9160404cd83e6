/** One block between a taker's order and a maker's, agreed here and settled at the venue. */
import type { Price, Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, TradeId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import type { OrderKind } from './order.ts'

/** The venue's mark of the structure and its index: published with a trade, never looked at by a decision. */
export type Reference = { readonly markPrice?: Price; readonly indexPrice?: Price }

/** Where the audience numbers its trades and orders. */
export type TradeNumbers = { readonly trade: number; readonly takerOrder: number; readonly makerOrder: number }

export type Trade = {
  /** Derived from the order that came last and how many trades it had before. It names the block at the venue, too. */
  readonly id: TradeId
  readonly numbers?: TradeNumbers
  readonly takerOrder: OrderId
  readonly makerOrder: OrderId
  /** Whether the taker sent a cross, or a quote that crossed. */
  readonly takerKind: OrderKind
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
