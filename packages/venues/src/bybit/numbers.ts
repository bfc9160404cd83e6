/** The venue's texts of decimals. An empty text is its word for a field that does not apply. */
import { parsePrice, parseQuantity, priceFromNumber, type Price, type Quantity } from '@parley/core'

export const priceFromWire = (value: unknown): Price | undefined => (typeof value === 'string' ? parsePrice(value) : undefined)

export const quantityFromWire = (value: unknown): Quantity | undefined => (typeof value === 'string' ? parseQuantity(value) : undefined)

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/

/** A figure of a model, or a count; never money. */
export function figureFromWire(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && DECIMAL.test(text) ? Number(text) : undefined
}

/** An empty side of the book is "0", and absent here. */
export function positiveFromWire(value: unknown): number | undefined {
  const figure = figureFromWire(value)
  return figure !== undefined && figure > 0 ? figure : undefined
}

/** For averages and fees, which may have more figures than a price and are dealt at by nobody. */
export function nearestPrice(value: unknown): Price | undefined {
  const figure = figureFromWire(value)
  return priceFromWire(value) ?? (figure === undefined ? undefined : priceFromNumber(figure))
}
