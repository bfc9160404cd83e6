/** A trade as shown to one of its desks, and as shown to all desks once it is settled. */
import type { VenueFeeView } from '@parley/contracts'
import type { Audience, Kind, Role, Side, TradingFlow } from './rfq.ts'

/** A desk's latest report on a trade that it has to book. */
export type BookingWord =
  | { readonly booked: true; readonly venueReference: string; readonly note: string | undefined; readonly at: number }
  | { readonly booked: false; readonly reason: string; readonly at: number }

/** A trade that both desks book at the venue themselves: the report of each, and the deadline. */
export type Booking = {
  readonly state: 'WAITING' | 'DISPUTED' | 'BOOKED' | 'NOT_BOOKED'
  readonly dueAt: number
  /** The other desk and its account at the venue, which are needed to book. */
  readonly deskName: string
  readonly account: string
  readonly mine: BookingWord | undefined
  readonly theirs: BookingWord | undefined
}

/** Identifies a trade in a command. */
export type TradeRef = Pick<Trade, 'id' | 'number' | 'audience'>

export type TradeLeg = {
  readonly instrumentId: number
  readonly instrumentName: string
  readonly productCode: string
  readonly ratio: string
  readonly quantity: string
  readonly side: Side
  readonly price: string
  /** The implied volatility of its price in per cent, if it is known. */
  readonly iv: string | undefined
}

type Deal<Flow extends TradingFlow> = {
  readonly id: string
  /** The order book's integer id, for its dialect. */
  readonly number: number | undefined
  readonly audience: Flow
  /** For a listed spread, the id of its strategy. */
  readonly rfqId: string
  readonly rfqNumber: number | undefined
  readonly price: string
  readonly quantity: string
  readonly markPrice: string | undefined
  readonly indexPrice: string | undefined
  readonly venue: string
  /** Undefined for the desk's own trade in an order book, whose dialect only has the products of the legs. */
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

/**
 * A settled trade as shown to all desks, without parties. The side is the taker's; a listed spread is published without one. The default flow is that
 * of RFQs.
 */
export type TapeTrade<Flow extends TradingFlow = Audience> = Deal<Flow> & { readonly side: Flow extends Audience ? Side : Side | undefined }
export type AnyTapeTrade = TapeTrade | TapeTrade<'SPREADS'>
export type AnyTrade = Trade | Trade<'SPREADS'>

/** A trade of the reader's desk; the side is its own. */
export type Trade<Flow extends TradingFlow = Audience> = Deal<Flow> & {
  readonly side: Side
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  /** The id under which it is published on the tape. */
  readonly tapeId: string
  readonly role: Role
  /** The desk's own order; undefined if the dialect contains only the other side's. */
  readonly orderId: string | undefined
  /** Undefined if the other desk is anonymous. */
  readonly counterpartyDeskName: string | undefined
  readonly account: string | undefined
  readonly venueTradeId: string | undefined
  /** The venue's message if it rejected the trade, or why a desk could not book it. */
  readonly rejection: string | undefined
  /** The venue's fee of the desk for its own side, by coin; undefined until its record was read. */
  readonly venueFees: readonly VenueFeeView[] | undefined
  /** Undefined if the venue settles it. */
  readonly booking: Booking | undefined
}
