/** The venue's decimals, which are texts; an empty text is its word for a field that does not apply. */
import { parsePrice, parseQuantity, priceFromNumber, QUANTITY_DECIMALS, type Price, type Quantity } from '@parley/core'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A price that is dealt at: exact to the last digit or not at all. */
export const priceFromWire = (value: unknown): Price | undefined => (typeof value === 'string' ? parsePrice(value) : undefined)

export const quantityFromWire = (value: unknown): Quantity | undefined => (typeof value === 'string' ? parseQuantity(value) : undefined)

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/

/** A figure of a model, or a count; never money that is dealt in. */
export function figureFromWire(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && DECIMAL.test(text) ? Number(text) : undefined
}

/** An empty side of the book is "" or "0", and absent here. */
export function positiveFromWire(value: unknown): number | undefined {
  const figure = figureFromWire(value)
  return figure !== undefined && figure > 0 ? figure : undefined
}

/** Times are whole milliseconds; older bodies have them as texts. */
export function timeFromWire(value: unknown): number | undefined {
  const time = positiveFromWire(value)
  return Number.isSafeInteger(time) ? time : undefined
}

/** For averages, fees and profits, which may have more digits than a price and are dealt at by nobody. */
export function nearestPrice(value: unknown): Price | undefined {
  const figure = figureFromWire(value)
  return priceFromWire(value) ?? (figure === undefined ? undefined : priceFromNumber(figure))
}

/** The venue's own scale, in which prices and sizes are signed: 1e-8. */
const SIGNED_DECIMALS = 8

export const signedPrice = (price: Price): string => String(price)
export const signedSize = (quantity: Quantity): string => String(BigInt(quantity) * 10n ** BigInt(SIGNED_DECIMALS - QUANTITY_DECIMALS))
