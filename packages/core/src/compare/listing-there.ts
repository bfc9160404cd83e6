/** A venue's active contracts by their terms, which have the same meaning at every venue (rulebook 3.18). */
import type { Instrument, OptionKind } from '../catalogue/instrument.ts'
import { product } from '../catalogue/products.ts'
import type { BaseCurrency } from '../catalogue/product.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'

/** The terms that make a contract the same at two venues. */
export type ContractTerms = Pick<Instrument, 'kind' | 'baseCurrency' | 'optionKind' | 'strike' | 'expiresAt'>

export type ListingThere = {
  readonly venue: VenueCode
  readonly find: (terms: ContractTerms) => Instrument | undefined
  /** The expiries of contracts of that kind, soonest first, without perpetuals. */
  readonly expiries: (baseCurrency: BaseCurrency, kind: Instrument['kind']) => readonly Instant[]
  /** Lowest first. */
  readonly strikes: (baseCurrency: BaseCurrency, kind: OptionKind, expiresAt: Instant) => readonly Price[]
}

/** Disabled products and expired contracts are left out. If two contracts have the same terms, the coin-margined one counts. */
export function listingThere(venue: VenueCode, instruments: Iterable<Instrument>): ListingThere {
  const byTerms = new Map<string, Instrument>()
  const expiries = new Map<string, Set<Instant>>()
  const strikes = new Map<string, Set<Price>>()
  for (const one of instruments) {
    if (one.venue !== venue || one.state !== 'ACTIVE' || product(one.productCode)?.isDisabled !== false) continue
    const key = keyOf(one)
    if (!byTerms.has(key) || one.marginKind === 'INVERSE') byTerms.set(key, one)
    if (one.expiresAt === undefined) continue
    into(expiries, `${one.baseCurrency} ${one.kind}`, one.expiresAt)
    if (one.strike !== undefined) into(strikes, `${one.baseCurrency} ${one.optionKind} ${one.expiresAt}`, one.strike)
  }
  return {
    venue,
    find: (terms) => byTerms.get(keyOf(terms)),
    expiries: (baseCurrency, kind) => ascending(expiries.get(`${baseCurrency} ${kind}`)),
    strikes: (baseCurrency, kind, expiresAt) => ascending(strikes.get(`${baseCurrency} ${kind} ${expiresAt}`)),
  }
}

const keyOf = ({ baseCurrency, kind, optionKind, strike, expiresAt }: ContractTerms): string =>
  [baseCurrency, kind, optionKind, strike, expiresAt].join(' ')

function into<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}

const ascending = <N extends number>(values: Iterable<N> = []): readonly N[] => [...values].sort((a, b) => a - b)
