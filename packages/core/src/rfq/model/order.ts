/** A desk's order in an RFQ: a quote, or a cross that takes quotes. */
import type { CancelCause } from './cancel-cause.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { Instant, OrderId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'
import type { Actor } from './actor.ts'
import type { CanceledBy } from '../../canceler.ts'

/** A QUOTE prices every leg; a CROSS has a limit for the structure. */
export type OrderKind = 'QUOTE' | 'CROSS'

/** GTC rests as long as its RFQ, GTD until its `expiresAt`; IOC and FOK never rest, and FOK trades whole or not at all. */
export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK'

/** One account's part of an order, and of every trade that the order makes (rulebook 5.20). */
export type AllocationPart = { readonly account: string; readonly quantity: Quantity }

/** quantity = filled + pending + canceled + what still rests. */
export type Order = {
  readonly id: OrderId
  /** Present where the audience numbers its orders. */
  readonly number?: number
  readonly actor: Actor
  readonly kind: OrderKind
  /** The side on which the order's desk trades the structure. */
  readonly side: Side
  /** The price of the structure: for a quote the signed sum of its leg prices, for a cross its limit. */
  readonly price: Price
  /** It was sent without a price, which is how far it could go (rulebook 17.3). */
  readonly isMarket?: true
  /** One price per leg, in the structure's order, hedges at their fixed price; quotes only. */
  readonly legPrices?: readonly Price[]
  readonly quantity: Quantity
  readonly filled: Quantity
  /** Agreed, and waiting for the venue. */
  readonly pending: Quantity
  readonly canceled: Quantity
  /** The cause of the last cancellation; absent where nothing was cancelled. */
  readonly cancelCause?: CancelCause
  /** Present where the last cancellation was somebody's act, or that of a limit. */
  readonly canceledBy?: CanceledBy
  readonly state: 'OPEN' | 'CLOSED'
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** The account it settles in; for an allocated order the first of its accounts. */
  readonly account: string
  readonly allocations?: readonly AllocationPart[]
  readonly label?: string
  /** The desk's own name for it (rulebook 5.21, 10.17). */
  readonly clientOrderId?: string
  /** Time priority: the smaller goes first. A replacement that changes the price or grows loses it (rulebook 5.14, 10.12). */
  readonly priority: number
  /** The number of its trades so far, which the next trade's id is made from. */
  readonly trades: number
  /** Trades at the venue in which it is the taker's order, and whether it has ever been one. */
  readonly takesAtVenue: number
  readonly hasTaken: boolean
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
  /** The end of its own lifetime, where orders have one. */
  readonly expiresAt?: Instant
}

/** The quantity that can still trade. */
export const restingQuantity = (order: Order): Quantity => (order.quantity - order.filled - order.pending - order.canceled) as Quantity

export const neverRests = ({ timeInForce }: Pick<Order, 'timeInForce'>): boolean => timeInForce === 'IOC' || timeInForce === 'FOK'

/** Protections cover quotes that may rest; a desk looks after its aggressor orders itself (rulebook 11.1, docs/decisions/0290). */
export const isProtected = (order: Pick<Order, 'kind' | 'timeInForce'>): boolean => order.kind === 'QUOTE' && !neverRests(order)
