/** Refusals that cite different rules or use different sentences in each kind of RFQ. */
import { formatQuantity, type Quantity } from '../../decimal.ts'
import { refuse } from '../../refusal.ts'
import type { Side } from '../../structure/structure.ts'
import { BOOK_LAYERING_LIMIT, MAX_ORDERS_PER_DESK_AND_RFQ, MAX_RESTING_ORDERS_PER_DESK, SPREAD_LAYERING_LIMIT } from './limits.ts'
import type { OrderKind } from './order.ts'
import type { RfqRefusal } from './refusal-codes.ts'

export type Wording = {
  readonly absent: RfqRefusal
  readonly ending: RfqRefusal
  /** The RFQ has expired, although its deadline command has not arrived yet. */
  readonly over: (lifetimeMs: number) => RfqRefusal
  readonly alreadyDeclined: RfqRefusal
  readonly nameInUse: RfqRefusal
  readonly orderUnknown: RfqRefusal
  readonly orderClosed: RfqRefusal
  readonly tooManyOrders: RfqRefusal
  /** Refuses an allocation on an order that can rest. */
  readonly allocationRests: RfqRefusal
  readonly sideFull: (kind: OrderKind, side: Side) => RfqRefusal
  readonly sideStays: (side: Side) => RfqRefusal
  /** Refuses an order on a side that the RFQ does not ask for. */
  readonly sideNotAsked: (kind: OrderKind, takerSide: Side) => RfqRefusal
  /** `least` is the smallest quantity that would be accepted. */
  readonly belowBlock: (least: Quantity, of: 'NEW' | 'REPLACEMENT') => RfqRefusal
  readonly timeInForceNotAllowed: RfqRefusal
  readonly hiddenNeverRests: RfqRefusal
  readonly rules: { readonly increment: string; readonly ownSide: string; readonly priceStays: string }
}

export const directWording: Wording = {
  absent: refuse('RfqClosed', '4.11', 'This RFQ is closed or does not exist. Create a new one.'),
  ending: refuse('RfqClosed', '4.10', 'The RFQ is closing: it accepts nothing new, and closes when the venue has answered its last trade.'),
  over: (lifetimeMs) => refuse('RfqClosed', '4.8', `The RFQ has expired after ${lifetimeMs / 1000} seconds. Create a new one.`),
  alreadyDeclined: refuse('AlreadyDeclined', '5.19', 'Your desk has already declined this RFQ. A quote reverses the decline.'),
  nameInUse: refuse(
    'ClientOrderIdInUse',
    '5.21',
    'Another open order of your desk has this client order id. Choose a different one.',
    'client_order_id',
  ),
  orderUnknown: refuse('OrderUnknown', '5.16', 'Your desk has no order with this id in the RFQ.', 'id'),
  orderClosed: refuse('OrderClosed', '5.16', 'The order is no longer open. Place a new one.', 'id'),
  tooManyOrders: refuse(
    'TooManyOrders',
    '9.3',
    `A desk can place at most ${MAX_ORDERS_PER_DESK_AND_RFQ} orders in one RFQ. Replace an open order instead.`,
  ),
  allocationRests: refuse(
    'AllocationInvalid',
    '5.20',
    'An order with an allocation cannot rest. Its time in force must be FILL_OR_KILL.',
    'time_in_force',
  ),
  sideFull: (kind, side) => {
    const what = kind === 'QUOTE' ? 'quote' : 'resting order'
    return refuse('LayeringLimitReached', '5.3', `Your desk already has a ${what} on the ${side} side. Replace or cancel it.`, 'side')
  },
  sideStays: (side) => refuse('TypeNotAllowed', '5.22', `The order is on the ${side} side, and a replacement must stay on it.`, 'side'),
  sideNotAsked: (kind, takerSide) => {
    const verb = takerSide === 'BUY' ? 'buys' : 'sells'
    const wanted =
      kind === 'CROSS' ? `the taker's order must be a ${takerSide}` : `only ${takerSide === 'BUY' ? 'asks' : 'bids'} are accepted`
    return refuse('SideNotAsked', '4.14', `The taker ${verb}: ${wanted}.`, 'side')
  },
  belowBlock: (least, of) =>
    refuse(
      'QuantityBelowBlockMinimum',
      of === 'NEW' ? '5.4' : '5.15',
      `The quantity must be ${formatQuantity(least)} or more, so that at least the minimum block rests.`,
      'quantity',
    ),
  timeInForceNotAllowed: refuse('TypeNotAllowed', '5.2', 'The time in force of a quote must be GOOD_TILL_CANCELED.', 'time_in_force'),
  hiddenNeverRests: refuse('TypeNotAllowed', '5.2', 'A FILL_OR_KILL order never rests, so its type must be LIMIT.', 'type'),
  rules: { increment: '5.4', ownSide: '5.8', priceStays: '5.22' },
}

export const orderBookWording: Wording = {
  absent: refuse('RfqClosed', '10.5', 'There is no market with this id. Open one with its legs.'),
  ending: refuse('RfqClosed', '10.5', 'The market has ended. If its legs have not expired, you can open it again.'),
  over: () => refuse('RfqClosed', '10.5', 'The market has ended. If its legs have not expired, you can open it again.'),
  alreadyDeclined: refuse('AlreadyDeclined', '10.19', 'Your desk has already declined this market. A quote reverses the decline.'),
  nameInUse: refuse(
    'ClientOrderIdInUse',
    '10.17',
    'Another open quote of your desk has this client order id. Choose a different one.',
    'client_order_id',
  ),
  orderUnknown: refuse('OrderUnknown', '10.12', 'Your desk has no open quote with this id in the market.', 'quote_id'),
  orderClosed: refuse('OrderClosed', '10.12', 'The quote is no longer open. Place a new one.', 'quote_id'),
  tooManyOrders: refuse(
    'TooManyOrders',
    '9.6',
    `A desk can have at most ${MAX_RESTING_ORDERS_PER_DESK} resting quotes here. Replace or cancel some.`,
  ),
  allocationRests: refuse('AllocationInvalid', '10.18', 'A quote with an allocation cannot rest. It must be IOC.', 'ioc'),
  sideFull: (_, side) =>
    refuse(
      'LayeringLimitReached',
      '10.5',
      `Your desk already has ${BOOK_LAYERING_LIMIT} quotes on the ${side} side of this market. Replace or cancel one.`,
      'side',
    ),
  sideStays: (side) => refuse('TypeNotAllowed', '10.20', `The quote is on the ${side} side, and a replacement must stay on it.`, 'side'),
  sideNotAsked: directWording.sideNotAsked,
  belowBlock: (least) =>
    refuse(
      'QuantityBelowBlockMinimum',
      '10.3',
      `The quantity must be at least the minimum block: ${formatQuantity(least)} or more.`,
      'quantity',
    ),
  timeInForceNotAllowed: refuse(
    'TypeNotAllowed',
    '10.9',
    'A quote must be good-till-cancelled or IOC; an order must be IOC.',
    'time_in_force',
  ),
  hiddenNeverRests: refuse('TypeNotAllowed', '10.9', 'An IOC quote never rests, so it cannot be hidden.', 'is_hidden'),
  rules: { increment: '10.3', ownSide: '10.10', priceStays: '10.20' },
}

/** A listed spread uses the wording of an order book, with the terms of its published API: strategies and orders. */
export const spreadWording: Wording = {
  ...orderBookWording,
  absent: refuse('RfqClosed', '17.1', 'There is no open strategy with this id. Use one of the listed strategies.', 'strategy_id'),
  ending: refuse(
    'RfqClosed',
    '17.1',
    'The strategy has ended because a leg expires. Use a listed strategy with later expiries.',
    'strategy_id',
  ),
  over: () =>
    refuse('RfqClosed', '17.1', 'The strategy has ended because a leg expires. Use a listed strategy with later expiries.', 'strategy_id'),
  orderUnknown: refuse('OrderUnknown', '17.7', 'Your desk has no open order with this id.', 'order_id'),
  orderClosed: refuse('OrderClosed', '17.7', 'The order is no longer open; it may have been filled. Place a new one.', 'order_id'),
  tooManyOrders: refuse(
    'TooManyOrders',
    '9.6',
    `A desk can have at most ${MAX_RESTING_ORDERS_PER_DESK} resting orders here. Replace or cancel some.`,
  ),
  sideFull: (_, side) =>
    refuse(
      'LayeringLimitReached',
      '17.3',
      `Your desk already has ${SPREAD_LAYERING_LIMIT} orders on the ${side} side of this strategy. Replace or cancel one.`,
      'side',
    ),
  sideStays: (side) => refuse('TypeNotAllowed', '17.7', `The order is on the ${side} side, and its replacement must stay on it.`, 'side'),
  belowBlock: (least) =>
    refuse(
      'QuantityBelowBlockMinimum',
      '17.2',
      `The amount must be at least the minimum block: ${formatQuantity(least)} or more.`,
      'amount',
    ),
  timeInForceNotAllowed: refuse(
    'TypeNotAllowed',
    '17.3',
    'The time in force must be GOOD_TILL_CANCELED, GOOD_TILL_EXPIRES or IMMEDIATE_OR_CANCEL.',
    'time_in_force',
  ),
  rules: { increment: '17.2', ownSide: '17.5', priceStays: '17.7' },
}
