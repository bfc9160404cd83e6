/** A trade as one of its desks reads it, and as everybody does once it is settled. */
import type { VenueFeeView } from '@parley/contracts'
import type { Audience, Kind, Role, Side, TradingFlow } from './rfq.ts'

/** A desk's latest word of a trade that it has to book. */
export type BookingWord =
  | { readonly booked: true; readonly venueReference: string; readonly note: string | undefined; readonly at: number }
  | { readonly booked: false; readonly reason: string; readonly at: number }

/** A trade that both desks book at the venue themselves: what each has said, and until when. */
export type Booking = {
  readonly state: 'WAITING' | 'DISPUTED' | 'BOOKED' | 'NOT_BOOKED'
  readonly dueAt: number
  /** The other desk and its account at the venue, which each needs to book. */
  readonly deskName: string
  readonly account: string
  readonly mine: BookingWord | undefined
  readonly theirs: BookingWord | undefined
}

/** The name of a trade to a command. */
export type TradeRef = Pick<Trade, 'id' | 'number' | 'audience'>

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

type Deal<Flow extends TradingFlow> = {
  readonly id: string
  /** The order book's integer, for its dialect. */
  readonly number: number | undefined
  readonly audience: Flow
  /** Of a listed spread the id of its strategy. */
  readonly rfqId: string
  readonly rfqNumber: number | undefined
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

/** A settled trade as everybody reads it: without parties, the side is the taker's; that of a listed spread is published without one. Of RFQs where no other flow is named. */
export type TapeTrade<Flow extends TradingFlow = Audience> = Deal<Flow> & { readonly side: Flow extends Audience ? Side : Side | undefined }
export type AnyTapeTrade = TapeTrade | TapeTrade<'SPREADS'>
export type AnyTrade = Trade | Trade<'SPREADS'>

/** A trade of the reader's desk; the side is its own. */
export type Trade<Flow extends TradingFlow = Audience> = Deal<Flow> & {
  readonly side: Side
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
  /** The venue's words when it rejected, or why a desk could not book it. */
  readonly rejection: string | undefined
  /** The venue's charge to the desk for its own side, by coin; undefined until its record was read. */
  readonly venueFees: readonly VenueFeeView[] | undefined
  /** Undefined where the venue settles it. */
  readonly booking: Booking | undefined
}
