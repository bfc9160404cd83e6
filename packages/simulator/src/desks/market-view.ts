/** Instruments and marks as any bot can have them; one view serves all simulated desks, as one feed would serve a firm. */
import type { Client, Socket } from '@parley/client'
import { catalogueCalls, type InstrumentView, type MarketDataView } from '@parley/contracts'
import type { Mark, Structure } from '@parley/core'
import { instrumentFromWire, legFromWire, markFromWire, type LegTerms } from './from-wire.ts'
import { limits } from './limits.ts'

export interface MarketView {
  instruments(): readonly InstrumentView[]
  markOf(instrumentId: number): Mark | undefined
  /** Undefined where a leg is not listed any more. */
  structureOf(legs: readonly LegTerms[]): Structure | undefined
  stop(): void
}

export async function watchMarket(
  client: Client,
  socket: Socket,
  venue: string,
  currencies: readonly string[],
  onProblem: (error: unknown) => void,
): Promise<MarketView> {
  const instruments = new Map<number, InstrumentView>()
  const marks = new Map<number, Mark>()

  async function list(): Promise<void> {
    const query = { venue, state: 'ACTIVE', page_size: limits.instrumentPageSize }
    for await (const page of client.pages(catalogueCalls.listInstruments, { query }))
      for (const instrument of page.results) instruments.set(instrument.id, instrument)
  }

  await list()

  const keep = ({ marks: changed, index_price: index, at }: MarketDataView): void => {
    for (const mark of changed) marks.set(mark.instrument_id, markFromWire(mark, index, at))
  }
  await Promise.all(currencies.map((currency) => firstOf(socket, `market_data.${venue}.${currency}`, keep)))

  // Every day some expire and others are listed.
  const again = setInterval(() => list().catch(onProblem), limits.relistMs)

  return {
    stop: () => clearInterval(again),
    instruments: () => [...instruments.values()],
    markOf: (id) => marks.get(id),
    structureOf(legs) {
      const found = legs.flatMap((leg) => {
        const instrument = instruments.get(leg.instrument_id)
        return instrument === undefined ? [] : [legFromWire(leg, instrumentFromWire(instrument))]
      })
      return found.length === legs.length ? { legs: found } : undefined
    },
  }
}

/** Subscribes, and settles when the channel has spoken for the first time. */
function firstOf(socket: Socket, channel: string, hear: (data: MarketDataView) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${channel} stayed silent.`)), limits.marksWithinMs)
    const onRefused = (message: string): void => {
      clearTimeout(timer)
      reject(new Error(message))
    }
    socket.subscribe<MarketDataView>(
      channel,
      ({ event, data }) => {
        for (const one of event === 'SNAPSHOT' ? data : [data]) hear(one)
        clearTimeout(timer)
        resolve()
      },
      { onRefused },
    )
  })
}
