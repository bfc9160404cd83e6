/** Live market data: fed by the venues' adapters, with instruments stored in the database. */
import type { Instant, Instrument, VenueCode } from '@parley/core'
import type { Venue, VenueListener } from '@parley/venues'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from './clock.ts'
import { createInstrumentStore, type InstrumentStore } from './instrument-store.ts'
import { marketDataLimits } from './limits.ts'
import type { MarketData } from './market-data.ts'
import { asOf, VenueMarket } from './venue-market.ts'

export type MarketDataNeeds = {
  readonly sql: Sql
  readonly venues: readonly Venue[]
  readonly clock: Clock
  readonly log: Log
}

export type RunningMarketData = MarketData & {
  /** Resolves when the stored instruments are loaded and the venues were asked once. A venue that is down does not block the start. */
  start(): Promise<void>
  stop(): Promise<void>
}

type MarksListener = Parameters<MarketData['onMarks']>[0]

export const createMarketData = (needs: MarketDataNeeds): RunningMarketData => new LiveMarketData(needs)

class LiveMarketData implements RunningMarketData {
  readonly #store: InstrumentStore
  readonly #venues: ReadonlyMap<VenueCode, Venue>
  readonly #markets = new Map<VenueCode, VenueMarket>()
  readonly #byId = new Map<number, Instrument>()
  readonly #listeners = new Set<MarksListener>()
  readonly #listingListeners = new Set<(venue: VenueCode) => void>()
  readonly #changed = new Map<VenueCode, Set<number>>()
  readonly #now: () => Instant
  readonly #log: Log
  readonly #after: Clock['after']
  /** Listings are saved one after the other. */
  #saving: Promise<void> = Promise.resolve()
  #callOff: (() => void) | undefined
  #isStopped = false

  constructor({ sql, venues, clock, log }: MarketDataNeeds) {
    this.#store = createInstrumentStore(sql)
    this.#venues = new Map(venues.map((venue) => [venue.code, venue]))
    this.#now = clock.now as () => Instant
    this.#log = log
    this.#after = clock.after
  }

  async start(): Promise<void> {
    for (const instrument of await this.#store.load()) this.#takeIn(instrument.venue, [instrument], new Map())
    await Promise.all([...this.#venues.values()].map((venue) => this.#withinPatience(venue.code, this.#follow(venue))))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff?.()
    this.#listeners.clear()
    this.#listingListeners.clear()
    await this.#saving
  }

  instrument(id: number): Instrument | undefined {
    const found = this.#byId.get(id)
    return found === undefined ? undefined : asOf(found, this.#now())
  }

  instrumentNamed(venue: VenueCode, name: string): Instrument | undefined {
    const found = this.#markets.get(venue)?.named(name)
    return found === undefined ? undefined : asOf(found, this.#now())
  }

  instruments({ venue, baseCurrency }: { readonly venue?: VenueCode; readonly baseCurrency?: string }): readonly Instrument[] {
    const now = this.#now()
    const markets = venue === undefined ? [...this.#markets.values()] : [this.#market(venue)]
    const found = markets.flatMap((market) => [...market.all()])
    return found.filter((one) => baseCurrency === undefined || one.baseCurrency === baseCurrency).map((one) => asOf(one, now))
  }

  mark(instrumentId: number) {
    const venue = this.#byId.get(instrumentId)?.venue
    return venue === undefined ? undefined : this.#market(venue).mark(instrumentId)
  }

  indexPrice(venue: VenueCode, baseCurrency: string) {
    const history = this.#markets.get(venue)?.index(baseCurrency)
    return history?.latest === undefined ? undefined : { ...history.latest, change: history.change }
  }

  onMarks(listener: MarksListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onInstruments(listener: (venue: VenueCode) => void): () => void {
    this.#listingListeners.add(listener)
    return () => this.#listingListeners.delete(listener)
  }

  isStale(venue: VenueCode): boolean {
    return this.#market(venue).isStale(this.#now(), this.#venues.get(venue)?.health().lastMessageAt)
  }

  #market(venue: VenueCode): VenueMarket {
    let market = this.#markets.get(venue)
    if (market === undefined) this.#markets.set(venue, (market = new VenueMarket(venue)))
    return market
  }

  #takeIn(venue: VenueCode, instruments: readonly Instrument[], theirs: ReadonlyMap<string, number>): void {
    for (const instrument of instruments) this.#byId.set(instrument.id, instrument)
    this.#market(venue).takeIn(instruments, theirs)
  }

  async #follow(venue: Venue): Promise<void> {
    await this.#list(venue)
    if (!this.#isStopped) await venue.connect(this.#listenerTo(venue))
  }

  /** The venue's complete list. An instrument that is no longer on it has expired. */
  async #list(venue: Venue): Promise<void> {
    try {
      const listed = await venue.instruments()
      const names = new Set(listed.map((instrument) => instrument.name))
      const gone = [...this.#market(venue.code).all()].filter((one) => one.state === 'ACTIVE' && !names.has(one.name))
      await this.#save(venue.code, [...listed, ...gone.map((one): Instrument => ({ ...one, state: 'EXPIRED' }))], listed)
    } catch (error) {
      this.#log.warn({ error, venue: venue.code }, 'The venue did not return its instruments; keeping the previous list')
    }
  }

  #save(venue: VenueCode, instruments: readonly Instrument[], listed: readonly Instrument[]): Promise<void> {
    const theirs = new Map(listed.map((instrument) => [instrument.name, instrument.id]))
    const done = this.#saving.then(async () => {
      this.#takeIn(venue, await this.#store.save(instruments), theirs)
      for (const listener of this.#listingListeners) listener(venue)
    })
    this.#saving = done.catch((error: unknown) => this.#log.error({ error, venue }, 'Could not save instruments'))
    return done
  }

  #listenerTo(venue: Venue): VenueListener {
    const market = this.#market(venue.code)
    const markAlive = () => market.markAlive(this.#now())
    return {
      onMarks: (marks) => {
        markAlive()
        this.#addChanged(venue.code, market.takeMarks(marks))
      },
      onIndex: (baseCurrency, price, at) => {
        markAlive()
        market.takeIndex(baseCurrency, price, at)
      },
      onInstruments: (changed) => {
        markAlive()
        void this.#save(venue.code, changed, changed).catch(() => undefined)
      },
      onHealth: (health) => this.#log.info({ venue: venue.code, state: health.state }, 'The venue connection changed state'),
    }
  }

  #addChanged(venue: VenueCode, ids: readonly number[]): void {
    if (this.#isStopped || ids.length === 0) return
    const changed = this.#changed.get(venue) ?? new Set()
    this.#changed.set(venue, changed)
    for (const id of ids) changed.add(id)
    this.#callOff ??= this.#after(marketDataLimits.coalesceMs, () => this.#publish())
  }

  #publish(): void {
    this.#callOff = undefined
    const published = [...this.#changed]
    this.#changed.clear()
    for (const [venue, ids] of published) for (const listener of this.#listeners) listener(venue, ids)
  }

  async #withinPatience(venue: VenueCode, work: Promise<void>): Promise<void> {
    let callOff = () => {}
    const patience = new Promise<void>((resolve) => {
      const goOn = () => {
        this.#log.warn({ venue }, 'The venue has not responded yet; starting without it and retrying')
        resolve()
      }
      const { startWaitMs, firstListWaitMs } = marketDataLimits
      callOff = this.#after(startWaitMs, () => {
        const [known] = this.#market(venue).all()
        const isAnswering = this.#venues.get(venue)?.health().lastMessageAt !== undefined
        if (known !== undefined || !isAnswering) return goOn()
        callOff = this.#after(firstListWaitMs - startWaitMs, goOn)
      })
    })
    await Promise.race([work, patience])
    callOff()
  }
}
