/** Parses the venue's markets. Pure; unknown content is undefined and never an error, because the venue adds fields and products freely. */
import { parseExpiry, quantity, type Instant, type Mark, type Side } from '@parley/core'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import type { Candle, FundingRate, PerpetualMarket, PerpetualSummary, PerpetualTrade } from '../port/perpetuals-port.ts'
import type { Contract } from '../port/venue-answers.ts'
import { figureFromWire, positiveFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { textOf, timeFromWire } from './numbers.ts'

const ONE = quantity('1')
const DEFAULT_FUNDING_HOURS = 8

export function perpetualFromWire(value: unknown): PerpetualMarket | undefined {
  const row = asObject(value)
  const name = textOf(row?.['symbol'])
  if (row === undefined || name === undefined || row['asset_kind'] !== 'PERP') return undefined
  const [baseCurrency, quoteCurrency, settlementCurrency] = currenciesOf(row)
  const [tickSize, quantityIncrement] = [priceFromWire(row['price_tick_size']), quantityFromWire(row['order_size_increment'])]
  if (baseCurrency === undefined || quoteCurrency === undefined || settlementCurrency === undefined) return undefined
  if (tickSize === undefined || tickSize <= 0 || quantityIncrement === undefined || quantityIncrement <= 0) return undefined
  const margin = positiveFromWire(asObject(row['delta1_cross_margin_params'])?.['imf_base'])
  return {
    ...{ name, baseCurrency, quoteCurrency, settlementCurrency, tickSize, quantityIncrement },
    leastNotional: positiveFromWire(row['min_notional']),
    largestOrder: quantityFromWire(row['max_order_size']),
    largestPosition: quantityFromWire(row['position_limit']),
    largestLeverage: margin === undefined ? undefined : Math.floor(1 / margin + 1e-9),
    fundingPeriodHours: positiveFromWire(row['funding_period_hours']) ?? DEFAULT_FUNDING_HOURS,
    ...feesOf(row),
    takes: row['trading_mode'] === 'RFQ_ONLY' ? 'BLOCKS_ONLY' : 'ORDERS',
  }
}

/** The fee rates of orders sent through the API. Users of the venue's own web page have different ones. */
function feesOf(row: WireObject): Pick<PerpetualMarket, 'makerFee' | 'takerFee'> {
  const fees = asObject(asObject(row['fee_config'])?.['api_fee'])
  const [makerFee, takerFee] = ['maker_fee', 'taker_fee'].map((name) => figureFromWire(asObject(fees?.[name])?.['fee']))
  return { makerFee, takerFee }
}

const currenciesOf = (row: WireObject): readonly (string | undefined)[] =>
  ['base_currency', 'quote_currency', 'settlement_currency'].map((name) => textOf(row[name]))

/** A dated option or a perpetual as a contract for blocks. Perpetual options and spot are ignored. */
export function contractFromWire(value: unknown, numberOf: (name: string) => number): Contract | undefined {
  const row = asObject(value)
  const name = textOf(row?.['symbol'])
  const [baseCurrency, , clearingCurrency] = row === undefined ? [] : currenciesOf(row)
  if (row === undefined || name === undefined || baseCurrency === undefined || clearingCurrency === undefined) return undefined
  const terms = row['asset_kind'] === 'PERP' ? { kind: 'FUTURE' as const } : optionTerms(row, name)
  const [tickSize, quantityIncrement] = [priceFromWire(row['price_tick_size']), quantityFromWire(row['order_size_increment'])]
  if (terms === undefined || tickSize === undefined || tickSize <= 0) return undefined
  if (quantityIncrement === undefined || quantityIncrement <= 0) return undefined
  return {
    id: numberOf(name),
    name,
    venue: 'PRDX',
    ...terms,
    baseCurrency,
    quoteCurrency: clearingCurrency,
    clearingCurrency,
    marginKind: 'LINEAR',
    contractSize: ONE,
    tickSize,
    tickSizeSteps: [],
    quantityIncrement,
    minBlockSize: quantityIncrement,
    state: 'ACTIVE',
  }
}

/** `BTC-USD-25FEB26-70000-C` */
const OPTION_NAME = /^[A-Z0-9]+-USD-(\d{1,2}[A-Z]{3}\d{2})-\d{1,12}(?:\.\d{1,8})?-[CP]$/

type OptionTerms = Pick<Contract, 'kind' | 'optionKind' | 'strike' | 'expiresAt'>

function optionTerms(row: WireObject, name: string): OptionTerms | undefined {
  const [, day] = OPTION_NAME.exec(name) ?? []
  if (row['asset_kind'] !== 'OPTION' || day === undefined || parseExpiry(day) === undefined) return undefined
  const optionKind = row['option_type']
  const [strike, expiresAt] = [priceFromWire(row['strike_price']), timeFromWire(row['expiry_at'])]
  if ((optionKind !== 'CALL' && optionKind !== 'PUT') || strike === undefined || strike <= 0 || expiresAt === undefined) return undefined
  return { kind: 'OPTION', optionKind, strike, expiresAt: expiresAt as Instant }
}

export function summaryFromWire(value: unknown): PerpetualSummary | undefined {
  const row = asObject(value)
  const [market, markPrice, at] = [textOf(row?.['symbol']), positiveFromWire(row?.['mark_price']), timeFromWire(row?.['created_at'])]
  const indexPrice = positiveFromWire(row?.['underlying_price'])
  if (row === undefined || market === undefined || markPrice === undefined || indexPrice === undefined || at === undefined) return undefined
  return {
    ...{ market, markPrice, indexPrice, at },
    lastPrice: positiveFromWire(row['last_traded_price']),
    bidPrice: positiveFromWire(row['bid']),
    askPrice: positiveFromWire(row['ask']),
    fundingRate: figureFromWire(row['funding_rate']),
    openInterest: positiveFromWire(row['open_interest']),
    change24h: figureFromWire(row['price_change_rate_24h']),
    volume24h: figureFromWire(row['volume_24h']),
  }
}

export const symbolOf = (value: unknown): string | undefined => textOf(asObject(value)?.['symbol'])

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/**
 * The mark of a contract, or undefined if it lacks a field that every mark needs. This wire writes volatilities as fractions and option prices in
 * USD.
 */
export function markFromWire(value: unknown, { id, kind }: Pick<Contract, 'id' | 'kind'>): Mark | undefined {
  const row = asObject(value)
  const [markPrice, indexPrice] = [figureFromWire(row?.['mark_price']), positiveFromWire(row?.['underlying_price'])]
  const at = timeFromWire(row?.['created_at'])
  if (row === undefined || markPrice === undefined || markPrice < 0 || indexPrice === undefined || at === undefined) return undefined
  const mark: Writable<Mark> = {
    ...{ instrumentId: id, markPrice, indexPrice, at },
    underlyingPrice: kind === 'OPTION' ? indexPrice : markPrice,
  }
  const keep = <Key extends keyof Mark>(name: Key, figure: Writable<Mark>[Key] | undefined): void => {
    if (figure !== undefined) mark[name] = figure
  }
  keep('bidPrice', positiveFromWire(row['bid']))
  keep('askPrice', positiveFromWire(row['ask']))
  keep('bidAmount', positiveFromWire(row['bid_size']))
  keep('askAmount', positiveFromWire(row['ask_size']))
  if (kind !== 'OPTION') return mark
  keep('markIv', positiveFromWire(row['mark_iv']))
  keep('bidIv', positiveFromWire(row['bid_iv']))
  keep('askIv', positiveFromWire(row['ask_iv']))
  keep('greeks', greeksFromWire(row))
  return mark
}

function greeksFromWire(row: WireObject): Mark['greeks'] {
  const greeks = asObject(row['greeks'])
  const [delta, gamma, vega, theta] = ['delta', 'gamma', 'vega', 'theta'].map((name) => figureFromWire(greeks?.[name]))
  if (delta === undefined || gamma === undefined || vega === undefined || theta === undefined) return undefined
  return { delta, gamma, vega, theta }
}

export const sideFromWire = (value: unknown): Side | undefined => (value === 'BUY' || value === 'SELL' ? value : undefined)

/** The venue's kinds of trades. An unknown kind counts as an ordinary trade. */
const TRADE_KINDS: Readonly<Record<string, PerpetualTrade['kind']>> = {
  LIQUIDATION: 'LIQUIDATION',
  SETTLE_MARKET: 'SETTLEMENT',
  UNWIND_TRANSFER: 'TRANSFER',
  BLOCK_TRADE: 'BLOCK',
}
export const tradeKindFromWire = (value: unknown): PerpetualTrade['kind'] =>
  typeof value === 'string' && Object.hasOwn(TRADE_KINDS, value) ? TRADE_KINDS[value]! : 'TRADE'

export function tradeFromWire(value: unknown): PerpetualTrade | undefined {
  const row = asObject(value)
  const [id, market, side] = [textOf(row?.['id']), textOf(row?.['market']), sideFromWire(row?.['side'])]
  const [price, size, at] = [priceFromWire(row?.['price']), quantityFromWire(row?.['size']), timeFromWire(row?.['created_at'])]
  if (id === undefined || market === undefined || side === undefined) return undefined
  if (price === undefined || size === undefined || at === undefined) return undefined
  return { id, market, side, price, quantity: size, at, kind: tradeKindFromWire(row?.['trade_type']) }
}

/** `[start in ms, open, high, low, close, volume]` */
export function candleFromWire(value: unknown): Candle | undefined {
  const row = asList(value)
  const [at, open, high, low, close, volume] = row.map(figureFromWire)
  if (at === undefined || open === undefined || high === undefined || low === undefined || close === undefined) return undefined
  return row.length < 6 || volume === undefined ? undefined : { at, open, high, low, close, volume }
}

export function fundingFromWire(value: unknown): FundingRate | undefined {
  const row = asObject(value)
  const [market, at] = [textOf(row?.['market']), timeFromWire(row?.['created_at'])]
  const [rate, index] = [figureFromWire(row?.['funding_rate']), figureFromWire(row?.['funding_index'])]
  if (row === undefined || market === undefined || at === undefined || rate === undefined || index === undefined) return undefined
  const periodHours = positiveFromWire(row['funding_period_hours']) ?? DEFAULT_FUNDING_HOURS
  const rate8h = figureFromWire(row['funding_rate_8h']) ?? (rate * DEFAULT_FUNDING_HOURS) / periodHours
  return { market, rate, rate8h, periodHours, index, at }
}
