/**
 * The kinds of RFQ, and the only place that defines how they differ: one row of data for each. Rules read a field of the row; no rule checks the name
 * of a kind.
 */
import type { RfqKind } from '../../rfq-kind.ts'
import {
  BOOK_LAYERING_LIMIT,
  GOOD_FOR_MS,
  INACTIVITY_MS,
  ORDER_LIFETIME_MS,
  MAX_ORDERS_PER_DESK_AND_RFQ,
  MAX_RESTING_ORDERS_PER_DESK,
  QUOTES_END_BEFORE_EXPIRY_MS,
  RFQ_LIFETIME_MS,
  SIDE_LAYERING_LIMIT,
  SPREAD_LAYERING_LIMIT,
} from './limits.ts'
import type { OrderKind, TimeInForce } from './order.ts'
import { directWording, orderBookWording, spreadWording, type Wording } from './wording.ts'

/**
 * Either a fixed time from its opening, which its taker can choose (rulebook 4.8), or until the first leg expires or the RFQ has been idle for
 * `idleMs` (rulebook 10.4, 10.5).
 */
export type Life =
  | { readonly until: 'FIXED'; readonly ms: number; readonly choicesMs: readonly number[] }
  | { readonly until: 'FIRST_EXPIRY_OR_IDLE'; readonly idleMs: number; readonly quotesEndBeforeMs: number }

/** The maximum number of orders of a desk: placed in one RFQ (rulebook 9.3), or resting in the whole shard (rulebook 9.6). */
export type Room = { readonly counts: 'PLACED_IN_RFQ' | 'RESTING_IN_SHARD'; readonly most: number }

export type MarketModel = {
  readonly kind: RfqKind
  /**
   * TAKER: each RFQ belongs to one desk, which can cancel it. ANYONE: there is one for each structure, and opening it again joins it (rulebook 10.1).
   * PLATFORM: like ANYONE, but no desk can open one (rulebook 17.1).
   */
  readonly opener: 'TAKER' | 'ANYONE' | 'PLATFORM'
  readonly quoters: 'NAMED_MAKERS' | 'EVERY_DESK'
  /** Makers trade only with the taker (rulebook 5.9), or any order can trade with any other (rulebook 10.6). */
  readonly matching: 'MAKER_AND_TAKER' | 'ANYONE'
  readonly quotesSeenBy: 'TAKER' | 'EVERYBODY'
  readonly names: 'SHOWN' | 'HIDDEN'
  readonly life: Life
  /** How long an order rests without an amendment. If undefined, as long as its RFQ lives. */
  readonly orderLifetimeMs: number | undefined
  /** The maximum number of resting orders of one desk on one side (rulebook 5.3, 10.5). */
  readonly ordersPerSide: number
  readonly room: Room
  /** Whether the RFQ has a quantity that its trades together never exceed (rulebook 5.4). */
  readonly isQuantityCapped: boolean
  /** QUOTED: a quote prices every leg. AT_TRADE: orders have one price for the whole, and the legs get theirs at the trade (rulebook 17.6). */
  readonly legPrices: 'QUOTED' | 'AT_TRADE'
  /** An order that would match one of its own desk is refused (rulebook 10.10), or follows the policy of the order or its desk (rulebook 17.5). */
  readonly ownOrders: 'REFUSED' | 'AS_ORDERED'
  /** When the venue rejects a trade, the rest of its two orders stays (rulebook 7.3) or is cancelled too (rulebook 17.8). */
  readonly afterRejection: 'STAYS' | 'CANCELED'
  /** Whether the number of a desk's aggressor orders in a product is limited (rulebook 9.7, 17.3). */
  readonly areAggressorsThrottled: boolean
  readonly timesInForce: Readonly<Record<OrderKind, readonly TimeInForce[]>>
  /** Whether a replacement can change the time in force (rulebook 10.20) or has to keep it (rulebook 5.22). */
  readonly isTimeInForceReplaceable: boolean
  /** Whether a desk can still look up a closed order until the RFQ closes. */
  readonly areClosedOrdersKept: boolean
  /** Whether RFQs, orders and trades have whole numbers in addition to their ids. */
  readonly isNumbered: boolean
  readonly wording: Wording
}

export const marketModels: Readonly<Record<RfqKind, MarketModel>> = {
  DIRECT: {
    kind: 'DIRECT',
    opener: 'TAKER',
    quoters: 'NAMED_MAKERS',
    matching: 'MAKER_AND_TAKER',
    quotesSeenBy: 'TAKER',
    names: 'SHOWN',
    life: { until: 'FIXED', ms: RFQ_LIFETIME_MS, choicesMs: GOOD_FOR_MS },
    orderLifetimeMs: undefined,
    ordersPerSide: SIDE_LAYERING_LIMIT,
    room: { counts: 'PLACED_IN_RFQ', most: MAX_ORDERS_PER_DESK_AND_RFQ },
    isQuantityCapped: true,
    legPrices: 'QUOTED',
    ownOrders: 'REFUSED',
    afterRejection: 'STAYS',
    areAggressorsThrottled: true,
    timesInForce: { QUOTE: ['GTC'], CROSS: ['GTC', 'FOK'] },
    isTimeInForceReplaceable: false,
    areClosedOrdersKept: true,
    isNumbered: false,
    wording: directWording,
  },
  ORDER_BOOK: {
    kind: 'ORDER_BOOK',
    opener: 'ANYONE',
    quoters: 'EVERY_DESK',
    matching: 'ANYONE',
    quotesSeenBy: 'EVERYBODY',
    names: 'HIDDEN',
    life: { until: 'FIRST_EXPIRY_OR_IDLE', idleMs: INACTIVITY_MS, quotesEndBeforeMs: QUOTES_END_BEFORE_EXPIRY_MS },
    orderLifetimeMs: ORDER_LIFETIME_MS,
    ordersPerSide: BOOK_LAYERING_LIMIT,
    room: { counts: 'RESTING_IN_SHARD', most: MAX_RESTING_ORDERS_PER_DESK },
    isQuantityCapped: false,
    legPrices: 'QUOTED',
    ownOrders: 'REFUSED',
    afterRejection: 'STAYS',
    areAggressorsThrottled: true,
    timesInForce: { QUOTE: ['GTD', 'IOC'], CROSS: ['IOC'] },
    isTimeInForceReplaceable: true,
    areClosedOrdersKept: false,
    isNumbered: true,
    wording: orderBookWording,
  },
  LISTED: {
    kind: 'LISTED',
    opener: 'PLATFORM',
    quoters: 'EVERY_DESK',
    matching: 'ANYONE',
    quotesSeenBy: 'EVERYBODY',
    names: 'HIDDEN',
    life: { until: 'FIRST_EXPIRY_OR_IDLE', idleMs: Infinity, quotesEndBeforeMs: QUOTES_END_BEFORE_EXPIRY_MS },
    orderLifetimeMs: undefined,
    ordersPerSide: SPREAD_LAYERING_LIMIT,
    room: { counts: 'RESTING_IN_SHARD', most: MAX_RESTING_ORDERS_PER_DESK },
    isQuantityCapped: false,
    legPrices: 'AT_TRADE',
    ownOrders: 'AS_ORDERED',
    afterRejection: 'CANCELED',
    areAggressorsThrottled: false,
    timesInForce: { QUOTE: ['GTC', 'GTD', 'IOC'], CROSS: [] },
    isTimeInForceReplaceable: false,
    areClosedOrdersKept: false,
    isNumbered: true,
    wording: spreadWording,
  },
}
