/** Instruments and marks of all venues in memory, for the rest of the server. */
import type { IndexChange } from './index-history.ts'
import type { Instrument, Mark, VenueCode } from '@parley/core'

export interface MarketData {
  instrument(id: number): Instrument | undefined
  instrumentNamed(venue: VenueCode, name: string): Instrument | undefined
  instruments(filter: { readonly venue?: VenueCode; readonly baseCurrency?: string }): readonly Instrument[]
  mark(instrumentId: number): Mark | undefined
  indexPrice(
    venue: VenueCode,
    baseCurrency: string,
  ): { readonly price: number; readonly at: number; readonly change: IndexChange | undefined } | undefined
  /** Ids whose marks changed, at most a few times a second. Returns the function that ends it. */
  onMarks(listener: (venue: VenueCode, instrumentIds: ReadonlySet<number>) => void): () => void
  /** Called when instruments of the venue were added, changed or expired. Returns the function that ends it. */
  onInstruments(listener: (venue: VenueCode) => void): () => void
  /** Whether the venue has not sent anything within five seconds. */
  isStale(venue: VenueCode): boolean
}
