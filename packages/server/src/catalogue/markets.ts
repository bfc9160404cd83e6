/** The markets that are open, in the order of the catalogue: pure. */
import { products, type BaseCurrency, type Instrument, type VenueCode } from '@parley/core'

export type Market = { readonly venue: VenueCode; readonly baseCurrency: BaseCurrency }

/** A market is open if the catalogue has a product that may trade and the venue lists an instrument of the currency. */
export function openMarketsOf(instruments: readonly Instrument[]): readonly Market[] {
  const nameOf = (venue: VenueCode, currency: string) => `${venue}-${currency}`
  const listed = new Set(instruments.filter(({ state }) => state === 'ACTIVE').map((one) => nameOf(one.venue, one.baseCurrency)))
  const open = new Map<string, Market>()
  for (const { isDisabled, venue, currency } of products) {
    const name = nameOf(venue, currency)
    if (!isDisabled && listed.has(name)) open.set(name, { venue, baseCurrency: currency })
  }
  return [...open.values()]
}
