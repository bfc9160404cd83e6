/** The dialect of listed spreads, `/v1/fs`, converted to the model. */
import type { SpreadOrderView, SpreadTapeTradeView, SpreadTradeView } from '@parley/contracts'
import { sumOf } from './decimal.ts'
import { canceledByOf } from './canceled-by.ts'
import type { Order } from './order.ts'
import type { TapeTrade, Trade, TradeLeg } from './trade.ts'

const NS_PER_MS = 1_000_000
const msOf = (nanoseconds: number): number => nanoseconds / NS_PER_MS
const msOrNone = (nanoseconds: number): number | undefined => (nanoseconds === 0 ? undefined : msOf(nanoseconds))

const TIMES_IN_FORCE = { GOOD_TILL_CANCELED: 'GTC', GOOD_TILL_EXPIRES: 'GTD', IMMEDIATE_OR_CANCEL: 'IOC' } as const

export const orderFromFs = (view: SpreadOrderView): Order<'SPREADS'> => ({
  id: view.id,
  number: undefined,
  audience: 'SPREADS',
  rfqId: view.strategy_id,
  rfqNumber: undefined,
  kind: view.time_in_force === 'IMMEDIATE_OR_CANCEL' ? 'CROSS' : 'QUOTE',
  state: view.state,
  side: view.side,
  price: view.price ?? '',
  legPrices: undefined,
  quantity: view.amount_decimal,
  resting: view.resting_amount_decimal,
  filled: view.filled_amount_decimal,
  pending: view.pending_fill_amount_decimal,
  agreed: sumOf([view.filled_amount_decimal, view.pending_fill_amount_decimal]),
  canceled: view.canceled_amount_decimal,
  cancelCause: view.cancel_reason ?? undefined,
  canceledBy: canceledByOf(view),
  unfilledReason: undefined,
  timeInForce: TIMES_IN_FORCE[view.time_in_force],
  isPostOnly: view.post_only,
  isHidden: false,
  account: view.account_name,
  allocations: undefined,
  clientOrderId: undefined,
  label: view.label ?? undefined,
  venue: view.venue,
  baseCurrency: view.base_currency,
  description: view.description,
  legs: undefined,
  refusal: undefined,
  createdAt: msOf(view.created_at),
  updatedAt: msOf(view.last_updated),
  expiresAt: msOrNone(view.expires_at),
  isCrossingOfQuote: false,
})

export const tradeFromFs = (view: SpreadTradeView): Trade<'SPREADS'> => ({
  ...figuresOf(view),
  side: view.side,
  legs: view.legs.map((leg) => legOf(leg, leg.side)),
  filledAt: msOrNone(view.filled_at),
  tapeId: view.id,
  state: view.state,
  role: view.role,
  orderId: view.order_id,
  counterpartyDeskName: undefined,
  account: view.account_name,
  venueTradeId: view.venue_trade_id ?? undefined,
  rejection: view.venue_error ?? undefined,
  venueFees: view.venue_fees,
  booking: undefined,
})

/** Its legs are those of a buyer of the spread: the nearer leg is sold and the later one bought. */
export const tapeTradeFromFs = (view: SpreadTapeTradeView): TapeTrade<'SPREADS'> => ({
  ...figuresOf(view),
  side: undefined,
  legs: view.legs.map((leg, place) => legOf(leg, place === 0 ? 'SELL' : 'BUY')),
  filledAt: msOf(view.filled_at),
})

const figuresOf = (view: SpreadTradeView | SpreadTapeTradeView): Omit<TapeTrade<'SPREADS'>, 'filledAt' | 'legs' | 'side'> => ({
  id: view.id,
  number: undefined,
  audience: 'SPREADS',
  rfqId: view.strategy_id,
  rfqNumber: undefined,
  price: view.price,
  quantity: view.amount_decimal,
  markPrice: view.mark_price ?? undefined,
  indexPrice: view.index_price ?? undefined,
  venue: view.venue,
  kind: 'FUTURE',
  baseCurrency: view.base_currency,
  // Prices of inverse futures are in dollars, those of linear ones in the coin in which they settle.
  quoteCurrency: view.margin_type === 'INVERSE' ? 'USD' : view.settlement_currency,
  productCodes: [...new Set(view.legs.map((leg) => leg.product_code))],
  strategyCode: 'FS',
  description: view.description,
  executedAt: msOf(view.executed_at),
})

const legOf = (leg: SpreadTapeTradeView['legs'][number], side: TradeLeg['side']): TradeLeg => ({
  instrumentId: leg.instrument_id,
  instrumentName: leg.instrument_name,
  productCode: leg.product_code,
  ratio: '1',
  quantity: leg.quantity,
  side,
  price: leg.price,
  iv: undefined,
})
