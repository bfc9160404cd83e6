/** A trade as one of its desks reads it, and as everybody does once it is settled. */
import type { Audience, Kind, Role, Side } from './rfq.ts'

export type TradeLeg = {
  readonly instrumentId: number
  readonly instrumentName: string
  readonly productCode: string
  readonly ratio: string
  readonly quantity: string
  readonly side: Side
  readonly price: string
  /** The volatility of its price in per cent, where it is known. */
  readonly iv: string | undefined
}

/** A settled trade as everybody reads it: without parties, the side is the taker's. */
export type TapeTrade = {
  readonly id: string
  /** The order book's integer, for its dialect. */
  readonly number: number | undefined
  readonly audience: Audience
  readonly rfqId: string
  readonly rfqNumber: number | undefined
  readonly side: Side
  readonly price: string
  readonly quantity: string
  readonly markPrice: string | undefined
  readonly indexPrice: string | undefined
  readonly venue: string
  /** Undefined of an own trade in an order book, whose dialect leaves it to the products of the legs. */
  readonly kind: Kind | undefined
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly productCodes: readonly string[]
  readonly strategyCode: string
  readonly description: string
  readonly legs: readonly TradeLeg[]
  readonly executedAt: number
  readonly filledAt: number | undefined
}

/** A trade of the reader's desk; the side is its own. */
export type Trade = TapeTrade & {
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  /** The id under which everybody reads it on the tape. */
  readonly tapeId: string
  readonly role: Role
  /** The desk's own order; undefined where the dialect names only the other side's. */
  readonly orderId: string | undefined
  /** Undefined where the other desk stays unnamed. */
  readonly counterpartyDeskName: string | undefined
  readonly account: string | undefined
  readonly venueTradeId: string | undefined
  /** The venue's words when it rejected. */
  readonly rejection: string | undefined
}
