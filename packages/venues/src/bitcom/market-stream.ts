/** Market data: loads the listing over REST, subscribes to its tickers, asks for those that do not come, and does all of it again after every loss. */
import type { Instrument } from '@parley/core'
import { createListing } from '../adapter/listing.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { VenueHealth, VenueListener } from '../venue-port.ts'
import type { Api } from './api.ts'
import { FIRST_BACKOFF_MS, INSTRUMENT_ATTEMPTS, INSTRUMENTS_PER_SUBSCRIBE, MAX_BACKOFF_MS, RELIST_MS, REPAIR_AFTER_MS } from './limits.ts'
import { loadInstruments, loadTicker, type MarketPacer } from './market-calls.ts'
import { openMarketSocket, type MarketSocket, type MarketSocketOptions } from './market-socket.ts'
import { markFromWire, tickerIndex, tickerName } from './wire.ts'

export type StreamOptions = Omit<MarketSocketOptions, 'onTicker' | 'onMessage' | 'onClosed'> & {
  readonly random: () => number
  readonly log: VenueLog
}

export class MarketStream {
  readonly #api: Api
  readonly #options: StreamOptions
  readonly #pacer: MarketPacer
  readonly #listing = createListing()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  readonly #numbers = new Map<string, number>()
  readonly #indices = new Map<string, number>()
  /** Names whose ticker has come since the socket opened. */
  readonly #arrived = new Set<string>()
  #listener: VenueListener | undefined
  #state: VenueHealth['state'] = 'CONNECTING'
  #lastMessageAt: number | undefined
  #socket: MarketSocket | undefined
  #failures = 0
  #upkeepTimer: NodeJS.Timeout | undefined
  #reconnectTimer: NodeJS.Timeout | undefined

  constructor(api: Api, pacer: MarketPacer, options: StreamOptions) {
    this.#api = api
    this.#pacer = pacer
    this.#options = options
  }

  health(): VenueHealth {
    return { state: this.#state, lastMessageAt: this.#lastMessageAt }
  }

  async instruments(): Promise<readonly Instrument[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const rows = await this.#load()
        this.#listing.takeIn(rows)
        return rows
      } catch (error) {
        if (this.#state === 'CLOSED' || attempt >= INSTRUMENT_ATTEMPTS) throw error
        await new Promise((resolve) => setTimeout(resolve, this.#backoffMs(attempt)))
      }
    }
  }

  /** Resolves after the first attempt, whatever came of it: a venue that is down must not keep us from starting. */
  async connect(listener: VenueListener): Promise<void> {
    this.#listener = listener
    await this.#stream()
  }

  close(): void {
    this.#become('CLOSED')
    clearTimeout(this.#upkeepTimer)
    clearTimeout(this.#reconnectTimer)
    this.#marks.close()
    this.#socket?.close()
  }

  async #stream(): Promise<void> {
    let socket: MarketSocket | undefined
    try {
      this.#announce(this.#listing.takeIn(await this.#load()))
      socket = await openMarketSocket({
        ...this.#options,
        onTicker: (data) => this.#take(data),
        onMessage: () => {
          this.#lastMessageAt = this.#options.now()
        },
        onClosed: () => this.#lost(),
      })
      if (this.#isClosed()) return socket.close()
      this.#socket = socket
      this.#arrived.clear()
      await this.#ask(socket, 'subscribe', this.#listing.all())
      this.#failures = 0
      this.#become('CONNECTED')
      this.#upkeepLater(REPAIR_AFTER_MS)
    } catch (error) {
      if (this.#isClosed()) return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      if (socket === undefined) this.#reconnectLater()
      else socket.close()
    }
  }

  readonly #isClosed = (): boolean => this.#state === 'CLOSED'

  readonly #numberOf = (name: string): number => {
    const known = this.#numbers.get(name) ?? this.#numbers.size + 1
    this.#numbers.set(name, known)
    return known
  }

  #load(): Promise<readonly Instrument[]> {
    return loadInstruments(this.#api, this.#pacer, this.#numberOf)
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
      const inState = (state: Instrument['state']) => changed.filter((row) => row.state === state)
      await this.#ask(socket, 'subscribe', inState('ACTIVE'))
      await this.#ask(socket, 'unsubscribe', inState('EXPIRED'))
      const owed = this.#listing.all().filter(({ name }) => !this.#arrived.has(name))
      for (const instrument of owed) {
        if (this.#socket !== socket) return
        if (!this.#arrived.has(instrument.name)) this.#take(await loadTicker(this.#api, this.#pacer, instrument))
      }
    } catch (error) {
      if (!this.#isClosed()) this.#options.log('the listing could not be read again', { reason: String(error) })
    }
    if (this.#socket === socket) this.#upkeepLater(RELIST_MS)
  }

  #lost(): void {
    this.#socket = undefined
    clearTimeout(this.#upkeepTimer)
    if (this.#isClosed()) return
    this.#become('CONNECTING')
    this.#reconnectLater()
  }

  #reconnectLater(): void {
    if (this.#reconnectTimer !== undefined) return
    this.#failures += 1
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = undefined
      void this.#stream()
    }, this.#backoffMs(this.#failures))
  }

  /** Jittered, so that many who lost the venue at once do not return at once. */
  #backoffMs(attempt: number): number {
    return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + 0.5 * this.#options.random())
  }

  #become(state: VenueHealth['state']): void {
    if (this.#state === state) return
    this.#state = state
    this.#listener?.onHealth(this.health())
  }
}
