/**
 * Parses the venue's messages. Pure; a row that cannot be parsed is undefined and never an error, because the venue adds fields and products freely.
 */
import { PRICE_DECIMALS, type Instant, type Instrument, type Mark } from '@parley/core'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import { priceFromWire, quantityFromWire } from './numbers.ts'
import { productCodeOf } from './product-codes.ts'

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The venue writes the year 3000 for "never". */
const PERPETUAL_EXPIRY = 32_503_708_800_000

/** An instrument row, if Parley trades its product. */
export function instrumentFromWire(value: unknown): Instrument | undefined {
  const row = asObject(value)
  if (row === undefined) return undefined
  const productCode = productCodeOf(row)
  const [id, name, expiry] = [numberOf(row['instrument_id']), textOf(row['instrument_name']), numberOf(row['expiration_timestamp'])]
  const [base, quote, clearing] = [textOf(row['base_currency']), textOf(row['quote_currency']), textOf(row['settlement_currency'])]
  const contractSize = quantityFromWire(row['contract_size'])
  const tickSize = priceFromWire(row['block_trade_tick_size'])
  const quantityIncrement = quantityFromWire(row['min_trade_amount'])
  const minBlockSize = quantityFromWire(row['block_trade_min_trade_amount'])
  if (productCode === undefined || id === undefined || name === undefined || expiry === undefined) return undefined
  if (base === undefined || quote === undefined || clearing === undefined) return undefined
  if (contractSize === undefined || tickSize === undefined || quantityIncrement === undefined || minBlockSize === undefined)
    return undefined
  const option = optionTerms(row)
  if ((row['kind'] === 'option') !== (option !== undefined)) return undefined
  return {
    id,
    name,
    venue: 'DBT',
    productCode,
    kind: option === undefined ? 'FUTURE' : 'OPTION',
    baseCurrency: base,
    quoteCurrency: quote,
    clearingCurrency: clearing,
    marginKind: 'INVERSE',
    ...option,
    ...(expiry === PERPETUAL_EXPIRY ? {} : { expiresAt: expiry as Instant }),
    contractSize,
    tickSize,
    tickSizeSteps: tickSteps(row),
    quantityIncrement,
    minBlockSize,
    state: row['is_active'] === false ? 'EXPIRED' : 'ACTIVE',
  }
}

function optionTerms(row: WireObject): Pick<Instrument, 'optionKind' | 'strike'> | undefined {
  const strike = priceFromWire(row['strike'])
  const kind = row['option_type'] === 'call' ? 'CALL' : row['option_type'] === 'put' ? 'PUT' : undefined
  return strike === undefined || kind === undefined ? undefined : { optionKind: kind, strike }
}

function tickSteps(row: WireObject): Instrument['tickSizeSteps'] {
  return asList(row['tick_size_steps']).flatMap((value) => {
    const step = asObject(value)
    const [above, tick] = [priceFromWire(step?.['above_price']), priceFromWire(step?.['tick_size'])]
    return above === undefined || tick === undefined ? [] : [{ above, tick }]
  })
}

export const instrumentsFromWire = (result: unknown): readonly Instrument[] =>
  asList(result).flatMap((row) => instrumentFromWire(row) ?? [])

/** A ticker, or undefined if it lacks a field that every mark needs. An empty side is 0 on the wire, and absent here. */
export function markFromWire(value: unknown, instrumentId: number): Mark | undefined {
  const ticker = asObject(value)
  const markPrice = numberOf(ticker?.['mark_price'])
  const indexPrice = numberOf(ticker?.['index_price'])
  const at = numberOf(ticker?.['timestamp'])
  if (ticker === undefined || markPrice === undefined || indexPrice === undefined || at === undefined) return undefined
  // One object is filled in place: this runs a thousand times a second, and spreading a dozen small objects would be slow.
  const mark: Writable<Mark> = {
    instrumentId,
    markPrice,
    underlyingPrice: numberOf(ticker['underlying_price']) ?? markPrice,
    indexPrice,
    at,
  }
  keep(mark, 'markIv', fraction(ticker['mark_iv']))
  keep(mark, 'bidPrice', positive(ticker['best_bid_price']))
  keep(mark, 'askPrice', positive(ticker['best_ask_price']))
  keep(mark, 'bidAmount', positive(ticker['best_bid_amount']))
  keep(mark, 'askAmount', positive(ticker['best_ask_amount']))
  keep(mark, 'bidIv', fraction(ticker['bid_iv']))
  keep(mark, 'askIv', fraction(ticker['ask_iv']))
  keep(mark, 'minPrice', numberOf(ticker['min_price']))
  keep(mark, 'maxPrice', numberOf(ticker['max_price']))
  keep(mark, 'greeks', greeksFromWire(ticker['greeks']))
  keep(mark, 'funding', fundingFromWire(ticker['current_funding']))
  return mark
}

const EIGHT_HOURS_MS = 28_800_000

/** Only perpetuals have it: the current eight-hour rate, which is paid continuously. */
function fundingFromWire(value: unknown): Mark['funding'] {
  const rate = numberOf(value)
  return rate === undefined ? undefined : { rate, everyMs: EIGHT_HOURS_MS }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

function keep<Key extends keyof Mark>(mark: Writable<Mark>, name: Key, value: Writable<Mark>[Key] | undefined): void {
  if (value !== undefined) mark[name] = value
}

function greeksFromWire(value: unknown): Mark['greeks'] {
  const greeks = asObject(value)
  const delta = numberOf(greeks?.['delta'])
  const gamma = numberOf(greeks?.['gamma'])
  const vega = numberOf(greeks?.['vega'])
  const theta = numberOf(greeks?.['theta'])
  if (delta === undefined || gamma === undefined || vega === undefined || theta === undefined) return undefined
  return { delta, gamma, vega, theta }
}

const positive = (value: unknown): number | undefined => ((numberOf(value) ?? 0) > 0 ? (value as number) : undefined)

/** Volatilities are in percent; a side without a quote has 0. Rounded, so that 61.59 becomes 0.6159. */
function fraction(value: unknown): number | undefined {
  const percent = positive(value)
  return percent === undefined ? undefined : Math.round(percent * 10 ** (PRICE_DECIMALS - 2)) / 10 ** PRICE_DECIMALS
}

export type WireIndex = { readonly baseCurrency: string; readonly price: number; readonly at: number }

/** `btc_usd` is the index of BTC. */
export function indexFromWire(value: unknown): WireIndex | undefined {
  const index = asObject(value)
  const [name, price, at] = [textOf(index?.['index_name']), numberOf(index?.['price']), numberOf(index?.['timestamp'])]
  if (name === undefined || price === undefined || at === undefined || !name.endsWith('_usd')) return undefined
  return { baseCurrency: name.slice(0, -'_usd'.length).toUpperCase(), price, at }
}

export type WireListing = { readonly instrumentName: string; readonly change: 'LISTED' | 'EXPIRED' }

export function listingFromWire(value: unknown): WireListing | undefined {
  const message = asObject(value)
  const instrumentName = textOf(message?.['instrument_name'])
  if (instrumentName === undefined) return undefined
  switch (message?.['state']) {
    case 'created':
    case 'started':
      return { instrumentName, change: 'LISTED' }
    case 'settled':
    case 'closed':
    case 'deactivated':
    case 'terminated':
      return { instrumentName, change: 'EXPIRED' }
    default:
      return undefined
  }
}
