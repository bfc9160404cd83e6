/** Strings and times as the venue writes them, and the scale in which prices and sizes are signed. */
import { QUANTITY_DECIMALS, type Price, type Quantity } from '@parley/core'
import { positiveFromWire } from '../adapter/decimal-texts.ts'

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Times are whole milliseconds; older bodies have them as strings. */
export function timeFromWire(value: unknown): number | undefined {
  const time = positiveFromWire(value)
  return Number.isSafeInteger(time) ? time : undefined
}

/** The venue's own scale, in which prices and sizes are signed: 1e-8. */
const SIGNED_DECIMALS = 8

export const signedPrice = (price: Price): string => String(price)
export const signedSize = (quantity: Quantity): string => String(BigInt(quantity) * 10n ** BigInt(SIGNED_DECIMALS - QUANTITY_DECIMALS))
