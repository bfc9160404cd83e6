/** The venue's families of contracts that the catalogue has something active of: each has paths and a currency of its own. */
import { products, type Instrument, type Product } from '@parley/core'

export type Family = {
  readonly prefix: '/v1' | '/linear/v1'
  /** The currency that calls of this family name. */
  readonly currency: string
  readonly margin: Instrument['marginKind']
}

/** Names of the venue for a coin that we call otherwise. */
const COINS: Readonly<Record<string, string>> = { TONCOIN: 'TON' }

const ours = products.filter(({ venue, isDisabled }) => venue === 'BIT' && !isDisabled)

const familyOf = ({ marginType, currency, quoteCurrency }: Product): Family =>
  marginType === 'INVERSE'
    ? { prefix: '/v1', currency, margin: 'INVERSE' }
    : { prefix: '/linear/v1', currency: quoteCurrency, margin: 'LINEAR' }

/** USD-margined today; a coin-margined product that the catalogue makes active brings its family along. */
export const FAMILIES: readonly Family[] = [
  ...new Map(ours.map(familyOf).map((family) => [`${family.prefix} ${family.currency}`, family])).values(),
]

export const familyOfInstrument = ({ marginKind, baseCurrency, quoteCurrency }: Instrument): Family =>
  familyOf({ marginType: marginKind, currency: baseCurrency, quoteCurrency } as Product)

/** Undefined for what we do not trade. Coin-margined rows name their quote in ways of their own, so the family decides. */
export function productOf(family: Family, category: unknown, base: unknown, quote: unknown): Product | undefined {
  const kind = category === 'option' ? 'OPTION' : category === 'future' ? 'FUTURE' : undefined
  return ours.find(
    (one) =>
      one.kind === kind &&
      one.currency === (COINS[String(base)] ?? base) &&
      one.marginType === family.margin &&
      (family.margin === 'INVERSE' || one.quoteCurrency === quote),
  )
}
