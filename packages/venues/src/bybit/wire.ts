/** The venue's rows and tickers, read into our words. Pure; a row that is not understood is undefined, never an error: the venue adds fields and products as it likes. */
import { parseInstrumentName, quantity, type Instant, type Instrument, type Mark } from '@parley/core'
import type { Pause } from '../adapter/pauses.ts'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import { figureFromWire, positiveFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { inverseCodeOf, linearCodeOf, productCodeOf, SETTLES_IN } from './product-codes.ts'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const ONE = quantity('1')

/** An option row, if it is of a product that we trade. Not every row has the venue's own number, so the caller gives one to each name. */
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
 * A perpetual or dated future, if it is of a product that we trade. Its type says which: a perpetual is delivered at 0, or at a time that
 * means nothing. An inverse one is counted in dollars, a linear one in coins.
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

/** How far from the mark the venue takes a price of a linear future, as a part of it; it says none of options. */
export function priceLimitFromWire(value: unknown): { readonly name: string; readonly ratio: number } | undefined {
  const row = asObject(value)
  const name = textOf(row?.['symbol'])
  const ratio = positiveFromWire(asObject(row?.['riskParameters'])?.['priceLimitRatioX'])
  return row === undefined || name === undefined || ratio === undefined || linearCodeOf(row) === undefined ? undefined : { name, ratio }
}

/** The fields of an option's ticker have other names over REST than on the socket. */
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

/** The mark of an option, or undefined when it lacks what every mark needs. Volatilities are fractions on this wire too. */
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
  /** How far from the mark a price may be, as a part of it, where the venue says it. */
  readonly priceLimit?: number | undefined
}

/** The mark of a future, whose ticker has the same names over REST and on the socket; it is its own forward. */
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
/** The interval of a ticker that does not say it, as a listing has it for nearly all contracts. */
const USUAL_HOURS = 8

/** The rate that is paid at the next funding time; a dated future has an empty one. */
function fundingFromWire(ticker: WireObject): Mark['funding'] {
  const [rate, nextAt] = [figureFromWire(ticker['fundingRate']), positiveFromWire(ticker['nextFundingTime'])]
  if (rate === undefined || nextAt === undefined) return undefined
  return { rate, everyMs: (positiveFromWire(ticker['fundingIntervalHour']) ?? USUAL_HOURS) * HOUR_MS, nextAt }
}

function keep<Key extends keyof Mark>(mark: Writable<Mark>, name: Key, value: Writable<Mark>[Key] | undefined): void {
  if (value !== undefined) mark[name] = value
}

/** Vega is for one volatility point and theta for one day, as ours are. */
function greeksFromWire(ticker: WireObject): Mark['greeks'] {
  const [delta, gamma] = [figureFromWire(ticker['delta']), figureFromWire(ticker['gamma'])]
  const [vega, theta] = [figureFromWire(ticker['vega']), figureFromWire(ticker['theta'])]
  if (delta === undefined || gamma === undefined || vega === undefined || theta === undefined) return undefined
  return { delta, gamma, vega, theta }
}

/** The venue's numbers: trading over any way, options, and the real venue rather than its demo. */
const TRADING = [1, 2, 3]
const OPTIONS = 3
const PRODUCTION = 1

/** Maintenance that is on, or whose time has come, and that concerns what we trade. */
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
