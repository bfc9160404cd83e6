/**
 * Parses the venue's rows and tickers. Pure; a row that cannot be parsed is undefined and never an error, because the venue adds fields and products
 * freely.
 */
import { parseInstrumentName, quantity, type Instant, type Instrument, type Mark } from '@parley/core'
import type { Pause } from '../adapter/pauses.ts'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import { figureFromWire, positiveFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { inverseCodeOf, linearCodeOf, productCodeOf, SETTLES_IN } from './product-codes.ts'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const ONE = quantity('1')

/** An option row, if Parley trades its product. Not every row has a number from the venue, so the caller assigns one to each name. */
export function instrumentFromWire(value: unknown, numberOf: (name: string) => number): Instrument | undefined {
  const row = asObject(value)
  const name = textOf(row?.['symbol'])
  if (row === undefined || name === undefined || row['status'] !== 'Trading') return undefined
  const productCode = productCodeOf(row)
  const terms = parseInstrumentName(name)?.option
  const optionKind = row['optionsType'] === 'Call' ? 'CALL' : row['optionsType'] === 'Put' ? 'PUT' : undefined
  const expiresAt = positiveFromWire(row['deliveryTime'])
  const [prices, lots] = [asObject(row['priceFilter']), asObject(row['lotSizeFilter'])]
  const tickSize = priceFromWire(prices?.['tickSize'])
  const [quantityIncrement, minBlockSize] = [quantityFromWire(lots?.['qtyStep']), quantityFromWire(lots?.['minOrderQty'])]
  if (productCode === undefined || terms === undefined || terms.kind !== optionKind || expiresAt === undefined) return undefined
  if (tickSize === undefined || quantityIncrement === undefined || minBlockSize === undefined) return undefined
  if (tickSize <= 0 || quantityIncrement <= 0 || minBlockSize <= 0) return undefined
  return {
    id: numberOf(name),
    name,
    venue: 'BYB',
    productCode,
    kind: 'OPTION',
    baseCurrency: String(row['baseCoin']),
    quoteCurrency: SETTLES_IN,
    clearingCurrency: SETTLES_IN,
    marginKind: 'LINEAR',
    optionKind,
    strike: terms.strike,
    expiresAt: expiresAt as Instant,
    contractSize: ONE,
    tickSize,
    tickSizeSteps: [],
    quantityIncrement,
    minBlockSize,
    state: 'ACTIVE',
  }
}

/**
 * A perpetual or dated future, if Parley trades its product. The contract type distinguishes them: the delivery time of a perpetual is 0 or
 * meaningless. Inverse contracts are counted in dollars, linear ones in coins.
 */
export function futureFromWire(value: unknown, numberOf: (name: string) => number): Instrument | undefined {
  const row = asObject(value)
  const name = textOf(row?.['symbol'])
  if (row === undefined || name === undefined || row['status'] !== 'Trading') return undefined
  const inverse = inverseCodeOf(row)
  const productCode = inverse ?? linearCodeOf(row)
  const isDated = row['contractType'] === 'InverseFutures' || row['contractType'] === 'LinearFutures'
  const expiresAt = positiveFromWire(row['deliveryTime'])
  const lots = asObject(row['lotSizeFilter'])
  const tickSize = priceFromWire(asObject(row['priceFilter'])?.['tickSize'])
  const [quantityIncrement, minBlockSize] = [quantityFromWire(lots?.['qtyStep']), quantityFromWire(lots?.['minOrderQty'])]
  if (productCode === undefined || (isDated && expiresAt === undefined)) return undefined
  if (tickSize === undefined || quantityIncrement === undefined || minBlockSize === undefined) return undefined
  if (tickSize <= 0 || quantityIncrement <= 0 || minBlockSize <= 0) return undefined
  const baseCurrency = String(row['baseCoin'])
  return {
    id: numberOf(name),
    name,
    venue: 'BYB',
    productCode,
    kind: 'FUTURE',
    baseCurrency,
    quoteCurrency: inverse === undefined ? SETTLES_IN : 'USD',
    clearingCurrency: inverse === undefined ? SETTLES_IN : baseCurrency,
    marginKind: inverse === undefined ? 'LINEAR' : 'INVERSE',
    ...(isDated ? { expiresAt: expiresAt as Instant } : {}),
    contractSize: ONE,
    tickSize,
    tickSizeSteps: [],
    quantityIncrement,
    minBlockSize,
    state: 'ACTIVE',
  }
}

/** How far the price of a linear future may be from the mark, as a fraction. The venue publishes no such limit for options. */
export function priceLimitFromWire(value: unknown): { readonly name: string; readonly ratio: number } | undefined {
  const row = asObject(value)
  const name = textOf(row?.['symbol'])
  const ratio = positiveFromWire(asObject(row?.['riskParameters'])?.['priceLimitRatioX'])
  return row === undefined || name === undefined || ratio === undefined || linearCodeOf(row) === undefined ? undefined : { name, ratio }
}

/** The fields of an option ticker have different names over REST and on the socket. */
type Names = { readonly bid: string; readonly bidIv: string; readonly ask: string; readonly askIv: string; readonly iv: string } & {
  readonly bidSize: string
  readonly askSize: string
}
export const SOCKET_NAMES: Names = {
  bid: 'bidPrice',
  bidSize: 'bidSize',
  bidIv: 'bidIv',
  ask: 'askPrice',
  askSize: 'askSize',
  askIv: 'askIv',
  iv: 'markPriceIv',
}
export const REST_NAMES: Names = {
  bid: 'bid1Price',
  bidSize: 'bid1Size',
  bidIv: 'bid1Iv',
  ask: 'ask1Price',
  askSize: 'ask1Size',
  askIv: 'ask1Iv',
  iv: 'markIv',
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The mark of an option, or undefined if it lacks a field that every mark needs. This wire also writes volatilities as fractions. */
export function markFromWire(value: unknown, names: Names, { id, at }: { readonly id: number; readonly at: number }): Mark | undefined {
  const ticker = asObject(value)
  const [markPrice, indexPrice] = [figureFromWire(ticker?.['markPrice']), positiveFromWire(ticker?.['indexPrice'])]
  const underlyingPrice = positiveFromWire(ticker?.['underlyingPrice'])
  if (ticker === undefined || markPrice === undefined || indexPrice === undefined || underlyingPrice === undefined) return undefined
  const mark: Writable<Mark> = { instrumentId: id, markPrice, underlyingPrice, indexPrice, at }
  keep(mark, 'markIv', positiveFromWire(ticker[names.iv]))
  keep(mark, 'bidPrice', positiveFromWire(ticker[names.bid]))
  keep(mark, 'askPrice', positiveFromWire(ticker[names.ask]))
  keep(mark, 'bidAmount', positiveFromWire(ticker[names.bidSize]))
  keep(mark, 'askAmount', positiveFromWire(ticker[names.askSize]))
  keep(mark, 'bidIv', positiveFromWire(ticker[names.bidIv]))
  keep(mark, 'askIv', positiveFromWire(ticker[names.askIv]))
  keep(mark, 'greeks', greeksFromWire(ticker))
  return mark
}

type MarkFacts = {
  readonly id: number
  readonly at: number
  /** How far the price may be from the mark, as a fraction, if the venue reports it. */
  readonly priceLimit?: number | undefined
}

/** The mark of a future, which is its own forward. Its ticker has the same field names over REST and on the socket. */
export function futureMarkFromWire(ticker: WireObject, { id, at, priceLimit }: MarkFacts): Mark | undefined {
  const [markPrice, indexPrice] = [positiveFromWire(ticker['markPrice']), positiveFromWire(ticker['indexPrice'])]
  if (markPrice === undefined || indexPrice === undefined) return undefined
  const mark: Writable<Mark> = { instrumentId: id, markPrice, underlyingPrice: markPrice, indexPrice, at }
  keep(mark, 'bidPrice', positiveFromWire(ticker[REST_NAMES.bid]))
  keep(mark, 'askPrice', positiveFromWire(ticker[REST_NAMES.ask]))
  keep(mark, 'bidAmount', positiveFromWire(ticker[REST_NAMES.bidSize]))
  keep(mark, 'askAmount', positiveFromWire(ticker[REST_NAMES.askSize]))
  keep(mark, 'funding', fundingFromWire(ticker))
  if (priceLimit === undefined) return mark
  return { ...mark, minPrice: markPrice * (1 - priceLimit), maxPrice: markPrice * (1 + priceLimit) }
}

const HOUR_MS = 3_600_000
/** The funding interval if the ticker has none: the one that nearly all listed contracts have. */
const USUAL_HOURS = 8

/** The rate that is paid at the next funding time. It is empty for a dated future. */
function fundingFromWire(ticker: WireObject): Mark['funding'] {
  const [rate, nextAt] = [figureFromWire(ticker['fundingRate']), positiveFromWire(ticker['nextFundingTime'])]
  if (rate === undefined || nextAt === undefined) return undefined
  return { rate, everyMs: (positiveFromWire(ticker['fundingIntervalHour']) ?? USUAL_HOURS) * HOUR_MS, nextAt }
}

function keep<Key extends keyof Mark>(mark: Writable<Mark>, name: Key, value: Writable<Mark>[Key] | undefined): void {
  if (value !== undefined) mark[name] = value
}

/** Vega is per volatility point and theta per day, like ours. */
function greeksFromWire(ticker: WireObject): Mark['greeks'] {
  const [delta, gamma] = [figureFromWire(ticker['delta']), figureFromWire(ticker['gamma'])]
  const [vega, theta] = [figureFromWire(ticker['vega']), figureFromWire(ticker['theta'])]
  if (delta === undefined || gamma === undefined || vega === undefined || theta === undefined) return undefined
  return { delta, gamma, vega, theta }
}

/** The venue's codes for: trading through any interface, options, and the live venue rather than its demo. */
const TRADING = [1, 2, 3]
const OPTIONS = 3
const PRODUCTION = 1

/** Maintenance that is in progress or due, and that affects products that Parley trades. */
export function pauseFromWire(value: unknown, venueNow: number): Pause | undefined {
  const isOn = asList(asObject(value)?.['list']).some((row) => {
    const entry = asObject(row)
    const [state, begin, end] = [entry?.['state'], figureFromWire(entry?.['begin']), figureFromWire(entry?.['end'])]
    const isDue = begin !== undefined && end !== undefined && begin <= venueNow && venueNow < end
    const concernsUs =
      Number(entry?.['env'] ?? PRODUCTION) === PRODUCTION &&
      asList(entry?.['product']).includes(OPTIONS) &&
      asList(entry?.['serviceTypes']).some((service) => TRADING.includes(Number(service)))
    return concernsUs && (state === 'ongoing' || (state === 'scheduled' && isDue))
  })
  return isOn ? 'MAINTENANCE' : undefined
}
