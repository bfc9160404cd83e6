/** Decimals as venues write them: texts, and an empty text for a field that does not apply. */
import { parsePrice, parseQuantity, priceFromNumber, type Price, type Quantity } from '@parley/core'

/** A price that trades: exact to the last digit, or undefined. */
export const priceFromWire = (value: unknown): Price | undefined => (typeof value === 'string' ? parsePrice(value) : undefined)

export const quantityFromWire = (value: unknown): Quantity | undefined => (typeof value === 'string' ? parseQuantity(value) : undefined)

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/

/** A figure of a model, a time or a count; never money that trades. */
export function figureFromWire(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && DECIMAL.test(text) ? Number(text) : undefined
}

/** Undefined for zero too, which venues write for an empty side of the book. */
export function positiveFromWire(value: unknown): number | undefined {
  const figure = figureFromWire(value)
  return figure !== undefined && figure > 0 ? figure : undefined
}

/** An average, a fee or a profit, which may have more digits than a price that trades. */
export function nearestPrice(value: unknown): Price | undefined {
  const figure = figureFromWire(value)
  return priceFromWire(value) ?? (figure === undefined ? undefined : priceFromNumber(figure))
}
