/** A desk's own order: a quote, which can rest, or a cross, which trades with resting orders. */
import type { CancelCause, CanceledBy, UnfilledReason } from './canceled-by.ts'
import type { StructureLegView } from '@parley/contracts'
import type { Audience, Side, TradingFlow } from './rfq.ts'

export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK'
export type LegPrice = { readonly instrumentId: number; readonly instrumentName: string; readonly price: string }
/** A leg of the structure, on the side of its buyer. */
export type OrderLeg = { readonly instrumentName: string; readonly side: Side; readonly ratio: string }
export type Allocation = { readonly account: string; readonly quantity: string }

/** `quantity = filled + pending + canceled + resting`, in either dialect. The default flow is that of RFQs. */
export type Order<Flow extends TradingFlow = Audience> = {
  readonly id: string
  /** The order book's integer id, for its dialect. */
  readonly number: number | undefined
  readonly audience: Flow
  /** For a listed spread, the id of its strategy. */
  readonly rfqId: string
  readonly rfqNumber: number | undefined
  /** In a direct RFQ, makers quote and the taker crosses. In an order book, IOC orders cross and all others quote. */
  readonly kind: 'QUOTE' | 'CROSS'
  /** OPEN while some of it rests. */
  readonly state: 'OPEN' | 'CLOSED'
  readonly side: Side
  /** The price of the structure; empty for a market order, and for one that was refused because it had none. */
  readonly price: string
  /** Undefined if only the structure's price was given. */
  readonly legPrices: readonly LegPrice[] | undefined
  readonly quantity: string
  readonly resting: string
  /** Settled. */
  readonly filled: string
  /** Agreed, and pending at the venue. */
  readonly pending: string
  /** Filled and pending together: what the desk has traded. */
  readonly agreed: string
  readonly canceled: string
  readonly cancelCause: CancelCause | undefined
  /** The person, program or limit that cancelled it, and whether it was also the sender. */
  readonly canceledBy: CanceledBy | undefined
  /** Why an order that never rests did not trade in full. Undefined if it did, and if the server does not send it. */
  readonly unfilledReason: UnfilledReason | undefined
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** For several accounts, the first. */
  readonly account: string | undefined
  /** Undefined if it is for one account. */
  readonly allocations: readonly Allocation[] | undefined
  readonly clientOrderId: string | undefined
  readonly label: string | undefined
  readonly venue: string
  /** Undefined if the dialect does not contain it; the RFQ does. */
  readonly baseCurrency: string | undefined
  readonly description: string
  /** Undefined if the server does not send them yet. */
  readonly legs: readonly OrderLeg[] | undefined
  readonly createdAt: number
  /** Undefined if the dialect does not contain it. */
  readonly updatedAt: number | undefined
  /** Why it was refused; undefined for an order that was accepted, even if it was cancelled later. */
  readonly refusal: string | undefined
  /** When it expires. */
  readonly expiresAt: number | undefined
  /**
   * Whether it is the order that `/v1/ob` shows in addition to a quote that crossed, under the same id. The quote is already an order, so lists omit
   * this one.
   */
  readonly isCrossingOfQuote: boolean
}

/** An order of any flow; `audience` distinguishes them. */
export type AnyOrder = Order | Order<'SPREADS'>

/** Identifies an order in a command. */
export type OrderRef = Pick<Order, 'audience' | 'id' | 'number' | 'rfqId' | 'rfqNumber'>

export const isResting = ({ state, resting }: Pick<Order, 'state' | 'resting'>): boolean => state === 'OPEN' && Number(resting) > 0

/** The order no longer rests, and the venue has not answered yet. */
export const isAtVenue = ({ state, pending }: Pick<Order, 'state' | 'pending'>): boolean => state === 'CLOSED' && Number(pending) > 0

export const orderLegsOf = (legs: readonly StructureLegView[] | undefined): Order['legs'] =>
  legs?.map((leg) => ({ instrumentName: leg.instrument_name, side: leg.side, ratio: leg.ratio }))
