/** Market data of a venue: its instruments, marks, indices and health, over a connection that reconnects. Each venue adds its own calls. */
import type { Instrument, Mark } from '@parley/core'
import type { Contract } from '../port/venue-answers.ts'
import type { VenueHealth, VenueListener } from '../port/venue-port.ts'
import { Connection, type Closable, type ConnectionEvents } from './connection.ts'
import { createListing } from './listing.ts'
import { createMarkBatches } from './mark-batches.ts'
import { createPauses, settlesAtEight, type Pause, type Pauses } from './pauses.ts'
import type { VenueLog } from './venue-log.ts'

export type Changes<Listed> = { readonly added: readonly Listed[]; readonly expired: readonly Listed[] }

/** A venue's own calls, in the order in which they are made after each opening. */
export type MarketCalls<Socket extends Closable, Listed extends Contract> = {
  open(events: ConnectionEvents): Promise<Socket>
  /** Loads the whole listing. `received` is called for each part of it that has arrived. */
  load(received?: () => void): Promise<readonly Listed[]>
  /** Subscribes to the marks of the listed instruments, and reads those that are not pushed. */
  subscribe(socket: Socket): Promise<void>
  readPause(socket: Socket): Promise<Pause | undefined>
  /** Applies the changes that a reload has found, and repairs what is missing. */
  follow(socket: Socket, changes: Changes<Listed>): Promise<void>
  /** When to reload the listing. Absent for a venue that announces changes and calls `reloadAfter`. */
  nextReloadMs?(after: 'OPENING' | 'RELOAD'): number
}

export type StreamOptions = {
  readonly now: () => number
  readonly random: () => number
  readonly log: VenueLog
  /** How long the venue is assumed to be settling from 08:00 UTC. */
  readonly settlementPauseMs: number
}

export class MarketStream<Socket extends Closable, Listed extends Contract = Instrument> {
  readonly #options: StreamOptions
  readonly #calls: MarketCalls<Socket, Listed>
  readonly #connection: Connection<Socket>
  readonly #pauses: Pauses
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  readonly #indices = new Map<string, number>()
  readonly listing = createListing<Listed>()
  #listener: VenueListener<Listed> | undefined
  #reloadTimer: NodeJS.Timeout | undefined

  constructor(options: StreamOptions, calls: MarketCalls<Socket, Listed>) {
    this.#options = options
    this.#calls = calls
    this.#connection = new Connection<Socket>({
      ...options,
      open: (events) => calls.open(events),
      prepare: (socket) => this.#prepare(socket),
      onHealth: (health) => this.#listener?.onHealth(health),
    })
    const { paused } = this.#connection.reconnection
    this.#pauses = createPauses({ now: options.now, planned: settlesAtEight(options.settlementPauseMs), onPause: paused })
  }

  health(): VenueHealth {
    return this.#connection.reconnection.health
  }

  async instruments(): Promise<readonly Listed[]> {
    const rows = await this.#connection.reconnection.persist(() => this.#calls.load(this.#connection.reconnection.received))
    this.listing.takeIn(rows)
    return rows
  }

  /** Resolves after the first attempt, even if it failed: a venue that is down must not keep the server from starting. */
  async connect(listener: VenueListener<Listed>): Promise<void> {
    this.#listener = listener
    this.#pauses.watch()
    await this.#connection.open()
  }

  close(): void {
    this.#connection.close()
    this.#pauses.close()
    clearTimeout(this.#reloadTimer)
    this.#marks.close()
  }

  /** The open socket, or a new one. */
  readonly socket = (): Promise<Socket> => this.#connection.ensure()

  isOpen(socket: Socket): boolean {
    return this.#connection.socket === socket
  }

  /** The venue refused a call of an account for this reason. */
  readonly refused = (pause: Pause): void => this.#pauses.refused(pause)

  /** The venue has announced that it is locked, or open again. */
  readonly paused = (pause: Pause | undefined): void => this.#pauses.said(pause)

  takeMark(mark: Mark | undefined): void {
    if (mark !== undefined) this.#marks.add(mark)
  }

  index(baseCurrency: string): number | undefined {
    return this.#indices.get(baseCurrency)
  }

  takeIndex(baseCurrency: string, price: number | undefined, at: number): void {
    if (price === undefined) return
    this.#indices.set(baseCurrency, price)
    this.#listener?.onIndex(baseCurrency, price, at)
  }

  /** For venues that repeat the index price in every ticker. */
  takeNewIndex(baseCurrency: string, price: number | undefined, at: number): void {
    if (price !== this.#indices.get(baseCurrency)) this.takeIndex(baseCurrency, price, at)
  }

  /** Reloads the listing once, however many changes the venue announces before that. */
  reloadAfter(ms: number): void {
    this.#reloadTimer ??= setTimeout(() => {
      this.#reloadTimer = undefined
      void this.#reload()
    }, ms)
  }

  async #prepare(socket: Socket): Promise<void> {
    this.#takeIn(await this.#calls.load())
    await this.#calls.subscribe(socket)
    this.#pauses.said(await this.#calls.readPause(socket))
    this.#connection.reconnection.received()
    if (!this.isOpen(socket) || this.#calls.nextReloadMs === undefined) return
    clearTimeout(this.#reloadTimer)
    this.#reloadTimer = undefined
    this.reloadAfter(this.#calls.nextReloadMs('OPENING'))
  }

  #takeIn(rows: readonly Listed[]): readonly Listed[] {
    const changed = this.listing.takeIn(rows)
    if (changed.length > 0) this.#listener?.onInstruments(changed)
    return changed
  }

  async #reload(): Promise<void> {
    const { socket } = this.#connection
    // Without a socket, the next connection loads the listing.
    if (socket === undefined) return
    try {
      const changed = this.#takeIn(await this.#calls.load())
      const inState = (state: Listed['state']): readonly Listed[] => changed.filter((row) => row.state === state)
      await this.#calls.follow(socket, { added: inState('ACTIVE'), expired: inState('EXPIRED') })
      this.#pauses.said(await this.#calls.readPause(socket))
    } catch (error) {
      if (this.#connection.reconnection.isClosed) return
      this.#options.log('the listing could not be reloaded', { reason: String(error) })
      // No later reload would repair a failed one, so reconnect: the next connection loads everything.
      if (this.#calls.nextReloadMs === undefined) socket.close()
    }
    if (this.#calls.nextReloadMs !== undefined && this.isOpen(socket)) this.reloadAfter(this.#calls.nextReloadMs('RELOAD'))
  }
}
