/** Two sides that fan out: ours, and the ws library in its plainest use. The third is in nats-side.ts. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSocket, silent, type Notification } from '@parley/server'
import { WebSocketServer } from 'ws'
import type { Readers } from './fan-out-readers.ts'

export type Side = Pick<Readers, 'port' | 'path' | 'subscribe' | 'subscribed' | 'messageBytes'> & {
  /** Messages that come before anything is said. */
  readonly greetings: number
  /** That many events, one after another. */
  say(events: number): void
  close(): Promise<void>
}

/** Publishes one message to everybody, as the tape of trades does. */
export const data = {
  id: 't_0ERXZ9KYz8xSQgsVeTDMC567h7000',
  venue: 'DBT',
  description: 'CCal  11 Dec 26  90000 / 26 Mar 27  90000',
  price: '0.0421',
  quantity: '25',
}

/** Counted from here, so that every text has the same length. */
export const FIRST_SEQ = 1_000_001

export function textOf(seq: number): string {
  const params = { channel: 'trade_tape', data, event: 'ADDED', meta: { seq_group: 1, seq_num: seq, prev_seq_num: seq - 1 } }
  return JSON.stringify({ jsonrpc: '2.0', method: 'subscription', params })
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const stopped = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/** Our socket, which gets notifications as from the engine. */
export async function ours(clients: number): Promise<Side> {
  const server = createServer()
  let listener: (notifications: readonly Notification[]) => void = () => undefined
  let seq = FIRST_SEQ
  const caller = { kind: 'key', desk: 'ORRY', user: 'k', via: 'k', role: 'trader' } as const
  const access = {
    // Each of a desk of its own, because a desk has fewer sockets than are measured.
    key: () => ({
      caller: { ...caller, desk: String(Math.random()), via: String(Math.random()) } as never,
      secrets: [],
      isCompatible: true,
    }),
    whyNotKey: () => undefined,
    isCompatible: () => true,
    lastUse: () => undefined,
    session: () => undefined,
    sessionAsIs: () => undefined,
    asNow: <Value>(value: Value): Value => value,
    onGone: () => () => undefined,
    onChange: () => () => undefined,
    onBarred: () => () => undefined,
  }
  const source = {
    onNotifications: (given: typeof listener) => {
      listener = given
      return () => undefined
    },
    notificationsAfter: () => Promise.resolve([]),
    positions: () => new Map([[1, seq]]),
    startedAfter: () => new Map([[1, 0]]),
  }
  const channel = { kind: 'notifications', name: 'trade_tape', also: [], snapshot: () => Promise.resolve([]) } as const
  const framesPerSocket = { perSecond: 100, burst: 100 }
  const side = createSocket(server, {
    access,
    tickets: { issue: () => ({ ticket: '', expires_at: 0 }), ownerOf: () => undefined, take: () => undefined },
    endpoints: { '/v2/drfq': [channel] },
    source,
    onKeyGone: () => undefined,
    framesPerSocket,
    framesPerDesk: framesPerSocket,
    trustProxy: false,
    now: () => 0,
    log: silent,
  })
  const notification = (): Notification => ({
    shard: { name: 'DBT-BTC', group: 1 },
    decision: ++seq,
    seq,
    audience: 'everybody',
    channel: 'trade_tape',
    event: 'ADDED',
    data: { ...data },
  })
  return {
    port: await listening(server),
    greetings: clients,
    say: (events) => {
      for (let n = 0; n < events; n++) listener([notification()])
    },
    path: '/v2/drfq/?api-key=k',
    subscribe: '{"id":1,"jsonrpc":"2.0","method":"subscribe","params":{"channel":"trade_tape"}}',
    close: async () => {
      await side.close()
      await stopped(server)
    },
  }
}

/** As one would write it without thinking of it: a text for every event, sent to every client. */
export async function wsLibrary(): Promise<Side> {
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
