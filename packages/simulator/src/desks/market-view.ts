/** Instruments and marks as any bot can have them; one view serves all simulated desks, as one feed would serve a firm. */
import type { Client, Socket } from '@parley/client'
import { catalogueCalls, type InstrumentView, type MarketDataView, type MarkView, type RfqLegView } from '@parley/contracts'
import { limits } from './limits.ts'
import type { PricedLeg } from './leg-rounding.ts'

export interface MarketView {
  instruments(): readonly InstrumentView[]
  instrument(id: number): InstrumentView | undefined
  mark(id: number): MarkView | undefined
  /** Legs with their marks in ticks; undefined while a mark is missing. Hedge legs stand beside the structure and are left out. */
  priced(legs: readonly RfqLegView[]): readonly PricedLeg[] | undefined
}

export async function watchMarket(client: Client, socket: Socket, venue: string, currencies: readonly string[]): Promise<MarketView> {
  const instruments = new Map<number, InstrumentView>()
  const marks = new Map<number, MarkView>()

  for await (const page of client.pages(catalogueCalls.listInstruments, {
    query: { venue, state: 'ACTIVE', page_size: limits.instrumentPageSize },
  }))
    for (const instrument of page.results) instruments.set(instrument.id, instrument)

  const first = currencies.map(
    (currency) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No marks of ${venue} ${currency} came.`)), limits.marksWithinMs)
        socket.subscribe<MarketDataView>(`market_data.${venue}.${currency}`, ({ event, data }) => {
          for (const one of event === 'SNAPSHOT' ? data : [data]) for (const mark of one.marks) marks.set(mark.instrument_id, mark)
          clearTimeout(timer)
          resolve()
        })
      }),
  )
  await Promise.all(first)

  const priced = (leg: RfqLegView): PricedLeg | undefined => {
    const instrument = instruments.get(leg.instrument_id)
    const mark = marks.get(leg.instrument_id)
    if (instrument === undefined || mark === undefined) return undefined
    const tick = Number(instrument.min_tick_size)
    return {
      sign: leg.side === 'BUY' ? 1 : -1,
      ratio: Number(leg.ratio),
      tick,
      markTicks: Number(mark.mark_price) / tick,
      leastTicks: Math.max(1, Math.ceil(Number(mark.min_price ?? 0) / tick)),
      mostTicks: mark.max_price === null ? Infinity : Math.floor(Number(mark.max_price) / tick),
    }
  }

  return {
    instruments: () => [...instruments.values()],
    instrument: (id) => instruments.get(id),
    mark: (id) => marks.get(id),
    priced(legs) {
      const found = legs.filter((leg) => leg.price === null).map(priced)
      return found.every((leg) => leg !== undefined) ? found : undefined
    },
  }
}
