/** The venue's families of contracts: each has paths and a currency of its own. */
import { products, type Instrument, type Product } from '@parley/core'

export type Family = {
  readonly prefix: '/v1' | '/linear/v1'
  /** The currency that calls of this family name. */
  readonly currency: string
  readonly margin: Instrument['marginKind']
}

/** The venue's contracts that are traded, by family. */
export type Families = {
  readonly all: readonly Family[]
  /** Undefined for what we do not trade. */
  productOf(family: Family, row: Readonly<Record<string, unknown>>): Product | undefined
}

/** Names of the venue for a coin that we call otherwise. */
const COINS: Readonly<Record<string, string>> = { TONCOIN: 'TON' }

/** Products of bit.com that the catalogue has active: USD-margined ones today. */
export const activeProducts = (): readonly Product[] => products.filter(({ venue, isDisabled }) => venue === 'BIT' && !isDisabled)

export function createFamilies(traded: readonly Product[]): Families {
  return {
    all: [...new Map(traded.map(familyOf).map((family) => [`${family.prefix} ${family.currency}`, family])).values()],
    // Coin-margined rows name their quote in ways of their own, so the family decides.
    productOf: (family, { category, base_currency: base, quote_currency: quote }) => {
      const kind = category === 'option' ? 'OPTION' : category === 'future' ? 'FUTURE' : undefined
      return traded.find(
        (one) =>
          one.kind === kind &&
          one.currency === (COINS[String(base)] ?? base) &&
          one.marginType === family.margin &&
          (family.margin === 'INVERSE' || one.quoteCurrency === quote),
      )
    },
  }
}

/** Coin-margined contracts have the older paths and name their coin; USD-margined ones name their quote. */
const familyOf = ({ marginType, currency, quoteCurrency }: Pick<Product, 'marginType' | 'currency' | 'quoteCurrency'>): Family =>
  marginType === 'INVERSE'
    ? { prefix: '/v1', currency, margin: 'INVERSE' }
    : { prefix: '/linear/v1', currency: quoteCurrency, margin: 'LINEAR' }

export const familyOfInstrument = ({
  marginKind,
  baseCurrency,
  quoteCurrency,
}: Pick<Instrument, 'marginKind' | 'baseCurrency' | 'quoteCurrency'>): Family =>
  familyOf({ marginType: marginKind, currency: baseCurrency, quoteCurrency })
