/** The market data connection: loads the listing, subscribes to it, and does both again after every loss. */
import type { Instrument } from '@parley/core'
import type { VenueHealth, VenueListener } from '../port/venue-port.ts'
import { HEARTBEAT_S, RELOAD_AFTER_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import { createListing } from '../adapter/listing.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import { createPauses, settlesAtEight, type Pause, type Pauses } from '../adapter/pauses.ts'
import { Reconnection } from '../adapter/reconnection.ts'
import { loadInstruments, loadStatus, STANDING_CHANNELS, subscribe, tickerChannel, unsubscribe } from './market-calls.ts'
import { createDeribitPacer, type DeribitPacer } from './paces.ts'
import { openRpc, type Rpc, type RpcOptions } from './rpc.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import { createLocks, type Locks } from './locks.ts'
import { indexFromWire, listingFromWire, markFromWire } from './wire.ts'

export type ConnectionOptions = Omit<RpcOptions, 'onNotification' | 'onMessage' | 'onRoundTrip' | 'onClosed'> & {
  readonly random: () => number
  readonly log: VenueLog
}

export class MarketStream {
  readonly #options: ConnectionOptions
  readonly #pacer: DeribitPacer
  readonly #listing = createListing()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  readonly #line: Reconnection
  readonly #pauses: Pauses
  readonly #locks: Locks = createLocks()
  #listener: VenueListener | undefined
  #rpc: Rpc | undefined
  #opening: Promise<Rpc> | undefined
  #reloadTimer: NodeJS.Timeout | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#line = new Reconnection({
      ...options,
      onHealth: (health) => this.#listener?.onHealth(health),
      open: () => void this.#stream(),
    })
    this.#pauses = createPauses({ now: options.now, planned: settlesAtEight(SETTLEMENT_PAUSE_MS), onPause: this.#line.paused })
    this.#pacer = createDeribitPacer(options.now)
  }

  /** An account's call was refused for this reason. */
  readonly refused = (pause: Pause): void => this.#pauses.refused(pause)

  health(): VenueHealth {
    return this.#line.health
  }

  async instruments(): Promise<readonly Instrument[]> {
    const rows = await this.#line.persist(async () => loadInstruments(await this.#open(), this.#pacer))
    this.#listing.takeIn(rows)
    return rows
  }

  /** Resolves after the first attempt, whatever came of it: a venue that is down must not keep us from starting. */
  async connect(listener: VenueListener): Promise<void> {
    this.#listener = listener
    this.#pauses.watch()
    await this.#stream()
  }

  async close(): Promise<void> {
    this.#line.close()
    this.#pauses.close()
    clearTimeout(this.#reloadTimer)
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
      // Only changes come by the channel: how it stands now has to be asked.
      this.#pauses.said(this.#locks.status(await loadStatus(rpc, this.#pacer)))
      await subscribe(rpc, this.#pacer, this.#listing.all().map(tickerChannel), this.#options.log)
      this.#line.connected()
    } catch (error) {
      const isSuperseded = rpc !== undefined && this.#rpc !== undefined && this.#rpc !== rpc
      if (this.#line.isClosed || isSuperseded) return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      rpc?.close()
      this.#line.openLater()
    }
  }

  /** One socket, however many ask for it at once. */
  #open(): Promise<Rpc> {
    if (this.#line.isClosed) return Promise.reject(new Error('the venue adapter is closed'))
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
      onMessage: this.#line.received,
      onRoundTrip: this.#line.answered,
      onClosed: () => this.#lost(),
    })
    this.#rpc = rpc
    return rpc
  }

  #lost(): void {
    this.#rpc = undefined
    if (this.#line.isClosed) return
    this.#line.lost()
    if (this.#listener !== undefined) this.#line.openLater()
  }

  #receive(channel: string, data: unknown): void {
    if (channel.startsWith('ticker.')) {
      const instrument = this.#listing.named(channel.split('.')[1] ?? '')
      const mark = instrument === undefined ? undefined : markFromWire(data, instrument.id)
      if (mark !== undefined) this.#marks.add(mark)
    } else if (channel.startsWith('deribit_price_index.')) {
      const index = indexFromWire(data)
      if (index !== undefined) this.#listener?.onIndex(index.baseCurrency, index.price, index.at)
    } else if (channel === 'platform_state') {
      this.#pauses.said(this.#locks.changed(data))
      void this.#askStatus()
    } else if (channel.startsWith('instrument.state.') && listingFromWire(data) !== undefined) {
      this.#reloadTimer ??= setTimeout(() => void this.#reload(), RELOAD_AFTER_MS)
    }
  }

  /** A change speaks of one thing alone; the venue's own answer says how all of it stands. */
  async #askStatus(): Promise<void> {
    const status = this.#rpc && (await loadStatus(this.#rpc, this.#pacer).catch(() => undefined))
    if (status !== undefined) this.#pauses.said(this.#locks.status(status))
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
