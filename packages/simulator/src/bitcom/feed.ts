/** The market data socket: sends complete tickers of the subscribed instruments. */
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { createFrameBatch, type FrameBatch } from '../exchange/frame-batch.ts'
import type { ContractValue, Walk } from '../exchange/prices.ts'
import type { InstrumentRow } from './chain.ts'
import { MAX_UNSENT_BYTES, SILENCE_MS } from './limits.ts'
import { tickerOf, type Market, type Stand } from './market.ts'

export interface Feed {
  accept(socket: WebSocket, request: Pick<IncomingMessage, 'socket'>): void
  /** Sends tickers that have changed since they were last sent. */
  publish(): void
}

type Client = { readonly names: Set<string>; readonly batch: FrameBatch }
type Sent = {
  readonly at: number
  /** The state of the prices when they were last compared. */
  walk: Walk
  readonly stand: Stand
}

export function createFeed(market: Market, now: () => number): Feed {
  const clients = new Map<WebSocket, Client>()
  const sent = new Map<string, Sent>()
  const frameOf = (row: InstrumentRow, value: ContractValue, stand?: Stand): string =>
    JSON.stringify({ channel: 'ticker', timestamp: now(), data: tickerOf(row, value, now(), stand), module: 'linear' })

  const reply = (socket: WebSocket, code: number, message: string, channels: unknown): void =>
    socket.send(JSON.stringify({ channel: 'subscription', timestamp: now(), data: { code, message, subscription: channels } }))

  const receive = (socket: WebSocket, text: string): void => {
    const asked = readRequest(text)
    const subscribed = clients.get(socket)?.names
    if (asked === undefined || subscribed === undefined) return reply(socket, 18_100_101, 'invalid request', [])
    const rows = asked.instruments.flatMap((name) => market.instrument(name) ?? [])
    if (asked.type === 'unsubscribe') {
      asked.instruments.forEach((name) => subscribed.delete(name))
      return reply(socket, 0, '', ['ticker'])
    }
    if (asked.instruments.length > 0 && rows.length === 0) return reply(socket, 18_100_102, 'instrument not found', [])
    reply(socket, 0, '', ['ticker'])
    for (const row of rows) {
      subscribed.add(row.instrument_id)
      socket.send(frameOf(row, market.value(row)))
    }
  }

  return {
    accept: (socket, request) => {
      clients.set(socket, { names: new Set(), batch: createFrameBatch(request.socket) })
      const silence = setTimeout(() => socket.terminate(), SILENCE_MS)
      socket.on('ping', () => silence.refresh())
      socket.on('message', (data) => {
        silence.refresh()
        receive(socket, data.toString())
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        clearTimeout(silence)
        clients.delete(socket)
      })
    },
    publish: () => {
      const wanted = new Set([...clients.values()].flatMap(({ names }) => [...names]))
      for (const name of [...sent.keys()]) if (!wanted.has(name)) sent.delete(name)
      for (const name of wanted) publishOne(name)
      for (const [socket, { batch }] of clients)
        if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate()
        else if (socket.readyState === socket.OPEN) batch.send()
    },
  }

  function publishOne(name: string): void {
    const row = market.instrument(name)
    if (row === undefined) return
    const before = sent.get(name)
    const walk = market.prices.walk()
    const isRecent = before !== undefined && now() - before.at < market.quietMs(row)
    if (isRecent && before.walk === walk) return
    const value = market.value(row)
    const stand = market.stand(row, value)
    if (isRecent && isUnmoved(before, stand)) return void (before.walk = walk)
    sent.set(name, { at: now(), walk, stand })
    const frame = frameOf(row, value, stand)
    for (const { names, batch } of clients.values()) if (names.has(name)) batch.add(frame)
  }
}

/** The values that desks and screens use have not changed. */
const isUnmoved = (before: Sent, { mark, bid, ask }: Stand): boolean =>
  before.stand.bid === bid && before.stand.ask === ask && isNear(before.stand.mark, mark)

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= Math.abs(one) * 0.0005

type Request = { readonly type: 'subscribe' | 'unsubscribe'; readonly instruments: readonly string[] }

function readRequest(text: string): Request | undefined {
  try {
    const { type, channels, instruments } = JSON.parse(text) as Record<string, unknown>
    const isKnown = (type === 'subscribe' || type === 'unsubscribe') && Array.isArray(channels) && channels.includes('ticker')
    return isKnown && Array.isArray(instruments) ? { type, instruments: instruments.map(String) } : undefined
  } catch {
    return undefined
  }
}
