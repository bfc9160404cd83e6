/**
 * A proxy between a browser and the product that turns a quiet day into a busy one. It forwards everything, and on three channels it adds
 * notifications in the product's format, with consecutive numbers. This measures what a page can handle without the work of the server.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import WebSocket, { WebSocketServer } from 'ws'

export type Relay = {
  readonly url: string
  /** Moves this many quotes per second; the returned function stops it and gives the number of moved quotes. */
  startMoving(quotesPerSecond: number): () => number
  close(): Promise<void>
}

type Quote = { readonly price: string; readonly side: string }
type Item = Quote | { readonly kind: string; readonly quote: Quote }
type Channel = {
  readonly channel: string
  readonly send: (text: string) => void
  readonly list: Item[]
  readonly group: number
  seq: number
  turn: number
}
type Notice = {
  readonly params?: {
    readonly channel: string
    readonly event?: string
    readonly data: readonly Item[]
    readonly meta: { readonly positions: Readonly<Record<string, number>> }
  }
}

/** Own quotes of the direct flow, own quotes of the order book, and the same order-book quotes as all desks see them. */
const MOVED = ['orders', 'quote', 'quote_book']
const BOOK_ONE_IN = 5
const SLICE_MS = 10
const TICK = 0.0001

export async function createRelay(product: string): Promise<Relay> {
  const channels = new Map<string, Channel>()
  const server = createServer((incoming, outgoing) => handOn(product, incoming, outgoing))
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (incoming, socket, head) => void joinSockets({ product, sockets, channels }, incoming, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    startMoving: (quotesPerSecond) => startMoving(channels, quotesPerSecond),
    close: () =>
      new Promise((resolve) => {
        sockets.clients.forEach((socket) => socket.terminate())
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function handOn(product: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', url = '/' } = incoming
  const headers = {
    ...incoming.headers,
    host: new URL(product).host,
    ...(incoming.headers.origin === undefined ? {} : { origin: product }),
  }
  const there = request(`${product}${url}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  there.on('error', () => outgoing.destroy())
  incoming.pipe(there)
}

type Between = { readonly product: string; readonly sockets: WebSocketServer; readonly channels: Map<string, Channel> }

function joinSockets({ product, sockets, channels }: Between, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  sockets.handleUpgrade(incoming, socket, head, (page) => {
    const there = new WebSocket(`${product.replace('http', 'ws')}${incoming.url}`, {
      headers: { origin: product },
      perMessageDeflate: false,
    })
    const early: string[] = []
    page.on('message', (data) => (there.readyState === WebSocket.OPEN ? there.send(String(data)) : early.push(String(data))))
    there.on('open', () => early.splice(0).forEach((text) => there.send(text)))
    there.on('message', (data) => {
      const text = String(data)
      page.send(text)
      if (!text.includes('"SNAPSHOT"')) return
      const channel = channelOf(JSON.parse(text) as Notice, (frame) => page.send(frame))
      if (channel !== undefined) channels.set(channel.channel, channel)
    })
    there.on('close', () => page.close())
    there.on('error', () => page.terminate())
    page.on('close', () => there.close())
  })
}

function channelOf({ params }: Notice, send: Channel['send']): Channel | undefined {
  if (params === undefined || !MOVED.includes(params.channel)) return undefined
  const [group, seq] = Object.entries(params.meta.positions).reduce((most, one) => (one[1] > most[1] ? one : most))
  return { channel: params.channel, send, list: [...params.data], group: Number(group), seq, turn: 0 }
}

function startMoving(channels: ReadonlyMap<string, Channel>, quotesPerSecond: number): () => number {
  const [orders, quote, book] = MOVED.map((channel) => channels.get(channel)!)
  const began = performance.now()
  let moved = 0
  const moving = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * quotesPerSecond) / 1_000)
    for (; moved < due; moved += 1) {
      if (moved % BOOK_ONE_IN === 0) [quote!, book!].forEach(moveNext)
      else moveNext(orders!)
    }
  }, SLICE_MS)
  return () => {
    clearInterval(moving)
    return moved
  }
}

/** One after another, each a tick further from the other side, and back again after four steps. */
function moveNext(channel: Channel): void {
  const place = channel.turn % channel.list.length
  const item = channel.list[place]!
  const round = Math.floor(channel.turn / channel.list.length) % 4
  const next = 'kind' in item ? { kind: 'UPDATED', quote: movedBy(item.quote, round) } : movedBy(item, round)
  channel.list[place] = next
  channel.turn += 1
  const meta = { seq_group: channel.group, seq_num: channel.seq + 1, prev_seq_num: channel.seq, server_time: Date.now() }
  channel.seq += 1
  const params = { channel: channel.channel, data: next, event: 'UPDATED', meta }
  channel.send(JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params }))
}

function movedBy(quote: Quote, round: number): Quote {
  const away = (quote.side === 'BUY' ? -1 : 1) * (round === 3 ? -3 : 1) * TICK
  return { ...quote, price: String(Math.round((Number(quote.price) + away) * 10_000) / 10_000) }
}
