/** Two servers for the comparison: ours, on two channels, and the ws library in its simplest use. The third is in nats-side.ts. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { price, quantity, type Instant, type Rfq, type RfqId } from '@parley/core'
import { createSocket, silent, spreadBookChannel, type Notification, type SocketOptions } from '@parley/server'
import { WebSocketServer } from 'ws'
import type { Readers } from './fan-out-readers.ts'

export type Side = Pick<Readers, 'port' | 'path' | 'subscribe' | 'subscribed' | 'messageBytes'> & {
  /** Messages that arrive before anything is published. */
  readonly greetings: number
  /** Publishes this number of events, one after another. */
  say(events: number): void
  close(): Promise<void>
}

/** Publishes one message to all subscribers, like the trade tape. */
const data = {
  id: 't_0ERXZ9KYz8xSQgsVeTDMC567h7000',
  venue: 'DBT',
  description: 'CCal  11 Dec 26  90000 / 26 Mar 27  90000',
  price: '0.0421',
  quantity: '25',
}

/** Starts at this number, so that every message has the same length. */
export const FIRST_SEQ = 1_000_001
const AT = 1_795_000_000_000

/** One event as every subscriber receives it. */
export type Published = { readonly textOf: (seq: number) => string; readonly ours: (clients: number) => Promise<Side> }

function textOfTrade(seq: number): string {
  const params = { channel: 'trade_tape', data, event: 'ADDED', meta: { seq_group: 1, seq_num: seq, prev_seq_num: seq - 1 } }
  return JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params })
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const stopped = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

const strategy = { id: 'q_0ERXZ9KYz8xSQgsVeTDMC567h7000' as RfqId, number: 2_071_894_403_118_225, audience: 'LISTED' } as Rfq
const BOOK_CHANNEL = `order_book.1${String(strategy.number).padStart(17, '0')}.L2`

/** A change at the top of a book, as its channel writes it. */
function textOfChange(seq: number): string {
  const row = { price: '455.5', amount: 300_000, amount_decimal: '300000' }
  const about = { level: 'L2', seq_id: seq, prev_seq_id: seq - 1, last_updated: AT * 1_000_000 }
  const book = { id: BOOK_CHANNEL.split('.')[1], ...about, bids: [row], asks: [] }
  const params = { channel: BOOK_CHANNEL, data: book, meta: { seq_group: 0, seq_num: AT + seq, server_time: AT } }
  return JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params })
}

export const published: Readonly<Record<'trade_tape' | 'order_book', Published>> = {
  trade_tape: { textOf: textOfTrade, ours: oursOnTape },
  order_book: { textOf: textOfChange, ours: oursOnBook },
}

const caller = { kind: 'key', desk: 'ORRY', user: 'k', via: 'k', role: 'trader' } as const
const access = {
  // Each client belongs to a separate desk, because a desk may have fewer sockets than are measured.
  key: () => ({
    caller: { ...caller, desk: String(Math.random()), via: String(Math.random()) } as never,
    secrets: [],
    isCompatible: true,
  }),
  keyRefusal: () => undefined,
  isCompatible: () => true,
  lastUse: () => undefined,
  session: () => undefined,
  sessionAsIs: () => undefined,
  asNow: <Value>(value: Value): Value => value,
  onGone: () => () => undefined,
  onChange: () => () => undefined,
  onBarred: () => () => undefined,
}

type Served = Pick<SocketOptions, 'endpoints' | 'source'> & Pick<Side, 'greetings' | 'say' | 'path'> & { readonly channel: string }

async function serve({ endpoints, source, channel, ...side }: Served): Promise<Side> {
  const server = createServer()
  const framesPerSocket = { perSecond: 100, burst: 100 }
  const socket = createSocket(server, {
    ...{ access, endpoints, source, framesPerSocket, framesPerDesk: framesPerSocket },
    tickets: { issue: () => ({ ticket: '', expires_at: 0 }), ownerOf: () => undefined, arriving: () => undefined, take: () => undefined },
    onKeyGone: () => undefined,
    trustProxy: false,
    now: () => 0,
    log: silent,
  })
  return {
    ...side,
    port: await listening(server),
    subscribe: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel } }),
    close: async () => {
      await socket.close()
      await stopped(server)
    },
  }
}

/** Our socket, which receives notifications as from the engine. */
function oursOnTape(clients: number): Promise<Side> {
  let listener: (notifications: readonly Notification[]) => void = () => undefined
  let seq = FIRST_SEQ
  const notification = (): Notification => ({
    shard: { name: 'DBT-BTC', group: 1 },
    decision: ++seq,
    seq,
    audience: 'everybody',
    channel: 'trade_tape',
    event: 'ADDED',
    data: { ...data },
  })
  return serve({
    source: {
      onNotifications: (given) => {
        listener = given
        return () => undefined
      },
      notificationsAfter: () => Promise.resolve([]),
      positions: () => new Map([[1, seq]]),
      startedAfter: () => new Map([[1, 0]]),
    },
    endpoints: { '/v2/drfq': [{ kind: 'notifications', name: 'trade_tape', also: [], snapshot: () => Promise.resolve([]) }] },
    greetings: clients,
    path: '/v2/drfq/?api-key=k',
    channel: 'trade_tape',
    say: (events) => {
      for (let n = 0; n < events; n++) listener([notification()])
    },
  })
}

/** Our socket, whose book channel receives changes as from the books of the market. */
function oursOnBook(clients: number): Promise<Side> {
  let listener: Parameters<Parameters<typeof spreadBookChannel>[0]['books']['onChange']>[0] = () => undefined
  let seq = FIRST_SEQ
  const level = { side: 'BUY', price: price('455.5'), quantity: quantity('300000'), orders: 1 } as const
  const channel = spreadBookChannel({
    books: {
      all: () => Promise.resolve(),
      keep: () => Promise.resolve(),
      bestOf: () => ({ bid: level, ask: undefined }),
      onChange: (given) => {
        listener = given
        return () => undefined
      },
    },
    find: () => Promise.resolve(strategy),
  })
  return serve({
    source: {
      onNotifications: () => () => undefined,
      notificationsAfter: () => Promise.resolve([]),
      positions: () => new Map(),
      startedAfter: () => new Map(),
    },
    endpoints: { '/v1/fs': [channel] },
    greetings: clients,
    path: '/v1/fs/?api-key=k',
    channel: BOOK_CHANNEL,
    say: (events) => {
      for (let n = 0; n < events; n++) listener({ rfq: strategy, seq: ++seq, at: AT as Instant, orders: [], levels: [level] })
    },
  })
}

/** The obvious implementation: one text for every event, sent to every client. */
export async function wsLibrary({ textOf }: Published): Promise<Side> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  let seq = FIRST_SEQ
  return {
    port: await listening(server),
    greetings: 0,
    say: (events) => {
      for (let n = 0; n < events; n++) {
        const text = textOf(++seq)
        for (const client of sockets.clients) client.send(text)
      }
    },
    path: '/',
    subscribe: '',
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      await stopped(server)
    },
  }
}
