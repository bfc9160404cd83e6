/** Market data: the listing and its marks are read whole, then streamed; after every loss both are done again. */
import type { Instrument, Mark } from '@parley/core'
import { createListing } from '../adapter/listing.ts'
import { createNumbers } from '../adapter/instrument-numbers.ts'
import { createMarkBatches } from '../adapter/mark-batches.ts'
import { createPauses, settlesAtEight, type Pauses } from '../adapter/pauses.ts'
import { Reconnection } from '../adapter/reconnection.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import type { WebSocketClass } from '../adapter/watched-socket.ts'
import type { VenueHealth, VenueListener } from '../port/venue-port.ts'
import { createMerge, type Frame } from './frames.ts'
import { RELOAD_EVERY_MS, SETTLEMENT_PAUSE_MS } from './limits.ts'
import { loadListing, loadMarks, loadPause, type PriceLimits } from './market-calls.ts'
import { positiveFromWire } from '../adapter/decimal-texts.ts'
import { INDEX_SYMBOLS, LINEAR_INDEX_SYMBOLS } from './product-codes.ts'
import type { Rest } from './rest.ts'
import { createTickerSockets, type Category, type TickerSockets } from './ticker-sockets.ts'
import { futureMarkFromWire, markFromWire, SOCKET_NAMES } from './wire.ts'

export type StreamOptions = {
  readonly streamUrl: string
  readonly WebSocket: WebSocketClass
  readonly now: () => number
  readonly random: () => number
  readonly log: VenueLog
}

const topicOf = ({ name }: Instrument): string => `tickers.${name}`
const categoryOf = ({ kind, marginKind }: Instrument): Category =>
  kind === 'OPTION' ? 'option' : marginKind === 'LINEAR' ? 'linear' : 'inverse'

/** The perpetuals that bring an index are subscribed to already, whether we trade them or not. */
async function subscribe(sockets: TickerSockets, instruments: readonly Instrument[]): Promise<void> {
  const added = instruments.filter(({ name }) => LINEAR_INDEX_SYMBOLS[name] === undefined)
  for (const category of ['linear', 'inverse', 'option'] as const)
    await sockets.add(category, added.filter((row) => categoryOf(row) === category).map(topicOf)) // prettier-ignore
}

export class MarketStream {
  readonly #options: StreamOptions
  readonly #rest: Rest
  readonly #listing = createListing()
  readonly #numbers = createNumbers()
  readonly #marks = createMarkBatches((marks) => this.#listener?.onMarks(marks))
  #merge = createMerge()
  #priceLimits: PriceLimits = new Map()
  readonly #line: Reconnection
  readonly #pauses: Pauses
  #listener: VenueListener | undefined
  #sockets: TickerSockets | undefined
  #reloadTimer: NodeJS.Timeout | undefined

  constructor(options: StreamOptions, rest: Rest) {
    this.#options = options
    this.#line = new Reconnection({
      ...options,
      onHealth: (health) => this.#listener?.onHealth(health),
      open: () => void this.#stream(),
    })
    this.#pauses = createPauses({ now: options.now, planned: settlesAtEight(SETTLEMENT_PAUSE_MS), onPause: this.#line.paused })
    this.#rest = rest
  }

  health(): VenueHealth {
    return this.#line.health
  }

  async instruments(): Promise<readonly Instrument[]> {
    const rows = await this.#line.persist(async () => this.#load())
    this.#listing.takeIn(rows)
    return rows
  }

  async #load(): Promise<readonly Instrument[]> {
    const { instruments, priceLimits } = await loadListing(this.#rest, this.#numbers)
    this.#priceLimits = priceLimits
    return instruments
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
    clearTimeout(this.#reloadTimer)
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
      onMessage: this.#line.received,
      onRoundTrip: this.#line.answered,
      onClosed: () => this.#lost(sockets),
    })
    this.#sockets = sockets
    try {
      this.#takeIn(await this.#load())
      await sockets.add(
        'linear',
        Object.keys(LINEAR_INDEX_SYMBOLS).map((symbol) => `tickers.${symbol}`),
      )
      await subscribe(sockets, this.#listing.all())
      for (const mark of await loadMarks(this.#rest, this.#listing.named, this.#priceLimits)) this.#marks.add(mark)
      this.#pauses.said(await loadPause(this.#rest))
      if (this.#sockets !== sockets || this.#line.isClosed) return sockets.close()
      this.#line.received()
      this.#line.connected()
      this.#reloadLater()
    } catch (error) {
      sockets.close()
      if (this.#line.isClosed) return
      this.#options.log('the venue could not be reached', { reason: String(error) })
      this.#lost(sockets)
    }
  }

  #lost(sockets: TickerSockets): void {
    if (this.#line.isClosed || this.#sockets !== sockets) return
    clearTimeout(this.#reloadTimer)
    this.#line.lost()
    this.#line.openLater()
  }

  #receive(frame: Extract<Frame, { kind: 'TICKER' }>): void {
    const instrument = this.#listing.named(frame.symbol)
    const currency = INDEX_SYMBOLS[frame.symbol]
    if (instrument?.kind === 'OPTION') return this.#take(markFromWire(frame.data, SOCKET_NAMES, { id: instrument.id, at: frame.at }))
    if (instrument === undefined && currency === undefined) return
    // Options come whole each time, futures as changes of what was sent before.
    const ticker = this.#merge(frame)
    if (ticker === undefined) return
    const index = currency === undefined ? undefined : positiveFromWire(ticker['indexPrice'])
    if (currency !== undefined && index !== undefined) this.#listener?.onIndex(currency, index, frame.at)
    if (instrument === undefined) return
    const priceLimit = this.#priceLimits.get(instrument.name)
    this.#take(futureMarkFromWire(ticker, { id: instrument.id, at: frame.at, priceLimit }))
  }

  #take(mark: Mark | undefined): void {
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
      const changed = this.#takeIn(await this.#load())
      this.#pauses.said(await loadPause(this.#rest))
      const inState = (state: Instrument['state']) => changed.filter((row) => row.state === state)
      sockets?.remove(inState('EXPIRED').map(topicOf))
      if (sockets !== undefined) await subscribe(sockets, inState('ACTIVE'))
      const isNew = new Map(inState('ACTIVE').map((row) => [row.name, row]))
      if (isNew.size > 0)
        for (const mark of await loadMarks(this.#rest, (name) => isNew.get(name), this.#priceLimits)) this.#marks.add(mark)
    } catch (error) {
      // The listing is read again in a minute; the marks of what is listed go on.
      this.#options.log('the listing could not be reloaded', { reason: String(error) })
    }
    if (this.#line.isConnected) this.#reloadLater()
  }

  #takeIn(rows: readonly Instrument[]): readonly Instrument[] {
    const changed = this.#listing.takeIn(rows)
    if (changed.length > 0) this.#listener?.onInstruments(changed)
    return changed
  }
}
