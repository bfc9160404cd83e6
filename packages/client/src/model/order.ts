/** A desk's own order: a quote that may rest, or a cross that takes. */
import type { CancelCause, CanceledBy } from './canceled-by.ts'
import type { StructureLegView } from '@parley/contracts'
import type { Audience, Side, TradingFlow } from './rfq.ts'

export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK'
export type LegPrice = { readonly instrumentId: number; readonly instrumentName: string; readonly price: string }
/** A leg of the structure, on the side of its buyer. */
export type OrderLeg = { readonly instrumentName: string; readonly side: Side; readonly ratio: string }
export type Allocation = { readonly account: string; readonly quantity: string }

/** quantity = filled + pending + canceled + resting, whichever dialect spoke. Of RFQs where no other flow is named. */
export type Order<Flow extends TradingFlow = Audience> = {
  readonly id: string
  /** The order book's integer, for its dialect. */
  readonly number: number | undefined
  readonly audience: Flow
  /** Of a listed spread the id of its strategy. */
  readonly rfqId: string
  readonly rfqNumber: number | undefined
  /** Of a direct RFQ a maker quotes and the taker crosses; in an order book IOC crosses and the rest quotes. */
  readonly kind: 'QUOTE' | 'CROSS'
  /** OPEN while something of it rests. */
  readonly state: 'OPEN' | 'CLOSED'
  readonly side: Side
  /** Of the structure; empty of an order at market, and of one that was refused for having none. */
  readonly price: string
  /** Undefined where only the structure's price was given. */
  readonly legPrices: readonly LegPrice[] | undefined
  readonly quantity: string
  readonly resting: string
  /** Settled. */
  readonly filled: string
  /** Agreed and at the venue. */
  readonly pending: string
  /** Filled and pending together: what the desk has dealt. */
  readonly agreed: string
  readonly canceled: string
  readonly cancelCause: CancelCause | undefined
  /** The person, program or limit that cancelled it, and whether the order was their own. */
  readonly canceledBy: CanceledBy | undefined
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** Of several accounts the first. */
  readonly account: string | undefined
  /** Undefined where it is for one account. */
  readonly allocations: readonly Allocation[] | undefined
  readonly clientOrderId: string | undefined
  readonly label: string | undefined
  readonly venue: string
  /** Undefined where the dialect does not say; the RFQ does. */
  readonly baseCurrency: string | undefined
  readonly description: string
  /** Undefined where a server does not say them yet. */
  readonly legs: readonly OrderLeg[] | undefined
  readonly createdAt: number
  /** Undefined where the dialect does not say. */
  readonly updatedAt: number | undefined
  /** Why it was refused; an order that was taken has none, whatever became of it. */
  readonly refusal: string | undefined
  /** When it leaves by itself. */
  readonly expiresAt: number | undefined
  /** It is what `/v1/ob` shows beside a quote that crossed, under the same id: the quote is an order already, so lists leave it out. */
  readonly isCrossingOfQuote: boolean
}

/** An order of whichever flow; `audience` tells them apart. */
export type AnyOrder = Order | Order<'SPREADS'>

/** Names an order in a command. */
export type OrderRef = Pick<Order, 'audience' | 'id' | 'number' | 'rfqId' | 'rfqNumber'>

export const isResting = ({ state, resting }: Pick<Order, 'state' | 'resting'>): boolean => state === 'OPEN' && Number(resting) > 0

/** Nothing rests, and the venue has not answered yet. */
export const isAtVenue = ({ state, pending }: Pick<Order, 'state' | 'pending'>): boolean => state === 'CLOSED' && Number(pending) > 0

export const orderLegsOf = (legs: readonly StructureLegView[] | undefined): Order['legs'] =>
  legs?.map((leg) => ({ instrumentName: leg.instrument_name, side: leg.side, ratio: leg.ratio }))
