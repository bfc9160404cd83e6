/** Converts perpetuals from the wire to the model of this screen. Pure. */
import type {
  PerpetualBookChangeView,
  PerpetualCandleView,
  PerpetualFillView,
  PerpetualFundingPaymentView,
  PerpetualFundingRateView,
  PerpetualMarginView,
  PerpetualMarketView,
  PerpetualOrderView,
  PerpetualPositionView,
  PerpetualSummaryView,
  PerpetualTradeView,
} from '@parley/contracts'
import { parsePrice, parseQuantity, type Price, type Quantity } from '@parley/core'
import type { Level } from '../market-data/depth.ts'
import type { Candle, Fill, FundingPayment, FundingRate, Margin, Market, Order, Position, Summary, Trade } from './model.ts'

const numberOf = (text: string | null): number | undefined => (text === null ? undefined : Number(text))
const priceOf = (text: string | null): Price | undefined => (text === null ? undefined : parsePrice(text))

/** Undefined for a market whose steps are finer than the exact numbers allow. */
export function marketFromWire(view: PerpetualMarketView): Market | undefined {
  const [tick, increment] = [parsePrice(view.tick_size), parseQuantity(view.quantity_increment)]
  if (tick === undefined || tick <= 0 || increment === undefined || increment <= 0) return undefined
  return {
    name: view.market,
    base: view.base_currency,
    quote: view.quote_currency,
    settlement: view.settlement_currency,
    tick,
    increment,
    leastNotional: numberOf(view.least_notional),
    largestOrder: view.largest_order === null ? undefined : parseQuantity(view.largest_order),
    largestLeverage: numberOf(view.largest_leverage),
    takes: view.takes,
    hasEnded: false,
    makerFee: numberOf(view.maker_fee),
    takerFee: numberOf(view.taker_fee),
    fundingHours: view.funding_period_hours,
    fundingRate: numberOf(view.funding_rate),
    mark: numberOf(view.mark_price),
    index: numberOf(view.index_price),
    last: numberOf(view.last_price),
    change: numberOf(view.change_24h),
    volume: numberOf(view.volume_24h),
    openInterest: numberOf(view.open_interest),
    at: view.at ?? undefined,
  }
}

/** A quantity of zero removes a level. */
export const levelsFromWire = (rows: PerpetualBookChangeView['bids']): readonly Level[] =>
  rows.flatMap(({ price, quantity }) => {
    const [at, amount] = [parsePrice(price), parseQuantity(quantity)]
    return at === undefined || amount === undefined ? [] : [{ price: at, amount }]
  })

/** The figures of the venue fit exact numbers. One that does not fit is dropped instead of shown wrong. */
const exact = (price: string, quantity: string): { readonly price: Price; readonly quantity: Quantity } | undefined => {
  const [at, size] = [parsePrice(price), parseQuantity(quantity)]
  return at === undefined || size === undefined ? undefined : { price: at, quantity: size }
}

export function tradeFromWire(view: PerpetualTradeView): Trade | undefined {
  const terms = exact(view.price, view.quantity)
  return terms && { ...terms, id: view.id, side: view.side, at: view.at }
}

export function orderFromWire(view: PerpetualOrderView): Order | undefined {
  const [quantity, remaining] = [parseQuantity(view.quantity), parseQuantity(view.remaining)]
  if (quantity === undefined || remaining === undefined) return undefined
  return {
    id: view.id,
    market: view.market,
    side: view.side,
    kind: view.kind,
    price: priceOf(view.price),
    trigger: priceOf(view.trigger_price),
    average: numberOf(view.average_price),
    quantity,
    remaining,
    instruction: view.instruction,
    isReduceOnly: view.effect === 'REDUCE_ONLY',
    state: view.state,
    reason: view.sentence ?? undefined,
    followsPosition: view.follows_position,
    isLiquidation: view.reason === 'LIQUIDATION',
    createdAt: view.created_at,
    changedAt: view.changed_at,
  }
}

/** Undefined if it is closed. */
export function positionFromWire(view: PerpetualPositionView): Position | undefined {
  const quantity = parseQuantity(view.quantity)
  if (view.side === 'FLAT' || quantity === undefined || quantity === 0) return undefined
  return {
    market: view.market,
    quantity,
    entry: Number(view.entry_price),
    profit: Number(view.unrealized_pnl),
    funding: Number(view.unrealized_funding),
    leverage: numberOf(view.leverage),
    margin: numberOf(view.margin),
    liquidation: numberOf(view.liquidation_price),
    changedAt: view.changed_at ?? undefined,
  }
}

export function fillFromWire(view: PerpetualFillView): Fill | undefined {
  const terms = exact(view.price, view.quantity)
  return (
    terms && {
      ...terms,
      id: view.id,
      market: view.market,
      side: view.side,
      role: view.role,
      kind: view.kind,
      fee: Number(view.fee),
      feeCurrency: view.fee_currency,
      profit: numberOf(view.realized_pnl),
      at: view.at,
    }
  )
}

export const paymentFromWire = ({ id, market, amount, at }: PerpetualFundingPaymentView): FundingPayment => ({
  id,
  market,
  amount: Number(amount),
  at,
})

export const marginFromWire = ({ mode, leverage, is_chosen }: PerpetualMarginView): Margin => ({
  mode,
  leverage: Number(leverage),
  isChosen: is_chosen,
})

export const summaryFromWire = (view: PerpetualSummaryView): Summary => ({
  account: view.account_name,
  currency: view.currency ?? 'USDC',
  equity: Number(view.equity),
  marginUsed: Number(view.margin_used),
  maintenance: Number(view.maintenance_margin),
  free: Number(view.free),
  profit: Number(view.unrealized_pnl),
  state: view.state,
  at: view.at,
})

export const candleFromWire = (view: PerpetualCandleView): Candle => ({
  at: view.at,
  open: Number(view.open),
  high: Number(view.high),
  low: Number(view.low),
  close: Number(view.close),
  volume: Number(view.volume),
})

export const rateFromWire = ({ at, rate_8h: rate }: PerpetualFundingRateView): FundingRate => ({ at, rate: Number(rate) })
