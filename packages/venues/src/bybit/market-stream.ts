/** Market data: the listing and its marks are read whole, then streamed; after every loss both are done again. */
import type { Instrument } from '@parley/core'
import { createListing } from '../adapter/listing.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { VenueHealth, VenueListener } from '../venue-port.ts'
import { createMerge, type Frame } from './frames.ts'
import { FIRST_BACKOFF_MS, INSTRUMENT_ATTEMPTS, MAX_BACKOFF_MS, RELOAD_EVERY_MS } from './limits.ts'
import { loadInstruments, loadMarks } from './market-calls.ts'
import { positiveFromWire } from './numbers.ts'
import { INDEX_SYMBOLS } from './product-codes.ts'
import type { Rest } from './rest.ts'
import type { WebSocketClass } from './ticker-socket.ts'
import { createTickerSockets, type TickerSockets } from './ticker-sockets.ts'
import { markFromWire, SOCKET_NAMES } from './wire.ts'

export type StreamOptions = {
  readonly streamUrl: string
  readonly WebSocket: WebSocketClass
  readonly now: () => number
  readonly random: () => number
  readonly log: VenueLog
}

const topicOf = ({ name }: Instrument): string => `tickers.${name}`

export class MarketStream {
  readonly #options: StreamOptions
  readonly #rest: Rest
  readonly #listing = createListing()
  readonly #numbers = createNumbers()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  #merge = createMerge()
  #listener: VenueListener | undefined
  #state: VenueHealth['state'] = 'CONNECTING'
  #lastMessageAt: number | undefined
  #sockets: TickerSockets | undefined
  #failures = 0
  #reloadTimer: NodeJS.Timeout | undefined
  #reconnectTimer: NodeJS.Timeout | undefined

  constructor(options: StreamOptions, rest: Rest) {
    this.#options = options
    this.#rest = rest
  }

  health(): VenueHealth {
    return { state: this.#state, lastMessageAt: this.#lastMessageAt }
  }

  async instruments(): Promise<readonly Instrument[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const rows = await loadInstruments(this.#rest, this.#numbers)
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
    clearTimeout(this.#reloadTimer)
    clearTimeout(this.#reconnectTimer)
    this.#marks.close()
    this.#sockets?.close()
  }

  async #stream(): Promise<void> {
    this.#merge = createMerge()
    const sockets = createTickerSockets({
      ...this.#options,
      onTicker: (frame) => this.#receive(frame),
      onRefused: ({ message, topics }) =>
        this.#options.log('the venue refused a subscription', { message, count: topics.length, first: topics[0] }),
      onMessage: () => {
        this.#lastMessageAt = this.#options.now()
      },
      onClosed: () => this.#lost(sockets),
    })
    this.#sockets = sockets
    try {
      this.#takeIn(await loadInstruments(this.#rest, this.#numbers))
      await sockets.add(
        'linear',
        Object.keys(INDEX_SYMBOLS).map((symbol) => `tickers.${symbol}`),
      )
      await sockets.add('option', this.#listing.all().map(topicOf))
      for (const mark of await loadMarks(this.#rest, this.#listing.named)) this.#marks.add(mark)
      if (this.#sockets !== sockets || this.#state === 'CLOSED') return sockets.close()
      this.#failures = 0
      this.#lastMessageAt = this.#options.now()
      this.#become('CONNECTED')
      this.#reloadLater()
    } catch (error) {
      sockets.close()
      if (this.#state === 'CLOSED') return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      this.#lost(sockets)
    }
  }

  #lost(sockets: TickerSockets): void {
    if (this.#state === 'CLOSED' || this.#sockets !== sockets) return
    clearTimeout(this.#reloadTimer)
    this.#become('CONNECTING')
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

  #receive(frame: Extract<Frame, { kind: 'TICKER' }>): void {
    const currency = INDEX_SYMBOLS[frame.symbol]
    if (currency !== undefined) {
      const index = positiveFromWire(this.#merge(frame)?.['indexPrice'])
      if (index !== undefined) this.#listener?.onIndex(currency, index, frame.at)
      return
    }
    const id = this.#listing.named(frame.symbol)?.id
    const mark = id === undefined ? undefined : markFromWire(frame.data, SOCKET_NAMES, { id, at: frame.at })
    if (mark !== undefined) this.#marks.add(mark)
  }

  #reloadLater(): void {
    clearTimeout(this.#reloadTimer)
    this.#reloadTimer = setTimeout(() => void this.#reload(), this.#untilReloadMs())
    this.#reloadTimer.unref()
  }

  /** Also right after 08:00 UTC, when contracts expire and others are listed. */
  #untilReloadMs(): number {
    const sinceEight = (this.#options.now() - 8 * 3_600_000) % 86_400_000
    return Math.min(RELOAD_EVERY_MS, 86_400_000 - sinceEight + 1_000)
  }

  async #reload(): Promise<void> {
    const sockets = this.#sockets
    try {
      const changed = this.#takeIn(await loadInstruments(this.#rest, this.#numbers))
      const inState = (state: Instrument['state']) => changed.filter((row) => row.state === state)
      sockets?.remove(inState('EXPIRED').map(topicOf))
      await sockets?.add('option', inState('ACTIVE').map(topicOf))
      const isNew = new Map(inState('ACTIVE').map((row) => [row.name, row]))
      if (isNew.size > 0) for (const mark of await loadMarks(this.#rest, (name) => isNew.get(name))) this.#marks.add(mark)
    } catch (error) {
      // The listing is read again in a minute; the marks of what is listed go on.
      this.#options.log('the listing could not be reloaded', { reason: String(error) })
    }
    if (this.#state === 'CONNECTED') this.#reloadLater()
  }

  #takeIn(rows: readonly Instrument[]): readonly Instrument[] {
    const changed = this.#listing.takeIn(rows)
    if (changed.length > 0) this.#listener?.onInstruments(changed)
    return changed
  }
}

/** A number for each name, for as long as the adapter lives: not every row of the venue has one. */
function createNumbers(): (name: string) => number {
  const numbers = new Map<string, number>()
  return (name) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  }
}
