/** One market websocket: subscriptions answered one after the other, pings, silence noticed. Holds no rule of reconnecting. */
import type { WebSocket } from 'ws'
import { frameFromWire, type Frame } from './frames.ts'
import { OPEN_TIMEOUT_MS, PING_MS, SILENCE_MS } from './limits.ts'

export type WebSocketClass = new (url: string) => WebSocket

export type MarketSocketOptions = {
  readonly socketUrl: string
  readonly WebSocket: WebSocketClass
  readonly now: () => number
  readonly callTimeoutMs: number
  onTicker(data: unknown): void
  onRoundTrip(ms: number): void
  /** Any frame at all: the venue lives. */
  onMessage(): void
  onClosed(): void
}

export interface MarketSocket {
  /** Rejects when the venue refuses or does not answer. */
  send(type: 'subscribe' | 'unsubscribe', instruments: readonly string[]): Promise<void>
  close(): void
}

/** Rejects when the socket does not open. */
export async function openMarketSocket(options: MarketSocketOptions): Promise<MarketSocket> {
  const socket = new options.WebSocket(options.socketUrl)
  await opened(socket)
  return attach(socket, options)
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      clearTimeout(timer)
      socket.terminate()
      reject(error)
    }
    const timer = setTimeout(() => fail(new Error('the venue did not open the socket in time')), OPEN_TIMEOUT_MS)
    socket.on('error', fail)
    socket.once('open', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function attach(socket: WebSocket, options: MarketSocketOptions): MarketSocket {
  const { now, callTimeoutMs, onTicker, onRoundTrip, onMessage, onClosed } = options
  let pingedAt: number | undefined
  const ping = (): void => {
    pingedAt = now()
    socket.ping()
  }
  let lastMessageAt = now()
  /** The venue's answers name no request: they come in the order of the requests. */
  const waiting: ((problem: string | undefined) => void)[] = []
  const watchdog = setInterval(() => {
    if (now() - lastMessageAt > SILENCE_MS) socket.terminate()
    else if (socket.readyState === socket.OPEN) ping()
  }, PING_MS)
  const alive = (): void => {
    lastMessageAt = now()
    onMessage()
  }
  const receive = (frame: Frame): void => {
    switch (frame.kind) {
      case 'TICKER':
        return onTicker(frame.data)
      case 'SUBSCRIBED':
        return waiting.shift()?.(undefined)
      case 'REFUSED':
        return waiting.shift()?.(`the venue refused a subscription: ${frame.message}`)
      case 'OTHER':
        return
    }
  }
  socket.on('pong', () => {
    alive()
    if (pingedAt !== undefined) onRoundTrip(now() - pingedAt)
    pingedAt = undefined
  })
  socket.on('message', (data) => {
    alive()
    receive(frameFromWire(data.toString()))
  })
  socket.on('close', () => {
    clearInterval(watchdog)
    for (const settle of waiting.splice(0)) settle('the connection to the venue was lost')
    onClosed()
  })
  ping()
  return {
    send: (type, instruments) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(new Error('the connection to the venue is closed'))
        const timer = setTimeout(() => socket.terminate(), callTimeoutMs)
        waiting.push((problem) => {
          clearTimeout(timer)
          if (problem === undefined) resolve()
          else reject(new Error(problem))
        })
        socket.send(JSON.stringify({ type, channels: ['ticker'], instruments, interval: '100ms' }))
      }),
    close: () => socket.terminate(),
  }
}
