/** The digits of a listed spread's price: those of its step, so that all prices of a column end alike. Pure. */
import { formatPrice, products } from '@parley/core'
import { decimalsOf } from '../../components/number-text.ts'

/** One product of a venue and a coin has listed spreads; undefined where none has. */
export function spreadDecimals({ venue, baseCurrency }: { readonly venue: string; readonly baseCurrency: string | undefined }) {
  const step = products.find((one) => one.venue === venue && one.currency === baseCurrency && one.spreadTick !== undefined)?.spreadTick
  return step === undefined ? undefined : decimalsOf(formatPrice(step))
}
