/** The venue's contract families: each has its own paths and currency. */
import { products, type Instrument, type Product } from '@parley/core'

export type Family = {
  readonly prefix: '/v1' | '/linear/v1'
  /** The currency that calls of this family name. */
  readonly currency: string
  readonly margin: Instrument['marginKind']
}

/** The contracts that Parley trades, by family. */
export type Families = {
  readonly all: readonly Family[]
  /** Undefined for contracts that Parley does not trade. */
  productOf(family: Family, row: Readonly<Record<string, unknown>>): Product | undefined
}

/** The venue's names for coins that Parley names differently. */
const COINS: Readonly<Record<string, string>> = { TONCOIN: 'TON' }

/** The products of bit.com that are active in the catalogue: currently the USD-margined ones. */
export const activeProducts = (): readonly Product[] => products.filter(({ venue, isDisabled }) => venue === 'BIT' && !isDisabled)

export function createFamilies(traded: readonly Product[]): Families {
  return {
    all: [...new Map(traded.map(familyOf).map((family) => [`${family.prefix} ${family.currency}`, family])).values()],
    // Coin-margined rows write their quote currency in different ways, so the family decides.
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
