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
  onRoundTrip(ms: number): void
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

function attach(socket: WebSocket, options: TickerSocketOptions): TickerSocket {
  const { now, onTicker, onRefused, onRoundTrip, onMessage, onClosed } = options
  let lastMessageAt = now()
  let calls = 0
  let pingedAt: number | undefined
  const send = (op: string, args?: readonly string[]): void => {
    if (socket.readyState !== socket.OPEN) return
    calls += 1
    socket.send(JSON.stringify({ req_id: String(calls), op, ...(args === undefined ? {} : { args }) }))
  }
  const inBatches = (op: string, topics: readonly string[]): void => {
    for (let from = 0; from < topics.length; from += TOPICS_PER_CALL) send(op, topics.slice(from, from + TOPICS_PER_CALL))
  }
  const ping = (): void => {
    pingedAt = now()
    send('ping')
  }
  const receive = (frame: Frame): void => {
    switch (frame.kind) {
      case 'TICKER':
        return onTicker(frame)
      case 'REFUSED':
        return onRefused(frame)
      case 'PONG':
        if (pingedAt !== undefined) onRoundTrip(now() - pingedAt)
        pingedAt = undefined
        return
      case 'OTHER':
        return
    }
  }
  const pinger = setInterval(() => {
    if (now() - lastMessageAt > SILENCE_MS) socket.terminate()
    else ping()
  }, PING_MS)
  socket.on('message', (data) => {
    lastMessageAt = now()
    onMessage()
    receive(frameFromWire(data.toString()))
  })
  socket.on('close', () => {
    clearInterval(pinger)
    onClosed()
  })
  ping()
  return {
    subscribe: (topics) => inBatches('subscribe', topics),
    unsubscribe: (topics) => inBatches('unsubscribe', topics),
    close: () => socket.terminate(),
  }
}
