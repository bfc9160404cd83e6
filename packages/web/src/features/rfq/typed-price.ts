import { parsePrice, readDecimal, readPrice, type Price } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'

export type TypedPrice = { readonly price: Price; readonly reason?: undefined } | { readonly price?: undefined; readonly reason: string }

/** A zero is a price only where it was ticked to be one: more often it is a box that was emptied. */
export type Zero = 'NONE' | 'PRICE'

export const isZero = (text: EnteredNumber): boolean => text !== undefined && parsePrice(readDecimal(text) ?? '') === 0

/** A price as a person typed it; a zero counts as none unless it is meant, here as in the market's rules (rulebook 3.16). */
export function typedPrice(text: EnteredNumber, zero: Zero = 'NONE'): TypedPrice {
  if (text === undefined) return { reason: 'The price is no number.' }
  const price = readPrice(text)
  if (price !== undefined) return { price }
  if (text.trim() === '') return { reason: 'Enter a price.' }
  if (isZero(text)) return zero === 'PRICE' ? { price: 0 as Price } : { reason: 'A price of zero counts as none. Enter another.' }
  return { reason: 'A price is a number with at most 8 decimals.' }
}
