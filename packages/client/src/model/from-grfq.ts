/** The order-book dialect, `/v1/ob` and `/v1/grfq`, converted to the model. */
import type { BookQuoteView, GroupOrderView, GroupQuoteView, GroupRfqView, GroupTapeTradeView, GroupTradeView } from '@parley/contracts'
import { sumOf } from './decimal.ts'
import type { Level } from './book.ts'
import { canceledByOf } from './canceled-by.ts'
import { type Allocation, type Order, orderLegsOf } from './order.ts'
import type { DeskPart, Rfq } from './rfq.ts'
import { structureFieldsOf } from './structure-fields.ts'
import { bookingFrom } from './booking-from-wire.ts'
import type { TapeTrade, Trade } from './trade.ts'

/** The id of an order book, and of the objects in it, as people write it. */
export const idOf = (number: number): string => `g_${number}`

const ROLES = { Taker: 'TAKER', Maker: 'MAKER' } as const

export const rfqFromGrfq = (view: GroupRfqView): Rfq => ({
  id: idOf(view.id),
  number: view.id,
  audience: 'ORDER_BOOK',
  state: view.status === 'ACTIVE' ? 'OPEN' : 'CLOSED',
  closedReason: view.status === 'ACTIVE' ? undefined : 'EXPIRED',
  cancelCause: undefined,
  canceledBy: undefined,
  role: view.desk_role === null ? undefined : ROLES[view.desk_role],
  ...structureFieldsOf(view),
  kind: view.kind,
  strategyDescription: view.strategy_description,
  legs: view.legs.map((leg) => ({
    instrumentId: leg.instrument_id,
    instrumentName: leg.instrument,
    productCode: leg.product_code,
    ratio: leg.ratio,
    quantity: leg.ratio,
    side: leg.side,
    price: leg.price,
  })),
  goodForMs: undefined,
  takerSide: undefined,
  createdAt: view.created,
  updatedAt: view.latest_activity,
  expiresAt: view.expires_at ?? undefined,
  traded: view.traded,
  declines: view.declines.map(({ reason, at }) => ({ deskName: undefined, reason, text: undefined, at })),
  declinedByMe: view.declined_by_me,
  quantity: undefined,
  filled: undefined,
  pending: undefined,
  account: undefined,
  label: undefined,
  counterparties: [],
  groups: [],
  takerDeskName: undefined,
  isTakerAnonymous: false,
  similarOpen: undefined,
  minBlockSize: view.min_block_size,
  quantityIncrement: view.min_order_size_increment,
  tickSize: view.min_tick_size,
  lastTrade: lastTradeOf(view),
  part: partOf(view),
})

function lastTradeOf({ last_trade: last }: GroupRfqView): Rfq['lastTrade'] {
  return last === null ? undefined : { price: last.price, quantity: last.quantity, side: last.side, executedAt: last.executed_at }
}

function partOf({ desk_status: status, quantities: own }: GroupRfqView): DeskPart | undefined {
  if (status === null || own === null) return undefined
  return { status, ordered: own.original, agreed: own.filled, resting: own.remaining, canceled: own.canceled, settled: own.completed }
}

type AllocationViews = readonly { readonly account_name: string; readonly quantity: string }[] | undefined
const allocationsOf = (parts: AllocationViews): readonly Allocation[] | undefined =>
  parts?.map((part) => ({ account: part.account_name, quantity: part.quantity }))

/** The venue's own name of an instrument begins with the currency. */
const currencyOf = (name: string | undefined): string | undefined => name?.split(/[-_]/, 1)[0]

/** A desk's own quote, which can rest, or one that only crosses. */
export const orderFromQuote = (view: GroupQuoteView): Order => ({
  id: idOf(view.id),
  number: view.id,
  audience: 'ORDER_BOOK',
  rfqId: idOf(view.rfq_id),
  rfqNumber: view.rfq_id,
  kind: view.ioc ? 'CROSS' : 'QUOTE',
  state: view.status,
  side: view.side,
  price: view.price,
  legPrices: view.legs.map((leg) => ({ instrumentId: leg.instrument_id, instrumentName: leg.instrument, price: leg.price })),
  quantity: view.quantity,
  resting: view.remaining_quantity,
  filled: view.quantities.completed,
  pending: view.pending_fill_quantity,
  agreed: view.quantities.filled,
  canceled: view.quantities.canceled,
  cancelCause: view.cancel_reason ?? undefined,
  canceledBy: canceledByOf(view),
  unfilledReason: view.unfilled_reason,
  timeInForce: view.ioc ? 'IOC' : 'GTC',
  isPostOnly: view.post_only,
  isHidden: view.is_hidden,
  account: view.account,
  allocations: allocationsOf(view.allocations),
  clientOrderId: view.client_order_id ?? undefined,
  label: view.label ?? undefined,
  venue: view.venue,
  baseCurrency: currencyOf(view.legs[0]?.instrument),
  description: view.description,
  legs: orderLegsOf(view.structure_legs),
  refusal: undefined,
  createdAt: view.created,
  updatedAt: view.last_updated,
  expiresAt: view.lapses_at,
  isCrossingOfQuote: false,
})

/** An aggressor order, which never rests. */
export const orderFromGroupOrder = (view: GroupOrderView): Order => ({
  id: idOf(view.id),
  number: view.id,
  audience: 'ORDER_BOOK',
  rfqId: idOf(view.rfq_id),
  rfqNumber: view.rfq_id,
  kind: 'CROSS',
  state: 'CLOSED',
  side: view.execution_side,
  price: view.limit_price,
  legPrices: undefined,
  quantity: view.quantity,
  resting: '0',
  filled: view.filled_quantity,
  pending: view.pending_fill_quantity,
  agreed: sumOf([view.filled_quantity, view.pending_fill_quantity]),
  canceled: view.canceled_quantity,
  cancelCause: view.cancel_reason ?? undefined,
  canceledBy: canceledByOf(view),
  unfilledReason: view.unfilled_reason,
  timeInForce: 'IOC',
  isPostOnly: false,
  isHidden: false,
  account: view.account,
  allocations: allocationsOf(view.allocations),
  clientOrderId: view.client_order_id ?? undefined,
  label: undefined,
  venue: view.venue,
  baseCurrency: currencyOf(view.structure_legs?.[0]?.instrument_name),
  description: view.description,
  legs: orderLegsOf(view.structure_legs),
  refusal: undefined,
  createdAt: view.created,
  updatedAt: undefined,
  expiresAt: undefined,
  isCrossingOfQuote: view.quote_id !== null,
})

export const levelFromGrfq = (view: BookQuoteView): Level => ({
  id: idOf(view.id),
  number: view.id,
  audience: 'ORDER_BOOK',
  rfqId: idOf(view.rfq_id),
  side: view.side,
  price: view.price,
  quantity: view.remaining_quantity,
  deskName: undefined,
  createdAt: view.created,
  updatedAt: view.created,
})

const STATES = { PENDING: 'PENDING_SETTLEMENT', COMPLETED: 'FILLED', REJECTED: 'REJECTED' } as const

export const tradeFromGrfq = (view: GroupTradeView): Trade => ({
  ...figuresOf(view),
  kind: undefined,
  filledAt: view.filled_at ?? undefined,
  tapeId: idOf(view.id),
  state: STATES[view.status],
  role: view.role,
  orderId: ownOrderOf(view),
  counterpartyDeskName: undefined,
  account: view.account,
  venueTradeId: view.venue_trade_id ?? undefined,
  rejection: view.venue_error ?? undefined,
  venueFees: view.venue_fees,
  booking: bookingFrom(view.settlement),
})

/**
 * `/v1/ob` contains the desk's own id in both fields. `/v1/grfq` contains the aggressor order or, if the desk was the maker, the quote that rested.
 */
function ownOrderOf({ order_id: took, quote_id: rested, role }: GroupTradeView): string | undefined {
  if (took !== null) return idOf(took)
  return role === 'MAKER' ? idOf(rested) : undefined
}

export const tapeTradeFromGrfq = (view: GroupTapeTradeView): TapeTrade => ({
  ...figuresOf(view),
  kind: view.kind,
  filledAt: view.filled_at,
})

const figuresOf = (view: GroupTradeView | GroupTapeTradeView): Omit<TapeTrade, 'filledAt' | 'kind'> => ({
  id: idOf(view.id),
  number: view.id,
  audience: 'ORDER_BOOK',
  rfqId: idOf(view.rfq_id),
  rfqNumber: view.rfq_id,
  side: view.side,
  price: view.price,
  quantity: view.quantity,
  markPrice: view.mark_price ?? undefined,
  indexPrice: view.index_price ?? undefined,
  ...structureFieldsOf(view),
  legs: view.legs.map((leg) => ({
    instrumentId: leg.instrument_id,
    instrumentName: leg.instrument,
    productCode: leg.product_code,
    ratio: leg.ratio,
    quantity: leg.quantity,
    side: leg.side,
    price: leg.price,
    iv: leg.iv,
  })),
  executedAt: view.executed_at,
})
