/** One public socket: topics subscribed to, pings sent, silence noticed. Holds no rule of reconnecting. */
import type { WebSocket } from 'ws'
import { frameFromWire, type Frame } from './frames.ts'
import { OPEN_TIMEOUT_MS, PING_MS, SILENCE_MS, TOPICS_PER_CALL } from './limits.ts'

export type WebSocketClass = new (url: string) => WebSocket

export type TickerSocketOptions = {
  readonly url: string
  readonly WebSocket: WebSocketClass
  readonly now: () => number
  onTicker(frame: Extract<Frame, { kind: 'TICKER' }>): void
  onRefused(frame: Extract<Frame, { kind: 'REFUSED' }>): void
  /** Any frame at all: the venue lives. */
  onMessage(): void
  onClosed(): void
}

export type TickerSocket = {
  subscribe(topics: readonly string[]): void
  unsubscribe(topics: readonly string[]): void
  close(): void
}

/** Rejects when the socket does not open. */
export async function openTickerSocket(options: TickerSocketOptions): Promise<TickerSocket> {
  const socket = new options.WebSocket(options.url)
  await opened(socket)
  return attach(socket, options)
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error('the venue did not open the socket in time')), OPEN_TIMEOUT_MS)
    const fail = (error: Error): void => {
      clearTimeout(timer)
      socket.terminate()
      reject(error)
    }
    socket.on('error', fail)
    socket.once('open', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function attach(socket: WebSocket, { now, onTicker, onRefused, onMessage, onClosed }: TickerSocketOptions): TickerSocket {
  let lastMessageAt = now()
  let calls = 0
  const send = (op: string, args?: readonly string[]): void => {
    if (socket.readyState !== socket.OPEN) return
    calls += 1
    socket.send(JSON.stringify({ req_id: String(calls), op, ...(args === undefined ? {} : { args }) }))
  }
  const inBatches = (op: string, topics: readonly string[]): void => {
    for (let from = 0; from < topics.length; from += TOPICS_PER_CALL) send(op, topics.slice(from, from + TOPICS_PER_CALL))
  }
  const pinger = setInterval(() => {
    if (now() - lastMessageAt > SILENCE_MS) socket.terminate()
    else send('ping')
  }, PING_MS)
  socket.on('message', (data) => {
    lastMessageAt = now()
    onMessage()
    const frame = frameFromWire(data.toString())
    if (frame.kind === 'TICKER') onTicker(frame)
    else if (frame.kind === 'REFUSED') onRefused(frame)
  })
  socket.on('close', () => {
    clearInterval(pinger)
    onClosed()
  })
  return {
    subscribe: (topics) => inBatches('subscribe', topics),
    unsubscribe: (topics) => inBatches('unsubscribe', topics),
    close: () => socket.terminate(),
  }
}
