/** The venue's refusals, and the parsers of request parameters. */
import { parsePrice, parseQuantity, type Price, type Quantity } from '@parley/core'

export type Params = Readonly<Record<string, unknown>>

export class VenueRefusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const invalid = (message: string): VenueRefusal => new VenueRefusal('VALIDATION_ERROR', message)

export const objectOf = (value: unknown): Params | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Params) : undefined

export function textParam(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') throw invalid(`${name} is required`)
  return value
}

/** Integers are numbers in bodies, and strings in queries and headers. */
export function integerParam(params: Params, name: string, otherwise?: number): number {
  const value = params[name]
  if (value === undefined && otherwise !== undefined) return otherwise
  const integer = typeof value === 'number' ? value : Number(typeof value === 'string' && value !== '' ? value : NaN)
  if (!Number.isSafeInteger(integer) || integer < 0) throw invalid(`${name} must be a whole number`)
  return integer
}

export function priceParam(params: Params, name: string): Price {
  const price = typeof params[name] === 'string' ? parsePrice(params[name]) : undefined
  if (price === undefined || price < 0) throw invalid(`${name} must be a decimal`)
  return price
}

export function sizeParam(params: Params, name: string): Quantity {
  const size = typeof params[name] === 'string' ? parseQuantity(params[name]) : undefined
  if (size === undefined || size <= 0) throw new VenueRefusal('INVALID_ORDER_SIZE', `${name} must be a decimal above zero`)
  return size
}

export function oneOf<Word extends string>(params: Params, name: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === params[name])
  if (word === undefined) throw invalid(`${name} must be one of ${words.join(', ')}`)
  return word
}
