/** Exact decimals to JSON numbers and back. A double carries 15 digits without loss, which is more than a price here has; dust beyond the scale is rounded away. */
import { formatPrice, formatQuantity, parseQuantity, priceFromNumber, QUANTITY_DECIMALS, type Price, type Quantity } from '@parley/core'

export const priceToWire = (price: Price): number => Number(formatPrice(price))
export const quantityToWire = (quantity: Quantity): number => Number(formatQuantity(quantity))

export const priceFromWire = (value: unknown): Price | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? priceFromNumber(value) : undefined

export function quantityFromWire(value: unknown): Quantity | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return undefined
  return parseQuantity(value.toFixed(QUANTITY_DECIMALS))
}
