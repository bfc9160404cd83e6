/** Market data of past times: the instruments that the venues listed, and the marks at the requested time. */
import type { Instant, Instrument, Mark, VenueCode } from '@parley/core'
import type { Venue } from '@parley/venues'
import type { Sql } from './database/sql.ts'
import { createInstrumentStore } from './market-data/instrument-store.ts'
import type { MarketData } from './market-data/market-data.ts'
import { asOf } from './market-data/venue-market.ts'

export type PastPrices = {
  /** Undefined if the venue does not list the instrument. */
  readonly markOf: (instrument: Pick<Instrument, 'id' | 'venue' | 'name'>) => Mark | undefined
  /** In USD. */
  readonly indexOf: (venue: VenueCode, baseCurrency: string) => number | undefined
}

type PastMarketDataNeeds = PastPrices & {
  readonly sql: Sql
  readonly venues: readonly Pick<Venue, 'code' | 'instruments'>[]
  readonly now: () => number
}

export type PastMarketData = MarketData & {
  /** Takes in the instruments that the venues have listed since the last time. */
  relist(): Promise<void>
}

/** Answers when the instruments are stored. */
export async function createPastMarketData({ sql, venues, now, markOf, indexOf }: PastMarketDataNeeds): Promise<PastMarketData> {
  const store = createInstrumentStore(sql)
  const byId = new Map<number, Instrument>()
  const byName = new Map<string, Instrument>()
  const listeners = new Set<(venue: VenueCode) => void>()
  const nameOf = ({ venue, name }: Pick<Instrument, 'venue' | 'name'>): string => `${venue} ${name}`
  let listed: readonly Instrument[] = []
  let listedUntil = -Infinity
  const relist = async (): Promise<void> => {
    for (const venue of venues) {
      const added = await store.save((await venue.instruments()).filter((one) => !byName.has(nameOf(one))))
      for (const one of added) {
        byId.set(one.id, one)
        byName.set(nameOf(one), one)
      }
      if (added.length === 0) continue
      listedUntil = -Infinity
      for (const listener of listeners) listener(venue.code)
    }
  }
  await relist()
  /** Made again when a venue has listed others, and when the next of them expires. */
  const all = (): readonly Instrument[] => {
    if (listedUntil > now()) return listed
    listed = [...byId.values()].map((one) => current(one)!)
    const expiries = listed.flatMap(({ expiresAt }) => (expiresAt !== undefined && expiresAt > now() ? [expiresAt] : []))
    listedUntil = expiries.reduce((least, one) => Math.min(least, one), Infinity)
    return listed
  }
  const current = (one: Instrument | undefined): Instrument | undefined => one && asOf(one, now() as Instant)
  return {
    instrument: (id) => current(byId.get(id)),
    instrumentNamed: (venue, name) => current(byName.get(`${venue} ${name}`)),
    instruments: ({ venue, baseCurrency }) =>
      all().filter(
        (one) => (venue === undefined || one.venue === venue) && (baseCurrency === undefined || one.baseCurrency === baseCurrency),
      ),
    mark: (id) => {
      const instrument = byId.get(id)
      return instrument && markOf(instrument)
    },
    indexPrice: (venue, baseCurrency) => {
      const price = indexOf(venue, baseCurrency)
      return price === undefined ? undefined : { price, at: now(), change: undefined }
    },
    onMarks: () => () => undefined,
    onInstruments: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isStale: () => false,
    relist,
  }
}
