/** Perpetuals in the format of the API: pure. Exact amounts keep their digits. Floating-point figures of the venue have at most eight. */
import type {
  PerpetualBookView,
  PerpetualCandleView,
  PerpetualDailyPnlView,
  PerpetualFillView,
  PerpetualFundingPaymentView,
  PerpetualTransferView,
  PerpetualFundingRateView,
  PerpetualMarginView,
  PerpetualMarketView,
  PerpetualOrderView,
  PerpetualPositionView,
  PerpetualSummaryView,
  PerpetualTradeView,
} from '@parley/contracts'
import { type DailyPnl, formatPnl, formatPrice, formatQuantity, isExitId, netPnl, quantityToNumber } from '@parley/core'
import type {
  BookLevel,
  Candle,
  AccountTransfer,
  FundingPayment,
  FundingRate,
  MarginSetting,
  MarginSummary,
  PerpetualBook,
  PerpetualFill,
  PerpetualMarket,
  PerpetualOrder,
  PerpetualPosition,
  PerpetualSummary,
  PerpetualTrade,
} from '@parley/venues'

const HOUR_MS = 3_600_000
const FIGURE_DECIMALS = 8

/** Plain digits without trailing zeros, and without a negative zero. */
export function figureText(value: number, decimals = FIGURE_DECIMALS): string {
  const text = value.toFixed(decimals)
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}

const orNull = <T>(value: T | undefined, text: (value: T) => string): string | null => (value === undefined ? null : text(value))
const figureOrNull = (value: number | undefined): string | null => orNull(value, (known) => figureText(known))
const percentOf = (fraction: number): string => figureText(fraction * 100, 6)

export function presentMarket(market: PerpetualMarket, summary: PerpetualSummary | undefined, now: number): PerpetualMarketView {
  const periodMs = market.fundingPeriodHours * HOUR_MS
  return {
    market: market.name,
    base_currency: market.baseCurrency,
    quote_currency: market.quoteCurrency,
    settlement_currency: market.settlementCurrency,
    tick_size: formatPrice(market.tickSize),
    quantity_increment: formatQuantity(market.quantityIncrement),
    least_notional: figureOrNull(market.leastNotional),
    largest_order: orNull(market.largestOrder, (quantity) => formatQuantity(quantity)),
    largest_position: orNull(market.largestPosition, (quantity) => formatQuantity(quantity)),
    largest_leverage: figureOrNull(market.largestLeverage),
    maker_fee: orNull(market.makerFee, percentOf),
    taker_fee: orNull(market.takerFee, percentOf),
    takes: market.takes,
    funding_period_hours: market.fundingPeriodHours,
    funding_rate: orNull(summary?.fundingRate, percentOf),
    next_funding_at: (Math.floor(now / periodMs) + 1) * periodMs,
    mark_price: figureOrNull(summary?.markPrice),
    index_price: figureOrNull(summary?.indexPrice),
    last_price: figureOrNull(summary?.lastPrice),
    bid_price: figureOrNull(summary?.bidPrice),
    ask_price: figureOrNull(summary?.askPrice),
    change_24h: orNull(summary?.change24h, (change) => figureText(change * 100, 2)),
    volume_24h: orNull(summary?.volume24h, (volume) => figureText(volume, 2)),
    open_interest: figureOrNull(summary?.openInterest),
    at: summary?.at ?? null,
  }
}

export const presentCandle = ({ at, open, high, low, close, volume }: Candle): PerpetualCandleView => ({
  at,
  ...{ open: figureText(open), high: figureText(high), low: figureText(low), close: figureText(close), volume: figureText(volume) },
})

export const presentLevel = ({ price, quantity }: BookLevel) => ({ price: formatPrice(price), quantity: formatQuantity(quantity) })

export const presentBook = ({ market, sequence, at, bids, asks }: PerpetualBook): PerpetualBookView => ({
  ...{ market, sequence, at },
  bids: bids.map(presentLevel),
  asks: asks.map(presentLevel),
})

export const presentTrade = ({ id, market, side, price, quantity, kind, at }: PerpetualTrade): PerpetualTradeView => ({
  ...{ id, market, side, kind, at },
  price: formatPrice(price),
  quantity: formatQuantity(quantity),
})

export const presentFundingRate = ({ market, rate, rate8h, periodHours, at }: FundingRate): PerpetualFundingRateView => ({
  ...{ market, at },
  rate: percentOf(rate),
  rate_8h: percentOf(rate8h),
  period_hours: periodHours,
})

export function presentSummary(
  account: { readonly name: string; readonly currency: string | null },
  margin: MarginSummary,
  positions: Iterable<PerpetualPosition>,
): PerpetualSummaryView {
  const unrealized = [...positions].reduce((sum, { unrealizedProfit }) => sum + unrealizedProfit, 0)
  return {
    account_name: account.name,
    currency: account.currency,
    equity: figureText(margin.accountValue),
    margin_used: figureText(margin.initialMargin),
    maintenance_margin: figureText(margin.maintenanceMargin),
    free: figureText(margin.freeCollateral),
    unrealized_pnl: figureText(unrealized),
    state: margin.state,
    at: margin.at,
  }
}

export function presentPosition(position: PerpetualPosition, mark: number | undefined): PerpetualPositionView {
  const { market, quantity, leverage } = position
  const notional = mark === undefined ? undefined : Math.abs(quantityToNumber(quantity)) * mark
  return {
    market,
    side: quantity === 0 ? 'FLAT' : quantity > 0 ? 'LONG' : 'SHORT',
    quantity: formatQuantity(quantity),
    entry_price: formatPrice(position.averagePrice),
    mark_price: figureOrNull(mark),
    notional: figureOrNull(notional),
    unrealized_pnl: figureText(position.unrealizedProfit),
    unrealized_funding: figureText(position.unrealizedFunding),
    leverage: figureOrNull(leverage),
    margin: notional === undefined || leverage === undefined ? null : figureText(notional / leverage),
    liquidation_price: figureOrNull(position.liquidationPrice),
    changed_at: position.changedAt ?? null,
  }
}

/** Explanations of the venue's reasons why an order closed. A reason that is not listed is shown as the venue sends it. */
const ENDS: Readonly<Record<string, string>> = {
  NOT_ENOUGH_MARGIN: 'The account has too little free margin. Use a smaller quantity or add collateral.',
  POST_ONLY_WOULD_CROSS: 'The post-only order would have traded immediately at this price. Use a less aggressive price.',
  REDUCE_ONLY_WILL_INCREASE:
    'The reduce-only order would have increased or reversed the position. Use at most the quantity of the position.',
  PRICE_OUT_OF_BAND: "The price is outside the venue's band around the mark price. Use a price closer to the mark.",
  SELF_TRADE: 'It would have traded with another order of the same account, which the venue does not allow. Cancel that order first.',
  NO_LIQUIDITY: 'There was no liquidity on the other side.',
  IOC_REMAINDER: 'The part that could not fill immediately was cancelled (IOC).',
  USER_CANCELED: 'Cancelled on request.',
  LIQUIDATION: 'The venue liquidated the position and cancelled its resting orders.',
  MARKET_EXPIRED: 'The market is delisted.',
  ON_DISCONNECT: 'The venue cancelled the order because the connection with cancel-on-disconnect was lost.',
}

export const presentOrder = (order: PerpetualOrder): PerpetualOrderView => ({
  id: order.id,
  client_id: order.clientId ?? null,
  follows_position: isExitId(order.clientId),
  ...{ market: order.market, side: order.side, kind: order.kind },
  price: orNull(order.price, (price) => formatPrice(price)),
  trigger_price: orNull(order.triggerPrice, (price) => formatPrice(price)),
  average_price: orNull(order.averagePrice, (price) => formatPrice(price)),
  quantity: formatQuantity(order.quantity),
  remaining: formatQuantity(order.remaining),
  ...{ instruction: order.instruction, effect: order.effect, state: order.state },
  reason: order.reason ?? null,
  sentence: order.reason === undefined ? null : (ENDS[order.reason] ?? `Reason from the venue: ${order.reason}.`),
  created_at: order.createdAt,
  changed_at: order.changedAt,
})

export const presentFill = (fill: PerpetualFill): PerpetualFillView => ({
  id: fill.id,
  order_id: fill.orderId ?? null,
  client_id: fill.clientId ?? null,
  ...{ market: fill.market, side: fill.side, role: fill.role, kind: fill.kind, at: fill.at },
  price: formatPrice(fill.price),
  quantity: formatQuantity(fill.quantity),
  fee: figureText(fill.fee),
  fee_currency: fill.feeCurrency,
  realized_pnl: figureOrNull(fill.realizedProfit),
})

export const presentFundingPayment = ({ id, market, amount, at }: FundingPayment): PerpetualFundingPaymentView => ({
  ...{ id, market, at },
  amount: figureText(amount),
})

export const presentTransfer = ({ amount, chain, reason, changedAt, ...transfer }: AccountTransfer): PerpetualTransferView => ({
  ...transfer,
  amount: figureText(amount),
  chain: chain ?? null,
  reason: reason ?? null,
  changed_at: changedAt,
})

export const presentDailyPnl = (row: DailyPnl): PerpetualDailyPnlView => ({
  ...{ day: row.day, market: row.market, fills: row.fills },
  volume: formatPnl(row.volume),
  realized_pnl: formatPnl(row.realized),
  fees: formatPnl(row.fees),
  funding: formatPnl(row.funding),
  net_pnl: formatPnl(netPnl(row)),
})

export const presentMargin = (
  { market, mode, leverage }: MarginSetting,
  { isChosen }: { readonly isChosen: boolean },
): PerpetualMarginView => ({
  ...{ market, mode },
  leverage: figureText(leverage),
  is_chosen: isChosen,
})

/** For a book that is already known: the levels that differ, and removed levels with the quantity 0. */
export function changedLevels(before: readonly BookLevel[], after: readonly BookLevel[]): ReturnType<typeof presentLevel>[] {
  const known = new Map(before.map(({ price, quantity }) => [price, quantity]))
  const now = new Set(after.map(({ price }) => price))
  const gone = before.filter(({ price }) => !now.has(price)).map(({ price }) => ({ price: formatPrice(price), quantity: '0' }))
  return [...after.filter(({ price, quantity }) => known.get(price) !== quantity).map(presentLevel), ...gone]
}
