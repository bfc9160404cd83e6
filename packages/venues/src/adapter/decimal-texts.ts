/** Decimals as venues write them: strings, with an empty string for a field that does not apply. */
import { parsePrice, parseQuantity, priceFromNumber, type Price, type Quantity } from '@parley/core'

/** A price at which something trades: exact to the last digit, or undefined. */
export const priceFromWire = (value: unknown): Price | undefined => (typeof value === 'string' ? parsePrice(value) : undefined)

export const quantityFromWire = (value: unknown): Quantity | undefined => (typeof value === 'string' ? parseQuantity(value) : undefined)

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/

/** A model figure, a time or a count; never an amount of money that trades. */
export function figureFromWire(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && DECIMAL.test(text) ? Number(text) : undefined
}

/** Also undefined for zero, which venues send for an empty side of the book. */
export function positiveFromWire(value: unknown): number | undefined {
  const figure = figureFromWire(value)
  return figure !== undefined && figure > 0 ? figure : undefined
}

/** An average price, a fee or a profit, which may have more digits than a traded price. */
export function nearestPrice(value: unknown): Price | undefined {
  const figure = figureFromWire(value)
  return priceFromWire(value) ?? (figure === undefined ? undefined : priceFromNumber(figure))
}
