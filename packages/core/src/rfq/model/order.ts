/** A desk's order in an RFQ: a quote, or a cross that trades with quotes. */
import type { CancelCause } from './cancel-cause.ts'
import type { Price, Quantity } from '../../decimal.ts'
import type { Instant, OrderId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'
import type { NetPart } from './list.ts'
import type { Actor } from './actor.ts'
import type { CanceledBy } from '../../canceler.ts'

/** A QUOTE prices every leg; a CROSS has a limit price for the structure. */
export type OrderKind = 'QUOTE' | 'CROSS'

/** GTC rests as long as its RFQ, GTD until its `expiresAt`. IOC and FOK never rest, and FOK trades in full or not at all. */
export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK'

/**
 * Why an order that never rests did not trade in full, as far as its sender's book showed it: no orders at its limit, too few, no division into blocks
 * of at least the minimum, or a limit of another desk.
 */
export type UnfilledReason = 'NO_LIQUIDITY' | 'NOT_ENOUGH_LIQUIDITY' | 'BELOW_BLOCK_MINIMUM' | 'COUNTERPARTY_LIMIT'

/** One account's part of an order, and of every trade that the order makes (rulebook 5.20). */
export type AllocationPart = { readonly account: string; readonly quantity: Quantity }

/** quantity = filled + pending + canceled + resting. */
export type Order = {
  readonly id: OrderId
  /** Present if orders of this kind have numbers. */
  readonly number?: number
  readonly actor: Actor
  readonly kind: OrderKind
  /** The side on which the order's desk trades the structure. */
  readonly side: Side
  /** The price of the structure: for a quote the signed sum of its leg prices, for a cross its limit. */
  readonly price: Price
  /** It was sent without a price; its price is the worst acceptable one (rulebook 17.3). */
  readonly isMarket?: true
  /** Market maker protection does not cover it (rulebook 17.10). The desk's own limits do. */
  readonly isOutsideMmp?: true
  /** One price per leg, in the structure's order, with hedges at their fixed price; quotes only. */
  readonly legPrices?: readonly Price[]
  readonly quantity: Quantity
  readonly filled: Quantity
  /** Agreed, and waiting for the venue. */
  readonly pending: Quantity
  readonly canceled: Quantity
  /** The cause of the last cancellation; absent if nothing was cancelled. */
  readonly cancelCause?: CancelCause
  /** Present if the rest was cancelled because the order did not trade in full immediately. */
  readonly unfilledReason?: UnfilledReason
  /** Present if a person, a program or a limit caused the last cancellation. */
  readonly canceledBy?: CanceledBy
  readonly state: 'OPEN' | 'CLOSED'
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** The account in which it settles; for an allocated order, the first of its accounts. */
  readonly account: string
  readonly allocations?: readonly AllocationPart[]
  readonly label?: string
  /** The desk's own id for it (rulebook 5.21, 10.17). */
  readonly clientOrderId?: string
  /** Time priority: smaller numbers trade first. A replacement that changes the price or increases the quantity loses it (rulebook 5.14, 10.12). */
  readonly priority: number
  /** The number of its trades so far, from which the next trade's id is derived. */
  readonly trades: number
  /** Pending trades in which it is the taker's order, and whether it has ever been one. */
  readonly takesAtVenue: number
  readonly hasTaken: boolean
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
  /** The end of its own lifetime, if it has one. */
  readonly expiresAt?: Instant
  /** Set if it is one line's part of a net price (rulebook 22.5). */
  readonly net?: NetPart
}

/** The quantity that can still trade. */
export const restingQuantity = (order: Order): Quantity => (order.quantity - order.filled - order.pending - order.canceled) as Quantity

export const neverRests = ({ timeInForce }: Pick<Order, 'timeInForce'>): boolean => timeInForce === 'IOC' || timeInForce === 'FOK'

/** Protections cover quotes that can rest. Aggressor orders are the desk's own responsibility (rulebook 11.1, docs/decisions/0290). */
export const isProtected = (order: Pick<Order, 'kind' | 'timeInForce'>): boolean => order.kind === 'QUOTE' && !neverRests(order)
