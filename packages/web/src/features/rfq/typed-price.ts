import { parsePrice, readPrice, type Price } from '@parley/core'
import type { EnteredNumber } from '../../components/number-text.ts'

export type TypedPrice = { readonly price: Price; readonly reason?: undefined } | { readonly price?: undefined; readonly reason: string }

/** A price as a person typed it; a zero counts as none, here as in the market's rules (rulebook 3.16). */
export function typedPrice(text: EnteredNumber): TypedPrice {
  if (text === undefined) return { reason: 'The price is no number.' }
  const price = readPrice(text)
  if (price !== undefined) return { price }
  if (text.trim() === '') return { reason: 'Enter a price.' }
  if (parsePrice(text) === 0) return { reason: 'A price of zero counts as none. Enter another.' }
  return { reason: 'A price is a number with at most 8 decimals.' }
}
