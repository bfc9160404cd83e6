/** The venue's socket: JSON-RPC, public and private channels, and cancellation of orders when the connection closes. */
import type { WebSocket } from 'ws'
import type { Faults } from '../exchange/faults.ts'
import type { Holder } from './accounts.ts'
import { changedBook, shownBook, wholeBook, type ShownBook } from './book-view.ts'
import type { OrderBook } from './order-book.ts'
import { MAX_CHANNELS_PER_SOCKET, MAX_UNSENT_BYTES, PING_MS } from './limits.ts'
import { objectOf, type Params } from './refusal.ts'

export type FeedWorld = {
  readonly faults: Faults
  readonly now: () => number
  identify(token: string): Holder
  book(market: string): OrderBook
  isListed(market: string): boolean
  /** Cancels all orders of an account whose connection is gone. */
  onGone(holder: Holder): void
}

type Connection = { readonly socket: WebSocket; readonly channels: Set<string>; holder: Holder | undefined; cancels: boolean }
type Fault = { readonly code: number; readonly message: string }

const PUBLIC =
  /^(trades|bbo|funding_data|markets_summary)\.([A-Z0-9-]+)$|^markets_summary$|^order_book\.([A-Z0-9-]+)\.(snapshot|deltas)@15@(50|100)ms$/
const bookChannels = (market: string): readonly string[] =>
  ['deltas@15@50ms', 'snapshot@15@50ms', 'deltas@15@100ms', 'snapshot@15@100ms'].map((kind) => `order_book.${market}.${kind}`)
const PRIVATE = /^(orders|fills|funding_payments)\.([A-Z0-9-]+)$|^(positions|account)$/

export class ParadexFeed {
  readonly #world: FeedWorld
  readonly #connections = new Set<Connection>()
  readonly #books = new Map<string, ShownBook>()
  /** Markets whose book has changed since it was last sent. */
  readonly #stale = new Set<string>()
  readonly #pinging: NodeJS.Timeout

  constructor(world: FeedWorld) {
    this.#world = world
    this.#pinging = setInterval(() => this.#connections.forEach(({ socket }) => socket.ping()), PING_MS)
  }

  readonly accept = (socket: WebSocket): void => {
    const connection: Connection = { socket, channels: new Set(), holder: undefined, cancels: false }
    this.#connections.add(connection)
    socket.on('message', (data) => this.#receive(connection, data.toString()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#connections.delete(connection)
      if (connection.cancels && connection.holder !== undefined) this.#world.onGone(connection.holder)
    })
  }

  /** Whether any of them has a subscriber. */
  isSubscribed(...channels: readonly string[]): boolean {
    return [...this.#connections].some((connection) => channels.some((channel) => connection.channels.has(channel)))
  }

  /** Sends to all subscribers of the channel; for a private channel, to the connections of the account. */
  publish(channel: string, data: object, address?: string): void {
    for (const connection of this.#connections)
      if (connection.channels.has(channel) && (address === undefined || connection.holder?.address === address))
        this.#event(connection, channel, data)
  }

  /** The two channels `orders.BTC-USD-PERP` and `orders.ALL`. */
  publishTo(address: string, name: string, market: string, data: object): void {
    for (const each of [market, 'ALL']) this.publish(`${name}.${each}`, data, address)
  }

  publishBook(market: string): void {
    // Without subscribers, the book is built only on request.
    if (!this.isSubscribed(...bookChannels(market))) return void this.#stale.add(market)
    const before = this.shown(market)
    const after = shownBook(this.#world.book(market), before.sequence + 1, this.#world.now())
    const change = changedBook(market, before, after)
    if (change === undefined) return
    this.#books.set(market, after)
    for (const channel of bookChannels(market))
      if (this.isSubscribed(channel)) this.publish(channel, channel.includes('.deltas@') ? change : wholeBook(market, after))
  }

  shown(market: string): ShownBook {
    const known = this.#books.get(market)
    const isStale = this.#stale.delete(market)
    if (known !== undefined && !isStale) return known
    const book = shownBook(this.#world.book(market), (known?.sequence ?? 0) + 1, this.#world.now())
    this.#books.set(market, book)
    return book
  }

  close(): void {
    clearInterval(this.#pinging)
  }

  /** A frame may be lost on its way, or arrive twice. */
  #event(connection: Connection, channel: string, data: object): void {
    const fault = this.#world.faults.draw(`push/${channel.split('.')[0]}`)
    if (fault?.kind === 'LOSE_ANSWER') return
    const frame = { jsonrpc: '2.0', method: 'subscription', params: { channel, data } }
    this.#send(connection, frame)
    if (fault?.kind === 'ANSWER_TWICE') this.#send(connection, frame)
  }

  #send({ socket }: Connection, frame: object): void {
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
  }

  #receive(connection: Connection, text: string): void {
    const at = this.#world.now() * 1_000
    const request = parse(text)
    const id = request?.['id']
    const times = { usIn: at, usOut: at, usDiff: 0 }
    const fail = ({ code, message }: Fault): void =>
      this.#send(connection, { jsonrpc: '2.0', ...times, error: { code, message }, id: id ?? null })
    if (request === undefined) return fail({ code: -32700, message: 'Parse error' })
    if (request['jsonrpc'] !== '2.0' || typeof request['method'] !== 'string') return fail({ code: -32600, message: 'Invalid request' })
    const { method } = request as { readonly method: string }
    const fault = this.#world.faults.draw(method)
    if (fault?.kind === 'DISCONNECT_BEFORE') return connection.socket.terminate()
    if (fault?.kind === 'REJECT') return fail(fault)
    const answer = this.#answer(connection, method, objectOf(request['params']) ?? {})
    if (fault?.kind === 'DISCONNECT_AFTER') return connection.socket.terminate()
    if (fault?.kind === 'LOSE_ANSWER') return
    if (isFault(answer)) return fail(answer)
    this.#send(connection, { jsonrpc: '2.0', result: answer.result, ...times, id })
    answer.then?.()
  }

  #answer(connection: Connection, method: string, params: Params): Fault | { readonly result: object; then?(): void } {
    const channel = String(params['channel'])
    switch (method) {
      case 'auth':
        return this.#authenticate(connection, params['bearer'])
      case 'subscribe': {
        const fault = this.#faultOf(connection, channel)
        if (fault !== undefined) return fault
        connection.channels.add(channel)
        return { result: { channel }, then: () => this.#begin(connection, channel) }
      }
      case 'unsubscribe':
        return connection.channels.delete(channel) ? { result: { channel } } : { code: 100, message: `not subscribed to ${channel}` }
      case 'order.cancel_on_disconnect':
        if (connection.holder === undefined) return { code: 40111, message: 'authenticate first' }
        connection.cancels = params['enabled'] === true
        return { result: { enabled: connection.cancels } }
      default:
        return { code: -32601, message: 'Method not found' }
    }
  }

  #authenticate(connection: Connection, bearer: unknown): Fault | { readonly result: object } {
    if (typeof bearer !== 'string') return { code: 40110, message: 'malformed bearer token' }
    try {
      connection.holder = this.#world.identify(bearer)
      return { result: { node_id: 'simulated' } }
    } catch {
      return { code: 40111, message: 'invalid bearer token' }
    }
  }

  #faultOf(connection: Connection, channel: string): Fault | undefined {
    const isPrivate = PRIVATE.test(channel)
    if (!isPrivate && !PUBLIC.test(channel)) return { code: -32602, message: `unknown channel ${channel}` }
    if (isPrivate && connection.holder === undefined) return { code: 40111, message: 'authenticate first' }
    const market = /\.([A-Z0-9-]+)/.exec(channel)?.[1]
    if (market !== undefined && market !== 'ALL' && !this.#world.isListed(market))
      return { code: -32602, message: `unknown market ${market}` }
    if (connection.channels.has(channel)) return { code: 100, message: `already subscribed to ${channel}` }
    return connection.channels.size >= MAX_CHANNELS_PER_SOCKET ? { code: 100, message: 'too many channels' } : undefined
  }

  /** A subscription to a book begins with a snapshot. */
  #begin(connection: Connection, channel: string): void {
    const [, market] = /^order_book\.([A-Z0-9-]+)\./.exec(channel) ?? []
    if (market !== undefined) this.#event(connection, channel, wholeBook(market, this.shown(market)))
  }
}

const isFault = (answer: Fault | { readonly result: object }): answer is Fault => 'code' in answer

function parse(text: string): Params | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}
