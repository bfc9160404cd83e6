/** Instruments and marks of all venues, in memory, as the rest of the server asks for them. */
import type { Instrument, Mark, VenueCode } from '@parley/core'

export interface MarketData {
  instrument(id: number): Instrument | undefined
  instrumentNamed(venue: VenueCode, name: string): Instrument | undefined
  instruments(filter: { readonly venue?: VenueCode; readonly baseCurrency?: string }): readonly Instrument[]
  mark(instrumentId: number): Mark | undefined
  indexPrice(
    venue: VenueCode,
    baseCurrency: string,
  ): { readonly price: number; readonly at: number; readonly changePercent24h: number | undefined } | undefined
  /** Ids whose marks changed, a few times a second at most. Answers the function that ends it. */
  onMarks(listener: (venue: VenueCode, instrumentIds: ReadonlySet<number>) => void): () => void
  /** Whenever instruments of the venue came, changed or expired. Answers the function that ends it. */
  onInstruments(listener: (venue: VenueCode) => void): () => void
  /** Whether the venue has sent anything within five seconds. */
  isStale(venue: VenueCode): boolean
}
