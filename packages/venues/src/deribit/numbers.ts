/**
 * Converts exact decimals to JSON numbers and back. A double holds 15 digits exactly, which is more than any price here has. Digits beyond the scale
 * are rounded away.
 */
import { formatPrice, formatQuantity, parseQuantity, priceFromNumber, QUANTITY_DECIMALS, type Price, type Quantity } from '@parley/core'

export const priceToWire = (price: Price): number => Number(formatPrice(price))
export const quantityToWire = (quantity: Quantity): number => Number(formatQuantity(quantity))

export const priceFromWire = (value: unknown): Price | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? priceFromNumber(value) : undefined

export function quantityFromWire(value: unknown): Quantity | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return undefined
  return parseQuantity(value.toFixed(QUANTITY_DECIMALS))
}
