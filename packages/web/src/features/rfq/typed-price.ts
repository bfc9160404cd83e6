import { parsePrice, readDecimal, readPrice, type Price } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'

export type TypedPrice = { readonly price: Price; readonly reason?: undefined } | { readonly price?: undefined; readonly reason: string }

/** A zero is a price only if the user has confirmed it, because it is usually a field that was cleared. */
export type Zero = 'NONE' | 'PRICE'

export const isZero = (text: EnteredNumber): boolean => text !== undefined && parsePrice(readDecimal(text) ?? '') === 0

/** A price as typed. A zero counts as empty unless it is confirmed, as in the market's rules (rulebook 3.16). */
export function typedPrice(text: EnteredNumber, zero: Zero = 'NONE'): TypedPrice {
  if (text === undefined) return { reason: 'Enter a valid price.' }
  const price = readPrice(text)
  if (price !== undefined) return { price }
  if (text.trim() === '') return { reason: 'Enter a price.' }
  if (isZero(text)) return zero === 'PRICE' ? { price: 0 as Price } : { reason: 'A price of zero is not accepted. Enter another.' }
  return { reason: 'A price can have up to 8 decimals.' }
}
