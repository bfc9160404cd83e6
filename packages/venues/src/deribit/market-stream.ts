/** The market data connection: loads the listing, subscribes to it, and does both again after every loss. */
import type { Instrument } from '@parley/core'
import type { VenueHealth, VenueListener } from '../venue-port.ts'
import { FIRST_BACKOFF_MS, HEARTBEAT_S, INSTRUMENT_ATTEMPTS, MAX_BACKOFF_MS, RELOAD_AFTER_MS } from './limits.ts'
import { createListing } from '../adapter/listing.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import { loadInstruments, STANDING_CHANNELS, subscribe, tickerChannel, unsubscribe } from './market-calls.ts'
import { createDeribitPacer, type DeribitPacer } from './paces.ts'
import { openRpc, type Rpc, type RpcOptions } from './rpc.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import { indexFromWire, listingFromWire, markFromWire } from './wire.ts'

export type ConnectionOptions = Omit<RpcOptions, 'onNotification' | 'onMessage' | 'onClosed'> & {
  readonly random: () => number
  readonly log: VenueLog
}

export class MarketStream {
  readonly #options: ConnectionOptions
  readonly #pacer: DeribitPacer
  readonly #listing = createListing()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  #listener: VenueListener | undefined
  #state: VenueHealth['state'] = 'CONNECTING'
  #lastMessageAt: number | undefined
  #rpc: Rpc | undefined
  #opening: Promise<Rpc> | undefined
  #failures = 0
  #reloadTimer: NodeJS.Timeout | undefined
  #reconnectTimer: NodeJS.Timeout | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#pacer = createDeribitPacer(options.now)
  }

  health(): VenueHealth {
    return { state: this.#state, lastMessageAt: this.#lastMessageAt }
  }

  async instruments(): Promise<readonly Instrument[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const rows = await loadInstruments(await this.#open(), this.#pacer)
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

  async close(): Promise<void> {
    this.#become('CLOSED')
    clearTimeout(this.#reloadTimer)
    clearTimeout(this.#reconnectTimer)
    this.#marks.close()
    await this.#opening?.catch(() => undefined)
    this.#rpc?.close()
  }

  async #stream(): Promise<void> {
    let rpc: Rpc | undefined
    try {
      rpc = await this.#open()
      await rpc.call('public/hello', { client_name: 'parley', client_version: '1' })
      await rpc.call('public/set_heartbeat', { interval: HEARTBEAT_S })
      const changed = this.#listing.takeIn(await loadInstruments(rpc, this.#pacer))
      if (changed.length > 0) this.#listener?.onInstruments(changed)
      await subscribe(rpc, this.#pacer, STANDING_CHANNELS, this.#options.log)
      await subscribe(rpc, this.#pacer, this.#listing.all().map(tickerChannel), this.#options.log)
      this.#failures = 0
      this.#become('CONNECTED')
    } catch (error) {
      const isSuperseded = rpc !== undefined && this.#rpc !== undefined && this.#rpc !== rpc
      if (this.#state === 'CLOSED' || isSuperseded) return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      rpc?.close()
      this.#reconnectLater()
    }
  }

  /** One socket, however many ask for it at once. */
  #open(): Promise<Rpc> {
    if (this.#state === 'CLOSED') return Promise.reject(new Error('the venue adapter is closed'))
    if (this.#rpc !== undefined) return Promise.resolve(this.#rpc)
    this.#opening ??= this.#openAnew().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #openAnew(): Promise<Rpc> {
    const rpc = await openRpc({
      ...this.#options,
      onNotification: (channel, data) => this.#receive(channel, data),
      onMessage: () => {
        this.#lastMessageAt = this.#options.now()
      },
      onClosed: () => this.#lost(),
    })
    this.#rpc = rpc
    return rpc
  }

  #lost(): void {
    this.#rpc = undefined
    if (this.#state === 'CLOSED') return
    this.#become('CONNECTING')
    if (this.#listener !== undefined) this.#reconnectLater()
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

  #receive(channel: string, data: unknown): void {
    if (channel.startsWith('ticker.')) {
      const instrument = this.#listing.named(channel.split('.')[1] ?? '')
      const mark = instrument === undefined ? undefined : markFromWire(data, instrument.id)
      if (mark !== undefined) this.#marks.add(mark)
    } else if (channel.startsWith('deribit_price_index.')) {
      const index = indexFromWire(data)
      if (index !== undefined) this.#listener?.onIndex(index.baseCurrency, index.price, index.at)
    } else if (channel.startsWith('instrument.state.') && listingFromWire(data) !== undefined) {
      this.#reloadTimer ??= setTimeout(() => void this.#reload(), RELOAD_AFTER_MS)
    }
  }

  async #reload(): Promise<void> {
    this.#reloadTimer = undefined
    const rpc = this.#rpc
    if (rpc === undefined) return
    try {
      const changed = this.#listing.takeIn(await loadInstruments(rpc, this.#pacer))
      if (changed.length > 0) this.#listener?.onInstruments(changed)
      const inState = (state: Instrument['state']) => changed.filter((row) => row.state === state).map(tickerChannel)
      await subscribe(rpc, this.#pacer, inState('ACTIVE'), this.#options.log)
      await unsubscribe(rpc, this.#pacer, inState('EXPIRED'))
    } catch (error) {
      this.#options.log('the listing could not be reloaded', { reason: String(error) })
      rpc.close()
    }
  }
}
