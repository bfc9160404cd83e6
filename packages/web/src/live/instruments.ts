/** All instruments of a currency at a venue, loaded once and again when new ones are listed each day. */
import { catalogueCalls, type InstrumentView } from '@parley/contracts'
import { instrumentFromView } from '@parley/client'
import { type Instrument, readInstrument } from '@parley/core'
import { useCallback, useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { client } from './api.ts'
import { type Loadable, errorMessage } from './loadable.ts'
import type { OpenMarket } from './open-markets.ts'

type Loaded = { readonly instruments: ReadonlyMap<number, Instrument>; readonly loadedAt: number }

const store = create<Readonly<Record<string, Loadable<Loaded>>>>(() => ({}))

/** A chain changes once a day, at 08:00 UTC, so data that is an hour old is fresh enough. */
const FRESH_MS = 3_600_000

/** Nothing is loaded without a currency. The returned object is stable until the instruments change. */
export function useInstruments(venue: string, currency: string | undefined): Loadable<ReadonlyMap<number, Instrument>> {
  const key = `${venue}.${currency}`
  const held = store((all) => all[key])
  useEffect(() => {
    const isFresh = held?.state === 'LOADED' && Date.now() - held.data.loadedAt < FRESH_MS
    if (currency === undefined) return
    if (held === undefined || (held.state === 'LOADED' && !isFresh)) void load(venue, currency)
  }, [held, venue, currency])
  return useMemo(() => {
    if (held === undefined || held.state === 'LOADING') return { state: 'LOADING' }
    return held.state === 'FAILED' ? held : { state: 'LOADED', data: held.data.instruments }
  }, [held])
}

/** The instruments loaded so far, for event handlers. */
export function instrumentsNow(venue: string, currency: string): ReadonlyMap<number, Instrument> | undefined {
  const held = store.getState()[`${venue}.${currency}`]
  return held?.state === 'LOADED' ? held.data.instruments : undefined
}

/** For several markets, for lists that cover all of them. Undefined until those of a market are loaded. */
export function useInstrumentsOf(markets: readonly OpenMarket[]): (market: string) => ReadonlyMap<number, Instrument> | undefined {
  const all = store()
  useEffect(() => {
    for (const { venue, currency } of markets) if (all[`${venue}.${currency}`] === undefined) void load(venue, currency)
  }, [all, markets])
  return useCallback(
    (market) => {
      const held = all[market]
      return held?.state === 'LOADED' ? held.data.instruments : undefined
    },
    [all],
  )
}

const loading = new Set<string>()

/** The old instruments stay until the new ones have loaded, because an open ticket depends on them. */
async function load(venue: string, currency: string): Promise<void> {
  const key = `${venue}.${currency}`
  if (loading.has(key)) return
  loading.add(key)
  const held = store.getState()[key]
  if (held?.state !== 'LOADED') store.setState({ [key]: { state: 'LOADING' } })
  try {
    const views: InstrumentView[] = []
    const query = { venue, base_currency: currency, state: 'ACTIVE', page_size: 1000 }
    for await (const page of client.pages(catalogueCalls.listInstruments, { query })) views.push(...page.results)
    const instruments = new Map(views.map((view) => [view.id, readInstrument(instrumentFromView(view))]))
    store.setState({ [key]: { state: 'LOADED', data: { instruments, loadedAt: Date.now() } } })
  } catch (error) {
    if (held?.state !== 'LOADED')
      store.setState({ [key]: { state: 'FAILED', words: errorMessage(error), retry: () => void load(venue, currency) } })
  } finally {
    loading.delete(key)
  }
}
