/** Refusals that cite different rules or use different sentences in each audience. Both are published, and stay as they are. */
import { formatQuantity, type Quantity } from '../../decimal.ts'
import { refuse } from '../../refusal.ts'
import type { Side } from '../../structure/structure.ts'
import { BOOK_LAYERING_LIMIT, MAX_ORDERS_PER_DESK_AND_RFQ, MAX_RESTING_ORDERS_PER_DESK, SPREAD_LAYERING_LIMIT } from './limits.ts'
import type { OrderKind } from './order.ts'
import type { RfqRefusal } from './refusal-codes.ts'

export type Wording = {
  readonly absent: RfqRefusal
  readonly ending: RfqRefusal
  /** The time of an RFQ with a fixed life is over, though its deadline command has not come yet. */
  readonly over: (lifetimeMs: number) => RfqRefusal
  readonly alreadyDeclined: RfqRefusal
  readonly nameInUse: RfqRefusal
  readonly orderUnknown: RfqRefusal
  readonly orderClosed: RfqRefusal
  readonly tooManyOrders: RfqRefusal
  /** Refuses an allocation on an order that may rest. */
  readonly allocationRests: RfqRefusal
  readonly sideFull: (kind: OrderKind, side: Side) => RfqRefusal
  readonly sideStays: (side: Side) => RfqRefusal
  /** Refuses an order on a side that the request leaves out. */
  readonly sideNotAsked: (kind: OrderKind, takerSide: Side) => RfqRefusal
  /** `least` is the smallest quantity that would be accepted. */
  readonly belowBlock: (least: Quantity, of: 'NEW' | 'REPLACEMENT') => RfqRefusal
  readonly timeInForceNotAllowed: RfqRefusal
  readonly hiddenNeverRests: RfqRefusal
  readonly rules: { readonly increment: string; readonly ownSide: string; readonly priceStays: string }
}

export const directWording: Wording = {
  absent: refuse('RfqClosed', '4.11', 'No request of this id is open; ask anew.'),
  ending: refuse(
    'RfqClosed',
    '4.10',
    "The request is ending: nothing new is taken, and it closes with the venue's answer to its last trade.",
  ),
  over: (lifetimeMs) => refuse('RfqClosed', '4.8', `The ${lifetimeMs / 1000} seconds of the request are over; ask anew.`),
  alreadyDeclined: refuse('AlreadyDeclined', '5.19', 'Your desk has declined this request; a quote takes that back.'),
  nameInUse: refuse(
    'ClientOrderIdInUse',
    '5.21',
    'An open order of your desk has this client order id; choose another.',
    'client_order_id',
  ),
  orderUnknown: refuse('OrderUnknown', '5.16', 'Your desk has no order of this id in the request.', 'id'),
  orderClosed: refuse('OrderClosed', '5.16', 'Nothing of the order rests any more; place a new one.', 'id'),
  tooManyOrders: refuse(
    'TooManyOrders',
    '9.3',
    `A desk places at most ${MAX_ORDERS_PER_DESK_AND_RFQ} orders in one request; replace them instead.`,
  ),
  allocationRests: refuse(
    'AllocationInvalid',
    '5.20',
    'An order with an allocation never rests: its time in force is FILL_OR_KILL.',
    'time_in_force',
  ),
  sideFull: (kind, side) => {
    const what = kind === 'QUOTE' ? 'quote' : 'resting order'
    return refuse('LayeringLimitReached', '5.3', `Your desk has its ${what} on the ${side} side; replace or cancel that one.`, 'side')
  },
  sideStays: (side) => refuse('TypeNotAllowed', '5.22', `The order is on the ${side} side; a replacement stays there.`, 'side'),
  sideNotAsked: (kind, takerSide) => {
    const verb = takerSide === 'BUY' ? 'buys' : 'sells'
    const wanted = kind === 'CROSS' ? `an order of its own ${verb}` : `only ${takerSide === 'BUY' ? 'asks' : 'bids'} are quoted`
    return refuse('SideNotAsked', '4.14', `The taker ${verb}: ${wanted}.`, 'side')
  },
  belowBlock: (least, of) =>
    refuse(
      'QuantityBelowBlockMinimum',
      of === 'NEW' ? '5.4' : '5.15',
      `What rests is at least the minimum block: the quantity is ${formatQuantity(least)} or more.`,
      'quantity',
    ),
  timeInForceNotAllowed: refuse(
    'TypeNotAllowed',
    '5.2',
    'A quote waits for the taker: its time in force is GOOD_TILL_CANCELED.',
    'time_in_force',
  ),
  hiddenNeverRests: refuse('TypeNotAllowed', '5.2', 'A FILL_OR_KILL order never rests, so its type is LIMIT.', 'type'),
  rules: { increment: '5.4', ownSide: '5.8', priceStays: '5.22' },
}

export const orderBookWording: Wording = {
  absent: refuse('RfqClosed', '10.5', 'There is no market of this id; open one with its legs.'),
  ending: refuse('RfqClosed', '10.5', 'The market has ended; markets whose legs have not expired can be opened anew.'),
  over: () => refuse('RfqClosed', '10.5', 'The market has ended; markets whose legs have not expired can be opened anew.'),
  alreadyDeclined: refuse('AlreadyDeclined', '10.19', 'Your desk has declined this market; a quote takes that back.'),
  nameInUse: refuse(
    'ClientOrderIdInUse',
    '10.17',
    'An open quote of your desk has this client order id; choose another.',
    'client_order_id',
  ),
  orderUnknown: refuse('OrderUnknown', '10.12', 'Your desk has no open quote of this id in the market.', 'quote_id'),
  orderClosed: refuse('OrderClosed', '10.12', 'Nothing of the quote rests any more; place a new one.', 'quote_id'),
  tooManyOrders: refuse(
    'TooManyOrders',
    '9.6',
    `A desk has at most ${MAX_RESTING_ORDERS_PER_DESK} quotes resting here; replace or cancel some.`,
  ),
  allocationRests: refuse('AllocationInvalid', '10.18', 'A quote with an allocation never rests: it is IOC.', 'ioc'),
  sideFull: (_, side) =>
    refuse(
      'LayeringLimitReached',
      '10.5',
      `Your desk has ${BOOK_LAYERING_LIMIT} quotes on the ${side} side of this market; replace or cancel one.`,
      'side',
    ),
  sideStays: (side) => refuse('TypeNotAllowed', '10.20', `The quote is on the ${side} side; a replacement stays there.`, 'side'),
  sideNotAsked: directWording.sideNotAsked,
  belowBlock: (least) =>
    refuse(
      'QuantityBelowBlockMinimum',
      '10.3',
      `What is to trade is at least the minimum block: ${formatQuantity(least)} or more.`,
      'quantity',
    ),
  timeInForceNotAllowed: refuse('TypeNotAllowed', '10.9', 'A quote rests until it expires, or is IOC; an order is IOC.', 'time_in_force'),
  hiddenNeverRests: refuse('TypeNotAllowed', '10.9', 'A quote that never rests cannot be hidden.', 'is_hidden'),
  rules: { increment: '10.3', ownSide: '10.10', priceStays: '10.20' },
}

/** A listed spread has the wording of an order book, in the words of its published API: strategies and orders. */
export const spreadWording: Wording = {
  ...orderBookWording,
  absent: refuse('RfqClosed', '17.1', 'There is no strategy of this id now; those that are open are listed.', 'strategy_id'),
  ending: refuse('RfqClosed', '17.1', 'The strategy has ended, because a leg expires; later ones are listed.', 'strategy_id'),
  over: () => refuse('RfqClosed', '17.1', 'The strategy has ended, because a leg expires; later ones are listed.', 'strategy_id'),
  orderUnknown: refuse('OrderUnknown', '17.7', 'Your desk has no open order of this id.', 'order_id'),
  orderClosed: refuse(
    'OrderClosed',
    '17.7',
    'Nothing of the order rests any more; a taker may have taken it. Place a new one.',
    'order_id',
  ),
  tooManyOrders: refuse(
    'TooManyOrders',
    '9.6',
    `A desk has at most ${MAX_RESTING_ORDERS_PER_DESK} orders resting here; replace or cancel some.`,
  ),
  sideFull: (_, side) =>
    refuse(
      'LayeringLimitReached',
      '17.3',
      `Your desk has ${SPREAD_LAYERING_LIMIT} orders on the ${side} side of this strategy; replace or cancel one.`,
      'side',
    ),
  sideStays: (side) => refuse('TypeNotAllowed', '17.7', `The order is on the ${side} side; what replaces it stays there.`, 'side'),
  belowBlock: (least) =>
    refuse('QuantityBelowBlockMinimum', '17.2', `An order is for at least the minimum block: ${formatQuantity(least)} or more.`, 'amount'),
  timeInForceNotAllowed: refuse(
    'TypeNotAllowed',
    '17.3',
    'GOOD_TILL_CANCELED, GOOD_TILL_EXPIRES and IMMEDIATE_OR_CANCEL are accepted.',
    'time_in_force',
  ),
  rules: { increment: '17.2', ownSide: '17.5', priceStays: '17.7' },
}
