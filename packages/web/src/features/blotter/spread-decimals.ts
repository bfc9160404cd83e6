/** The decimals of a listed spread's price are those of its tick, so that the prices in a column align. Pure. */
import { formatPrice, products } from '@parley/core'
import { decimalsOf } from '../../components/number-text.ts'

/** One product per venue and coin has listed spreads. Undefined if none has. */
export function spreadDecimals({ venue, baseCurrency }: { readonly venue: string; readonly baseCurrency: string | undefined }) {
  const step = products.find((one) => one.venue === venue && one.currency === baseCurrency && one.spreadTick !== undefined)?.spreadTick
  return step === undefined ? undefined : decimalsOf(formatPrice(step))
}
