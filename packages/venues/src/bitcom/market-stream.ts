/** Market data: loads the listing over REST, subscribes to its tickers, asks for those that do not come, and does all of it again after every loss. */
import type { Instrument } from '@parley/core'
import { createListing } from '../adapter/listing.ts'
import { createNumbers } from '../adapter/instrument-numbers.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import { createPauses, settlesAtEight, type Pause, type Pauses } from '../adapter/pauses.ts'
import { Reconnection } from '../adapter/reconnection.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { VenueHealth, VenueListener } from '../port/venue-port.ts'
import type { Api } from './api.ts'
import { INSTRUMENTS_PER_SUBSCRIBE, RELIST_MS, REPAIR_AFTER_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import type { Families } from './families.ts'
import { loadIndex, loadInstruments, loadPause, loadTicker, type MarketPacer } from './market-calls.ts'
import { openMarketSocket, type MarketSocket, type MarketSocketOptions } from './market-socket.ts'
import { markFromWire, tickerIndex, tickerName } from './wire.ts'

export type StreamOptions = Omit<MarketSocketOptions, 'onTicker' | 'onMessage' | 'onRoundTrip' | 'onClosed'> & {
  readonly random: () => number
  readonly log: VenueLog
  readonly families: Families
}

export class MarketStream {
  readonly #api: Api
  readonly #options: StreamOptions
  readonly #pacer: MarketPacer
  readonly #listing = createListing()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  readonly #numbers = createNumbers()
  readonly #indices = new Map<string, number>()
  /** Names whose ticker has come since the socket opened. */
  readonly #arrived = new Set<string>()
  readonly #line: Reconnection
  readonly #pauses: Pauses
  #listener: VenueListener | undefined
  #socket: MarketSocket | undefined
  #upkeepTimer: NodeJS.Timeout | undefined

  constructor(api: Api, pacer: MarketPacer, options: StreamOptions) {
    this.#api = api
    this.#pacer = pacer
    this.#options = options
    this.#line = new Reconnection({
      ...options,
      onHealth: (health) => this.#listener?.onHealth(health),
      open: () => void this.#stream(),
    })
    this.#pauses = createPauses({ now: options.now, planned: settlesAtEight(SETTLEMENT_PAUSE_MS), onPause: this.#line.paused })
  }

  /** An account's call was refused for this reason. */
  readonly refused = (pause: Pause): void => this.#pauses.refused(pause)

  health(): VenueHealth {
    return this.#line.health
  }

  async instruments(): Promise<readonly Instrument[]> {
    const rows = await this.#line.persist(async () => this.#load())
    this.#listing.takeIn(rows)
    return rows
  }

  /** Resolves after the first attempt, whatever came of it: a venue that is down must not keep us from starting. */
  async connect(listener: VenueListener): Promise<void> {
    this.#listener = listener
    this.#pauses.watch()
    await this.#stream()
  }

  close(): void {
    this.#line.close()
    this.#pauses.close()
    clearTimeout(this.#upkeepTimer)
    this.#marks.close()
    this.#socket?.close()
  }

  async #stream(): Promise<void> {
    let socket: MarketSocket | undefined
    try {
      this.#announce(this.#listing.takeIn(await this.#load()))
      this.#pauses.said(await loadPause(this.#api, this.#pacer))
      socket = await openMarketSocket({
        ...this.#options,
        onTicker: (data) => this.#take(data),
        onMessage: this.#line.received,
        onRoundTrip: this.#line.answered,
        onClosed: () => this.#lost(),
      })
      if (this.#line.isClosed) return socket.close()
      this.#socket = socket
      this.#arrived.clear()
      await this.#ask(socket, 'subscribe', this.#listing.all())
      this.#line.connected()
      this.#upkeepLater(REPAIR_AFTER_MS)
    } catch (error) {
      if (this.#line.isClosed) return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      if (socket === undefined) this.#line.openLater()
      else socket.close()
    }
  }

  #load(): Promise<readonly Instrument[]> {
    return loadInstruments(this.#api, this.#pacer, { families: this.#options.families, numberOf: this.#numbers })
  }

  #announce(changed: readonly Instrument[]): void {
    if (changed.length > 0) this.#listener?.onInstruments(changed)
  }

  async #ask(socket: MarketSocket, type: 'subscribe' | 'unsubscribe', rows: readonly Instrument[]): Promise<void> {
    for (let from = 0; from < rows.length; from += INSTRUMENTS_PER_SUBSCRIBE) {
      await this.#pacer.turn('subscribe')
      await socket.send(
        type,
        rows.slice(from, from + INSTRUMENTS_PER_SUBSCRIBE).map(({ name }) => name),
      )
    }
  }

  #take(data: unknown): void {
    const instrument = this.#listing.named(tickerName(data) ?? '')
    if (instrument === undefined) return
    this.#takeIndex(instrument.baseCurrency, tickerIndex(data))
    const mark = markFromWire(data, instrument, this.#indices.get(instrument.baseCurrency))
    if (mark === undefined) return
    this.#arrived.add(instrument.name)
    this.#marks.add(mark)
  }

  /** Every future says it; only what is new is worth passing on. */
  #takeIndex(baseCurrency: string, price: number | undefined): void {
    if (price === undefined || this.#indices.get(baseCurrency) === price) return
    this.#indices.set(baseCurrency, price)
    this.#listener?.onIndex(baseCurrency, price, this.#options.now())
  }

  #upkeepLater(afterMs: number): void {
    clearTimeout(this.#upkeepTimer)
    this.#upkeepTimer = setTimeout(() => void this.#keepUp(), afterMs)
  }

  /** The listing once more, and by REST the tickers that the socket owes us. */
  async #keepUp(): Promise<void> {
    const socket = this.#socket
    if (socket === undefined) return
    try {
      const changed = this.#listing.takeIn(await this.#load())
      this.#announce(changed)
      this.#pauses.said(await loadPause(this.#api, this.#pacer))
      const inState = (state: Instrument['state']) => changed.filter((row) => row.state === state)
      await this.#ask(socket, 'subscribe', inState('ACTIVE'))
      await this.#ask(socket, 'unsubscribe', inState('EXPIRED'))
      await this.#askForIndices()
      const owed = this.#listing.all().filter(({ name }) => !this.#arrived.has(name))
      for (const instrument of owed) {
        if (this.#socket !== socket) return
        if (!this.#arrived.has(instrument.name)) this.#take(await loadTicker(this.#api, this.#pacer, instrument))
      }
    } catch (error) {
      if (!this.#line.isClosed) this.#options.log('the listing could not be read again', { reason: String(error) })
    }
    if (this.#socket === socket) this.#upkeepLater(RELIST_MS)
  }

  /** Options name no index: of a coin without a future nobody else brings it. */
  async #askForIndices(): Promise<void> {
    const listed = this.#listing.all()
    const brought = new Set(listed.flatMap(({ kind, baseCurrency }) => (kind === 'FUTURE' ? [baseCurrency] : [])))
    for (const currency of new Set(listed.map(({ baseCurrency }) => baseCurrency)))
      if (!brought.has(currency) || !this.#indices.has(currency))
        this.#takeIndex(currency, tickerIndex(await loadIndex(this.#api, this.#pacer, currency)))
  }

  #lost(): void {
    this.#socket = undefined
    clearTimeout(this.#upkeepTimer)
    if (this.#line.isClosed) return
    this.#line.lost()
    this.#line.openLater()
  }
}
