/** What a desk sends into an RFQ: a quote, or a cross that takes quotes. */
import type { CancelCause } from '../book/cancel-cause.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Instant, OrderId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import type { Actor } from './actor.ts'

/** A QUOTE prices every leg; a CROSS has a limit for the structure. */
export type OrderKind = 'QUOTE' | 'CROSS'

/** GTC rests as long as its RFQ, GTD until its `expiresAt`; IOC and FOK never rest, and FOK trades whole or not at all. */
export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK'

/** One account's part of an order, and of every trade that the order makes (rulebook 5.20). */
export type AllocationPart = { readonly account: string; readonly quantity: Quantity }

/** quantity = filled + pending + canceled + what still rests. */
export type Order = {
  readonly id: OrderId
  /** Where the audience numbers its orders. */
  readonly number?: number
  readonly actor: Actor
  readonly kind: OrderKind
  /** What the order's desk does with the structure. */
  readonly side: Side
  /** Of the structure: for a quote the signed sum of its leg prices, for a cross its limit. */
  readonly price: Price
  /** One per leg of the structure, in its order, hedges at their fixed price; quotes only. */
  readonly legPrices?: readonly Price[]
  readonly quantity: Quantity
  readonly filled: Quantity
  /** Agreed and at the venue. */
  readonly pending: Quantity
  readonly canceled: Quantity
  /** Of what was cancelled last; absent where nothing was. */
  readonly cancelCause?: CancelCause
  readonly state: 'OPEN' | 'CLOSED'
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** Where it is allocated, the first of its accounts. */
  readonly account: string
  readonly allocations?: readonly AllocationPart[]
  readonly label?: string
  /** The desk's own name for it (rulebook 5.21, 10.17). */
  readonly clientOrderId?: string
  /** Time priority: the smaller is first. Lost when a replacement improves its price or grows (rulebook 5.14, 10.12). */
  readonly priority: number
  /** Trades it has been part of; the next one's id counts on from here. */
  readonly trades: number
  /** Trades at the venue in which it was the taker's, and whether it ever was. */
  readonly takesAtVenue: number
  readonly hasTaken: boolean
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
  /** When it leaves by itself, where orders do so before their RFQ. */
  readonly expiresAt?: Instant
}

/** What of an order can still trade. */
export const restingQuantity = (order: Order): Quantity => (order.quantity - order.filled - order.pending - order.canceled) as Quantity

export const neverRests = ({ timeInForce }: Pick<Order, 'timeInForce'>): boolean => timeInForce === 'IOC' || timeInForce === 'FOK'

/** Protections are for quotes that may rest; what has come to take is its desk's own care (rulebook 11.1, docs/decisions/0355). */
export const isProtected = (order: Pick<Order, 'kind' | 'timeInForce'>): boolean => order.kind === 'QUOTE' && !neverRests(order)
