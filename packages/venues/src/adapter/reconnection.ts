/** Reconnects a market data stream after each loss, and reports its health. */
import type { VenueHealth } from '../port/venue-port.ts'

const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 15_000
/** With the back-off, about half a minute in all. */
const ATTEMPTS = 8
/** A round-trip time is reported if it differs from the last reported one by half of it, and by more than noise. */
const NOTABLE_FRACTION = 0.5
const NOTABLE_MS = 50

export type ReconnectionOptions = {
  readonly now: () => number
  readonly random: () => number
  readonly onHealth: (health: VenueHealth) => void
  /** Reopens the stream. */
  readonly open: () => void
}

export class Reconnection {
  readonly #options: ReconnectionOptions
  #state: VenueHealth['state'] = 'CONNECTING'
  #lastMessageAt: number | undefined
  #roundTripMs: number | undefined
  #announcedMs: number | undefined
  #pause: VenueHealth['pause']
  #failures = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: ReconnectionOptions) {
    this.#options = options
  }

  get health(): VenueHealth {
    return {
      state: this.#state,
      lastMessageAt: this.#lastMessageAt,
      ...(this.#roundTripMs === undefined ? {} : { roundTripMs: this.#roundTripMs }),
      ...(this.#pause === undefined ? {} : { pause: this.#pause }),
    }
  }

  get isConnected(): boolean {
    return this.#state === 'CONNECTED'
  }

  get isClosed(): boolean {
    return this.#state === 'CLOSED'
  }

  readonly received = (): void => {
    this.#lastMessageAt = this.#options.now()
  }

  /** A ping or a small call was answered. */
  readonly answered = (roundTripMs: number): void => {
    this.#roundTripMs = roundTripMs
    const before = this.#announcedMs
    const isNotable = before === undefined || Math.abs(roundTripMs - before) > Math.max(NOTABLE_MS, before * NOTABLE_FRACTION)
    if (this.isConnected && isNotable) this.#announce()
  }

  /** The venue is paused for this reason; undefined once it is open again. */
  readonly paused = (pause: VenueHealth['pause']): void => {
    if (this.#pause === pause || this.isClosed) return
    this.#pause = pause
    this.#announce()
  }

  connected(): void {
    this.#failures = 0
    this.#become('CONNECTED')
  }

  lost(): void {
    if (!this.isClosed) this.#become('CONNECTING')
  }

  close(): void {
    this.#become('CLOSED')
    clearTimeout(this.#timer)
  }

  openLater(): void {
    if (this.#timer !== undefined) return
    this.#failures += 1
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#options.open()
    }, this.#backoffMs(this.#failures))
  }

  /**
   * Makes up to eight attempts at a call that the venue may fail to answer. Throws the last failure, or the first one after the adapter was closed.
   */
  async persist<Value>(tried: () => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tried()
      } catch (error) {
        if (this.isClosed || attempt >= ATTEMPTS) throw error
        await new Promise((resolve) => setTimeout(resolve, this.#backoffMs(attempt)))
      }
    }
  }

  /** Jittered, so that many clients that lost the venue together do not return at the same moment. */
  #backoffMs(attempt: number): number {
    return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + 0.5 * this.#options.random())
  }

  #become(state: VenueHealth['state']): void {
    if (this.#state === state) return
    this.#state = state
    this.#announce()
  }

  #announce(): void {
    this.#announcedMs = this.#roundTripMs
    this.#options.onHealth(this.health)
  }
}
