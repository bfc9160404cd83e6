/** The direct dialect, `/v2/drfq`, converted to the model. */
import type { BlockTradeView, OrderView, RfqOrderView, RfqView, TapeTradeView, TradeLegView } from '@parley/contracts'
import { restOf, sumOf } from './decimal.ts'
import type { Level } from './book.ts'
import { canceledByOf } from './canceled-by.ts'
import { type Order, orderLegsOf } from './order.ts'
import type { Rfq } from './rfq.ts'
import { structureFieldsOf } from './structure-fields.ts'
import { bookingFrom } from './booking-from-wire.ts'
import type { TapeTrade, Trade, TradeLeg } from './trade.ts'

export const rfqFromDrfq = (view: RfqView): Rfq => ({
  id: view.id,
  number: undefined,
  audience: 'DIRECT',
  state: view.state,
  closedReason: view.closed_reason ?? undefined,
  cancelCause: view.cancel_reason,
  canceledBy: canceledByOf(view),
  role: view.role,
  ...structureFieldsOf(view),
  kind: view.kind,
  strategyDescription: view.strategy_description,
  legs: view.legs.map((leg) => ({
    instrumentId: leg.instrument_id,
    instrumentName: leg.instrument_name,
    productCode: leg.product_code,
    ratio: leg.ratio,
    quantity: leg.quantity,
    side: leg.side,
    price: leg.price ?? undefined,
  })),
  createdAt: view.created_at,
  goodForMs: view.good_for_seconds === undefined ? undefined : view.good_for_seconds * 1_000,
  updatedAt: view.last_updated_at,
  expiresAt: view.expires_at,
  traded: view.traded,
  declines: view.declines.map(({ desk_name: deskName, reason, text, at }) => ({ deskName, reason, text: text ?? undefined, at })),
  declinedByMe: view.declined_by_me,
  quantity: view.quantity,
  filled: view.filled_quantity ?? undefined,
  pending: view.pending_fill_quantity ?? undefined,
  account: view.account_name ?? undefined,
  label: view.label ?? undefined,
  counterparties: view.counterparties,
  groups: view.groups,
  takerDeskName: view.taker_desk_name ?? undefined,
  isTakerAnonymous: view.is_taker_anonymous,
  takerSide: view.taker_side,
  ...(view.also_ask_venue === true ? { alsoAsksVenue: true } : {}),
  similarOpen: view.similar_open ?? undefined,
  minBlockSize: undefined,
  quantityIncrement: undefined,
  tickSize: undefined,
  lastTrade: undefined,
  part: undefined,
})

const TIME_IN_FORCE = { GOOD_TILL_CANCELED: 'GTC', FILL_OR_KILL: 'FOK' } as const

export function orderFromDrfq(view: OrderView): Order {
  const { quantity, filled_quantity: filled, pending_fill_quantity: pending, canceled_quantity: canceled } = view
  return {
    id: view.id,
    number: undefined,
    audience: 'DIRECT',
    rfqId: view.rfq_id,
    rfqNumber: undefined,
    kind: view.role === 'MAKER' ? 'QUOTE' : 'CROSS',
    state: view.state === 'CLOSED' ? 'CLOSED' : 'OPEN',
    side: view.side,
    price: view.price,
    legPrices: view.legs?.map((leg) => ({ instrumentId: leg.instrument_id, instrumentName: leg.instrument_name, price: leg.price })),
    quantity,
    resting: restOf(quantity, [filled, pending, canceled]),
    filled,
    pending,
    agreed: sumOf([filled, pending]),
    canceled,
    cancelCause: view.cancel_reason ?? undefined,
    canceledBy: canceledByOf(view),
    unfilledReason: view.unfilled_reason,
    timeInForce: TIME_IN_FORCE[view.time_in_force],
    isPostOnly: false,
    isHidden: view.type === 'HIDDEN',
    account: view.account_name ?? undefined,
    allocations: view.allocations?.map((part) => ({ account: part.account_name, quantity: part.quantity })),
    clientOrderId: view.client_order_id ?? undefined,
    label: view.label ?? undefined,
    venue: view.venue,
    baseCurrency: view.base_currency,
    description: view.description,
    legs: orderLegsOf(view.structure_legs),
    refusal: undefined,
    createdAt: view.created_at,
    updatedAt: view.last_updated_at,
    expiresAt: view.expires_at,
    isCrossingOfQuote: false,
  }
}

/** A maker's quote in the taker's book. */
export const levelFromDrfq = (view: RfqOrderView): Level => ({
  id: view.id,
  number: undefined,
  audience: 'DIRECT',
  rfqId: view.rfq_id,
  side: view.side,
  price: view.price,
  quantity: view.quantity,
  deskName: view.desk_name ?? undefined,
  createdAt: view.created_at,
  updatedAt: view.last_updated_at,
})

export const tradeFromDrfq = (view: BlockTradeView): Trade => ({
  ...figuresOf(view),
  filledAt: view.filled_at ?? undefined,
  tapeId: view.tape_id,
  state: view.state,
  role: view.role,
  orderId: view.order_id,
  counterpartyDeskName: view.counterparty_desk_name ?? undefined,
  account: view.account_name ?? undefined,
  venueTradeId: view.venue_trade_id ?? undefined,
  rejection: view.rejection ?? undefined,
  venueFees: view.venue_fees,
  booking: bookingFrom(view.settlement),
})

export const tapeTradeFromDrfq = (view: TapeTradeView): TapeTrade => ({ ...figuresOf(view), filledAt: view.filled_at })

const figuresOf = (view: BlockTradeView | TapeTradeView): Omit<TapeTrade, 'filledAt'> => ({
  id: view.id,
  number: undefined,
  audience: 'DIRECT',
  rfqId: view.rfq_id,
  rfqNumber: undefined,
  side: view.side,
  price: view.price,
  quantity: view.quantity,
  markPrice: view.mark_price ?? undefined,
  indexPrice: view.index_price ?? undefined,
  ...structureFieldsOf(view),
  kind: view.kind,
  legs: view.legs.map(legOf),
  executedAt: view.executed_at,
})

const legOf = (leg: TradeLegView): TradeLeg => ({
  instrumentId: leg.instrument_id,
  instrumentName: leg.instrument_name,
  productCode: leg.product_code,
  ratio: leg.ratio,
  quantity: leg.quantity,
  side: leg.side,
  price: leg.price,
  iv: leg.iv,
})
