/** Strategies, orders and trades in the published format of /v1/fs. Core decides visibility (rfq/visibility); this module only formats. */
import {
  marketModels,
  formatPrice,
  formatRatio,
  isOnTape,
  restingQuantity,
  tradeFor,
  type ChargedLeg,
  type DeskId,
  type Instrument,
  type Order,
  type Rfq,
  type TimeInForce,
  type Trade,
} from '@parley/core'
import type { SpreadInstrumentView, SpreadOrderView, SpreadTapeTradeView, SpreadTradeView, StrategyView } from '@parley/contracts'
import { viewOfCanceledBy } from '../../../rfq/canceled-by-view.ts'
import { tradeLegs, viewOfStructure } from '../../../rfq/structure-view.ts'
import { viewOfVenueFees } from '../../../rfq/venue-fees-view.ts'
import { amounts, nanoseconds, nanosecondsOrZero, sizeOf, stepText } from './figures.ts'
import { idOf, idsOfTrade } from './ids.ts'

/** Ended for all desks, although one of its trades may still be at the venue. */
export const isEnded = ({ state, ending }: Rfq): boolean => state === 'CLOSED' || ending !== undefined

/** A spot leg would make it SPOT_FUTURE. No such spread is listed (docs/decisions/0830). */
const KIND = 'FUTURE'

const currenciesOf = ({ baseCurrency, quoteCurrency, clearingCurrency }: Instrument) => ({
  base_currency: baseCurrency,
  quote_currency: quoteCurrency,
  settlement_currency: clearingCurrency,
  clearing_currency: clearingCurrency,
})

export const presentInstrument = (instrument: Instrument): SpreadInstrumentView => ({
  id: instrument.id,
  name: instrument.name,
  venue: instrument.venue,
  kind: KIND,
  product_code: instrument.productCode,
  margin_type: instrument.marginKind,
  ...currenciesOf(instrument),
  contract_size: sizeOf(instrument.contractSize),
  min_tick_size: stepText(instrument.tickSize),
  min_order_size: sizeOf(instrument.quantityIncrement),
  min_block_size: sizeOf(instrument.minBlockSize),
  created_at: 0,
  expires_at: nanosecondsOrZero(instrument.expiresAt),
  state: instrument.state,
})

const legsOf = ({ structure, createdAt }: Rfq): StrategyView['legs'] =>
  structure.legs.map(({ instrument, side, ratio }) => ({
    instrument_id: instrument.id,
    instrument_name: instrument.name,
    product_code: instrument.productCode,
    kind: KIND,
    side,
    ratio: formatRatio(ratio),
    contract_size: sizeOf(instrument.contractSize),
    min_tick_size: stepText(instrument.tickSize),
    min_order_size: sizeOf(instrument.quantityIncrement),
    min_block_size: sizeOf(instrument.minBlockSize),
    created_at: nanoseconds(createdAt),
    expires_at: nanosecondsOrZero(instrument.expiresAt),
  }))

/** A listed spread has two legs of one product. It expires with the first of them (rulebook 17.1). */
function factsOf({ id, structure, expiresAt, priceTick }: Rfq) {
  const leg = structure.legs[0]?.instrument
  if (leg === undefined || expiresAt === undefined || priceTick === undefined) throw new Error(`${id} is not a listed spread`)
  return { leg, expiresAt, priceTick }
}

const { life } = marketModels.LISTED
const ordersEndBeforeMs = life.until === 'FIXED' ? 0 : life.quotesEndBeforeMs

/** Orders and trades do not change anything here. They are in the book and on the tape. */
export function presentStrategy(strategy: Rfq): StrategyView {
  const { leg, expiresAt, priceTick } = factsOf(strategy)
  const { product_codes, description, strategy_code } = viewOfStructure(strategy.structure)
  return {
    id: idOf(strategy),
    venue: strategy.venue,
    kind: KIND,
    state: isEnded(strategy) ? 'EXPIRED' : 'ACTIVE',
    margin_type: leg.marginKind,
    product_codes,
    description,
    strategy_code,
    ...currenciesOf(leg),
    min_tick_size: stepText(priceTick),
    min_order_size: sizeOf(strategy.quantityIncrement),
    min_block_size: sizeOf(strategy.minimumBlock),
    created_at: nanoseconds(strategy.createdAt),
    expires_at: nanoseconds(expiresAt),
    orders_until: nanoseconds(expiresAt - ordersEndBeforeMs),
    last_updated: nanoseconds(isEnded(strategy) ? expiresAt : strategy.createdAt),
    legs: legsOf(strategy),
  }
}

const marketOf = (strategy: Rfq) => {
  const { leg } = factsOf(strategy)
  return {
    strategy_id: idOf(strategy),
    venue: strategy.venue,
    kind: KIND,
    margin_type: leg.marginKind,
    base_currency: leg.baseCurrency,
    settlement_currency: leg.clearingCurrency,
    description: viewOfStructure(strategy.structure).description,
  } as const
}

const TIMES_IN_FORCE: Readonly<Record<TimeInForce, SpreadOrderView['time_in_force']>> = {
  GTC: 'GOOD_TILL_CANCELED',
  GTD: 'GOOD_TILL_EXPIRES',
  IOC: 'IMMEDIATE_OR_CANCEL',
  FOK: 'IMMEDIATE_OR_CANCEL',
}

/** Only for the order's own desk. */
export function presentOrder(strategy: Rfq, order: Order): SpreadOrderView {
  const { isMarket = false } = order
  return {
    id: idOf(order),
    ...marketOf(strategy),
    state: order.state,
    side: order.side,
    type: isMarket ? 'MARKET' : 'LIMIT',
    time_in_force: TIMES_IN_FORCE[order.timeInForce],
    price: isMarket ? null : formatPrice(order.price),
    ...amounts('amount', order.quantity),
    ...amounts('filled_amount', order.filled),
    ...amounts('pending_fill_amount', order.pending),
    ...amounts('canceled_amount', order.canceled),
    ...amounts('resting_amount', restingQuantity(order)),
    post_only: order.isPostOnly,
    mmp: order.isOutsideMmp !== true,
    label: order.label ?? null,
    account_name: order.account,
    cancel_reason: order.cancelCause ?? null,
    ...viewOfCanceledBy(order),
    created_at: nanoseconds(order.createdAt),
    expires_at: nanosecondsOrZero(order.expiresAt),
    last_updated: nanoseconds(order.lastUpdatedAt),
  }
}

const tradeFigures = ({ price, quantity, reference, agreedAt }: Trade) => ({
  price: formatPrice(price),
  ...amounts('amount', quantity),
  mark_price: reference?.markPrice === undefined ? null : formatPrice(reference.markPrice),
  index_price: reference?.indexPrice === undefined ? null : formatPrice(reference.indexPrice),
  executed_at: nanoseconds(agreedAt),
})

const tradedLegs = ({ structure }: Rfq, trade: Trade, side: Trade['takerSide']): SpreadTradeView['legs'] =>
  tradeLegs(structure, trade, side).map((leg) => ({
    instrument_id: leg.instrument_id,
    instrument_name: leg.instrument_name,
    product_code: leg.product_code,
    side: leg.side,
    price: leg.price,
    quantity: leg.quantity,
  }))

/** `charged` is the fee that the venue charged the viewer, if it is known. Undefined for a desk that is not a party to the trade. */
export function presentTrade(
  strategy: Rfq,
  trade: Trade,
  viewer: DeskId,
  charged?: readonly ChargedLeg[] | null,
): SpreadTradeView | undefined {
  const seen = tradeFor(strategy, trade, viewer)
  if (seen === undefined) return undefined
  const ids = idsOfTrade(trade)
  return {
    id: ids.trade,
    order_id: seen.role === 'TAKER' ? ids.takerOrder : ids.makerOrder,
    ...marketOf(strategy),
    state: trade.state,
    role: seen.role,
    side: seen.side,
    ...tradeFigures(trade),
    filled_at: trade.state === 'FILLED' ? nanosecondsOrZero(trade.settledAt) : 0,
    last_updated: nanoseconds(trade.settledAt ?? trade.agreedAt),
    account_name: seen.account,
    legs: tradedLegs(strategy, trade, seen.side),
    venue_trade_id: trade.venueTradeId ?? null,
    venue_error: trade.rejection ?? null,
    ...viewOfVenueFees(charged),
  }
}

/** Public: without desks or sides, and only after settlement. */
export function presentTape(strategy: Rfq, trade: Trade): SpreadTapeTradeView | undefined {
  if (!isOnTape(trade)) return undefined
  const settledAt = nanoseconds(trade.settledAt ?? trade.agreedAt)
  return {
    id: idsOfTrade(trade).trade,
    ...marketOf(strategy),
    state: 'FILLED',
    ...tradeFigures(trade),
    filled_at: settledAt,
    last_updated: settledAt,
    legs: tradedLegs(strategy, trade, 'BUY').map(({ side: _, ...leg }) => leg),
  }
}
