/** Instruments as any bot can have them, and their marks as the venue has them; one view serves all simulated desks, as one feed would serve a firm. */
import { instrumentFromView, type Client, type LegTerms } from '@parley/client'
import { catalogueCalls, type InstrumentView } from '@parley/contracts'
import { price, ratio, readInstrument, type Instrument, type Leg, type Mark, type Structure } from '@parley/core'
import { limits } from './limits.ts'
import type { VenueMarks } from './venue-marks.ts'

export interface MarketView {
  instruments(): readonly InstrumentView[]
  markOf(instrumentId: number): Mark | undefined
  /** Undefined where a leg is not listed any more. */
  structureOf(legs: readonly LegTerms[]): Structure | undefined
  stop(): void
}

/** Rejects while the server does not list every currency: it may be open before it has its venue's list. */
export async function watchMarket(
  client: Client,
  venue: string,
  currencies: readonly string[],
  marks: VenueMarks,
  onProblem: (error: unknown) => void,
): Promise<MarketView> {
  const instruments = new Map<number, InstrumentView>()

  async function list(): Promise<void> {
    const query = { venue, state: 'ACTIVE', page_size: limits.instrumentPageSize }
    for await (const page of client.pages(catalogueCalls.listInstruments, { query }))
      for (const instrument of page.results) instruments.set(instrument.id, instrument)
  }

  await list()
  const listed = new Set([...instruments.values()].map((instrument) => instrument.base_currency))
  const missing = currencies.find((currency) => !listed.has(currency))
  if (missing !== undefined) throw new Error(`Nothing of ${missing} is listed yet.`)

  // Every day some expire and others are listed.
  const again = setInterval(() => list().catch(onProblem), limits.relistMs)

  return {
    stop: () => clearInterval(again),
    instruments: () => [...instruments.values()],
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

/** Exact, for the rules of core. */
export const legOf = (terms: LegTerms, instrument: Instrument): Leg => ({
  instrument,
  side: terms.side,
  ratio: ratio(terms.ratio),
  ...(terms.price === undefined ? {} : { price: price(terms.price) }),
})
