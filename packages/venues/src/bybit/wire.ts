/** The venue's rows and tickers, read into our words. Pure; a row that is not understood is undefined, never an error: the venue adds fields and products as it likes. */
import { parseInstrumentName, quantity, type Instant, type Instrument, type Mark } from '@parley/core'
import { asObject, type WireObject } from '../adapter/wire-object.ts'
import { figureFromWire, positiveFromWire, priceFromWire, quantityFromWire } from './numbers.ts'
import { productCodeOf, SETTLES_IN } from './product-codes.ts'

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
