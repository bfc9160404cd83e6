/**
 * Instruments, which any bot can read from the API, and their marks at the venue. All simulated desks share one view, as the desks of a firm would
 * share a feed.
 */
import { instrumentFromView, type Client, type LegTerms } from '@parley/client'
import { catalogueCalls, type InstrumentView } from '@parley/contracts'
import { price, ratio, readInstrument, type Instrument, type Leg, type Mark, type Structure } from '@parley/core'
import { limits } from './limits.ts'
import type { VenueMarks } from './venue-marks.ts'

/** A coin at a venue that desks trade. */
export type DeskMarket = {
  readonly venue: 'DBT' | 'BYB' | 'BIT' | 'PRDX'
  readonly currency: string
  /** How often takers send RFQs here, relative to the other markets. At 0, only people do. */
  readonly weight: number
  /** A desk's own block size in minimum blocks of the venue, because some minimum blocks are too small to trade. */
  readonly blocks: number
  /** Single futures, if only the venue's futures are traded; otherwise whatever is on the menu. */
  readonly asks?: 'FUTURES_ALONE'
}

export interface MarketView {
  instruments(venue: string): readonly InstrumentView[]
  markOf(instrumentId: number): Mark | undefined
  /** Undefined if a leg is no longer listed. */
  structureOf(legs: readonly LegTerms[]): Structure | undefined
  stop(): void
}

/** Rejects while the server does not list every market: it may be open before it has the listings of its venues. */
export async function watchMarket(
  client: Client,
  markets: readonly DeskMarket[],
  marks: VenueMarks,
  onProblem: (error: unknown) => void,
): Promise<MarketView> {
  const instruments = new Map<number, InstrumentView>()

  async function list(): Promise<void> {
    for (const venue of new Set(markets.map((market) => market.venue))) {
      const query = { venue, state: 'ACTIVE', page_size: limits.instrumentPageSize }
      for await (const page of client.pages(catalogueCalls.listInstruments, { query }))
        for (const instrument of page.results) instruments.set(instrument.id, instrument)
    }
  }

  await list()
  const listed = new Set([...instruments.values()].map((instrument) => `${instrument.base_currency} at ${instrument.venue}`))
  const missing = markets.map(({ currency, venue }) => `${currency} at ${venue}`).find((one) => !listed.has(one))
  if (missing !== undefined) throw new Error(`No instruments of ${missing} are listed yet.`)

  // Some instruments expire every day, and others are listed.
  const again = setInterval(() => list().catch(onProblem), limits.relistMs)

  return {
    stop: () => clearInterval(again),
    instruments: (venue) => [...instruments.values()].filter((one) => one.venue === venue),
    markOf(id) {
      const instrument = instruments.get(id)
      return instrument === undefined ? undefined : marks(instrument)
    },
    structureOf(legs) {
      const found = legs.flatMap((leg) => {
        const view = instruments.get(leg.instrumentId)
        return view === undefined ? [] : [legOf(leg, readInstrument(instrumentFromView(view)))]
      })
      return found.length === legs.length ? { legs: found } : undefined
    },
  }
}

/** Exact values, for the rules of core. */
export const legOf = (terms: LegTerms, instrument: Instrument): Leg => ({
  instrument,
  side: terms.side,
  ratio: ratio(terms.ratio),
  ...(terms.price === undefined ? {} : { price: price(terms.price) }),
})
