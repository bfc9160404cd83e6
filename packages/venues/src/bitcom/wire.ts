/** Parses the venue's rows and frames. Pure; unknown content is undefined and never an error, because the venue adds fields and products freely. */
import type { Pause } from '../adapter/pauses.ts'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import type { Instant, Instrument, Mark, Quantity } from '@parley/core'
import type { Families, Family } from './families.ts'
import { figureFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'

/** The venue writes the year 2100 for "never". */
const PERPETUAL_EXPIRY = 4_102_444_800_000

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The venue has no numbers for its contracts: a listing gives each its own. */
export type NumberOf = (name: string) => number

/** One of the traded contract families. */
export type FamilyReading = { readonly families: Families; readonly family: Family; readonly numberOf: NumberOf }

export const instrumentsFromWire = (data: unknown, reading: FamilyReading): readonly Instrument[] =>
  asList(data).flatMap((row) => instrumentFromWire(row, reading) ?? [])

/** An instrument row, if Parley trades its product. */
function instrumentFromWire(value: unknown, { families, family, numberOf }: FamilyReading): Instrument | undefined {
  const row = asObject(value)
  const name = textOf(row?.['instrument_id'])
  const expiry = figureFromWire(row?.['expiration_at'])
  const product = row && families.productOf(family, row)
  if (row === undefined || name === undefined || expiry === undefined || product === undefined) return undefined
  const contractSize = quantityFromWire(row['contract_size'])
  const tickSize = priceFromWire(row['price_step'])
  const quantityIncrement = quantityFromWire(row['size_step'])
  if (!contractSize || !tickSize || !quantityIncrement) return undefined
  const option = optionTerms(row)
  if ((product.kind === 'OPTION') !== (option !== undefined)) return undefined
  return {
    id: numberOf(name),
    name,
    venue: 'BIT',
    productCode: product.code,
    kind: product.kind,
    baseCurrency: product.currency,
    quoteCurrency: product.quoteCurrency,
    clearingCurrency: product.clearingCurrency,
    marginKind: family.margin,
    ...option,
    ...(expiry >= PERPETUAL_EXPIRY ? {} : { expiresAt: expiry as Instant }),
    contractSize,
    tickSize,
    tickSizeSteps: [],
    quantityIncrement,
    minBlockSize: onGridAbove(product.minBlockSize, quantityIncrement),
    state: row['active'] === false ? 'EXPIRED' : 'ACTIVE',
  }
}

/** The venue lists no minimum block size; it is published for each product. */
const onGridAbove = (least: Quantity, step: Quantity): Quantity => (Math.ceil(least / step) * step) as Quantity

function optionTerms(row: WireObject): Pick<Instrument, 'optionKind' | 'strike'> | undefined {
  const strike = priceFromWire(row['strike_price'])
  const kind = row['option_type'] === 'call' ? 'CALL' : row['option_type'] === 'put' ? 'PUT' : undefined
  return strike === undefined || kind === undefined ? undefined : { optionKind: kind, strike }
}

export const tickerName = (value: unknown): string | undefined => textOf(asObject(value)?.['instrument_id'])

/** The index price in USD, if the ticker has it. The response to an index request uses the same field name. */
export const tickerIndex = (value: unknown): number | undefined => positive(asObject(value)?.['index_price'])

/** A ticker, or undefined if it lacks a field that every mark needs. Options carry no index of their own: the coin's index applies. */
export function markFromWire(value: unknown, instrument: Instrument, coinIndex: number | undefined): Mark | undefined {
  const ticker = asObject(value)
  const markPrice = figureFromWire(ticker?.['mark_price'])
  const at = figureFromWire(ticker?.['time'])
  if (ticker === undefined || markPrice === undefined || at === undefined) return undefined
  const underlying = positive(ticker['underlying_price'])
  const indexPrice = tickerIndex(ticker) ?? coinIndex ?? underlying
  if (indexPrice === undefined) return undefined
  const mark: Writable<Mark> = {
    instrumentId: instrument.id,
    markPrice,
    underlyingPrice: underlying ?? (instrument.kind === 'FUTURE' ? markPrice : indexPrice),
    indexPrice,
    at,
  }
  keep(mark, 'bidPrice', positive(ticker['best_bid']))
  keep(mark, 'askPrice', positive(ticker['best_ask']))
  keep(mark, 'bidAmount', positive(ticker['best_bid_qty']))
  keep(mark, 'askAmount', positive(ticker['best_ask_qty']))
  keep(mark, 'minPrice', figureFromWire(ticker['min_sell']))
  keep(mark, 'maxPrice', figureFromWire(ticker['max_buy']))
  if (instrument.kind === 'FUTURE') {
    const rate = figureFromWire(ticker['funding_rate8h'])
    if (instrument.expiresAt === undefined && rate !== undefined) mark.funding = { rate, everyMs: EIGHT_HOURS_MS }
    return mark
  }
  keep(mark, 'markIv', positive(ticker['sigma']))
  keep(mark, 'bidIv', positive(ticker['bid_sigma']))
  keep(mark, 'askIv', positive(ticker['ask_sigma']))
  keep(mark, 'greeks', greeksFromWire(ticker))
  return mark
}

const EIGHT_HOURS_MS = 28_800_000

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

function keep<Key extends keyof Mark>(mark: Writable<Mark>, name: Key, value: Writable<Mark>[Key] | undefined): void {
  if (value !== undefined) mark[name] = value
}

function greeksFromWire(ticker: WireObject): Mark['greeks'] {
  const [delta, gamma, vega, theta] = ['delta', 'gamma', 'vega', 'theta'].map((name) => figureFromWire(ticker[name]))
  if (delta === undefined || gamma === undefined || vega === undefined || theta === undefined) return undefined
  return { delta, gamma, vega, theta }
}

function positive(value: unknown): number | undefined {
  const figure = figureFromWire(value)
  return figure !== undefined && figure > 0 ? figure : undefined
}

/** Status 1 means that the venue accepts only cancellations. */
export const pauseFromWire = (data: unknown): Pause | undefined =>
  figureFromWire(asObject(data)?.['status']) === 1 ? 'MAINTENANCE' : undefined
