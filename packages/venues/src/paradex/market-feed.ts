/** The events of watched markets over one socket: order books, which are built and repaired, trades, summaries and funding. */
import type { MarketListener } from '../port/perpetuals-port.ts'
import { bookOf, nextBook, type BookState } from './book.ts'
import { BOOK_DEPTH, BOOK_REPAIRS, FIRST_REPAIR_MS, MAX_REPAIR_MS } from './limits.ts'
import { createSocketConnection, type SocketConnection, type SocketConnectionOptions } from './socket-connection.ts'
import { fundingFromWire, summaryFromWire, tradeFromWire } from './market-wire.ts'
import { RefusedRequest, type VenueSocket } from './socket.ts'

type Watch = {
  readonly market: string
  readonly listeners: Set<MarketListener>
  book: BookState | undefined
  /** Starts with updates. If a stream keeps leaving gaps, it is replaced by the channel with whole books, which has none. */
  feed: 'deltas' | 'snapshot'
  repairs: number
  repair: NodeJS.Timeout | undefined
}

const bookChannel = ({ market, feed }: Watch): string => `order_book.${market}.${feed}@${BOOK_DEPTH}@100ms`
const channelsOf = (watch: Watch): readonly string[] => [
  bookChannel(watch),
  ...['trades', 'markets_summary', 'funding_data'].map((name) => `${name}.${watch.market}`),
]

export class MarketFeed {
  readonly #options: SocketConnectionOptions
  readonly #watches = new Map<string, Watch>()
  #connection: SocketConnection | undefined

  constructor(options: SocketConnectionOptions) {
    this.#options = options
  }

  watch(market: string, listener: MarketListener): () => void {
    const known = this.#watches.get(market)
    if (known === undefined) this.#begin(market, listener)
    else {
      known.listeners.add(listener)
      if (known.book !== undefined) listener.onBook(bookOf(market, known.book))
    }
    return () => this.#leave(market, listener)
  }

  close(): void {
    for (const { repair } of this.#watches.values()) clearTimeout(repair)
    this.#watches.clear()
    this.#connection?.close()
    this.#connection = undefined
  }

  #begin(market: string, listener: MarketListener): void {
    const watch: Watch = { market, listeners: new Set([listener]), book: undefined, feed: 'deltas', repairs: 0, repair: undefined }
    this.#watches.set(market, watch)
    const socket = this.#connection?.socket
    if (socket !== undefined) return void this.#subscribe(socket, watch).catch(() => this.#connection?.reopen())
    if (this.#connection !== undefined) return
    this.#connection = createSocketConnection(this.#options, {
      prepare: async (opened) => void (await Promise.all([...this.#watches.values()].map((one) => this.#subscribe(opened, one)))),
      onEvent: (channel, data) => this.#receive(channel, data),
      onHealth: ({ state }) => {
        if (state !== 'CONNECTED') for (const one of this.#watches.values()) this.#lose(one, 'the connection to the venue was lost')
      },
    })
    void this.#connection.open()
  }

  #leave(market: string, listener: MarketListener): void {
    const watch = this.#watches.get(market)
    watch?.listeners.delete(listener)
    if (watch === undefined || watch.listeners.size > 0) return
    clearTimeout(watch.repair)
    this.#watches.delete(market)
    if (this.#watches.size === 0) return this.close()
    for (const channel of channelsOf(watch)) this.#connection?.socket?.request('unsubscribe', { channel }).catch(() => undefined)
  }

  /** A market that the venue does not list, or no longer lists, has no stream. The streams of the others continue. */
  async #subscribe(socket: VenueSocket, watch: Watch): Promise<void> {
    await Promise.all(channelsOf(watch).map((channel) => this.#subscribeTo(socket, watch, channel)))
  }

  async #subscribeTo(socket: VenueSocket, watch: Watch, channel: string): Promise<void> {
    try {
      await socket.request('subscribe', { channel })
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error
      this.#options.log('the venue refused a subscription', { channel, reason: error.message })
      if (channel === bookChannel(watch)) this.#lose(watch, `the venue has no book of ${watch.market}: ${error.message}`)
    }
  }

  #receive(channel: string, data: unknown): void {
    const [name = '', market = ''] = channel.split('.')
    const watch = this.#watches.get(market)
    if (watch === undefined) return
    switch (name) {
      case 'order_book':
        // Frames of the feed that was just left may still arrive.
        return channel === bookChannel(watch) ? this.#receiveBook(watch, data) : undefined
      case 'trades':
        return this.#pass(watch, tradeFromWire(data), (listener, trade) => listener.onTrade(trade))
      case 'markets_summary':
        return this.#pass(watch, summaryFromWire(data), (listener, summary) => listener.onSummary(summary))
      case 'funding_data':
        return this.#pass(watch, fundingFromWire(data), (listener, rate) => listener.onFunding(rate))
    }
  }

  #pass<Value>({ listeners }: Watch, value: Value | undefined, pass: (listener: MarketListener, value: Value) => void): void {
    if (value !== undefined) for (const listener of listeners) pass(listener, value)
  }

  #receiveBook(watch: Watch, data: unknown): void {
    if (watch.repair !== undefined) return
    const step = nextBook(watch.book, data)
    if (step.kind === 'SAME') return
    if (step.kind === 'BROKEN') return this.#repairLater(watch, step.reason)
    watch.book = step.state
    this.#pass(watch, bookOf(watch.market, step.state), (listener, book) => listener.onBook(book))
  }

  #lose(watch: Watch, reason: string): void {
    clearTimeout(watch.repair)
    watch.repair = undefined
    watch.book = undefined
    for (const listener of watch.listeners) listener.onBookLost(reason)
  }

  /** A new subscription begins with the whole book. */
  #repairLater(watch: Watch, reason: string): void {
    this.#lose(watch, reason)
    const delayMs = Math.min(MAX_REPAIR_MS, FIRST_REPAIR_MS * 2 ** watch.repairs)
    watch.repairs += 1
    watch.repair = setTimeout(() => void this.#repair(watch), delayMs)
  }

  async #repair(watch: Watch): Promise<void> {
    const socket = this.#connection?.socket
    const left = bookChannel(watch)
    if (watch.repairs > BOOK_REPAIRS) watch.feed = 'snapshot'
    try {
      await socket?.request('unsubscribe', { channel: left })
      watch.repair = undefined
      // By this time, the last watcher may have left.
      if (socket !== undefined && this.#watches.get(watch.market) === watch) await this.#subscribeTo(socket, watch, bookChannel(watch))
    } catch (error) {
      this.#options.log('the book of a market could not be repaired', { market: watch.market, reason: String(error) })
      watch.repair = undefined
      if (this.#connection?.socket === socket) this.#connection?.reopen()
    }
  }
}
