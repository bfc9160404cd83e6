/** One market data websocket. The venue answers its subscriptions one after the other. */
import { openWatchedSocket, type WatchedSocketOptions } from '../adapter/watched-socket.ts'
import { frameFromWire, type Frame } from './frames.ts'
import { PING_MS, SILENCE_MS } from './limits.ts'

export type MarketSocketOptions = Pick<WatchedSocketOptions, 'WebSocket' | 'now' | 'onMessage' | 'onRoundTrip' | 'onClosed'> & {
  readonly socketUrl: string
  readonly callTimeoutMs: number
  onTicker(data: unknown): void
}

export interface MarketSocket {
  /** Rejects if the venue refuses or does not answer. */
  send(type: 'subscribe' | 'unsubscribe', instruments: readonly string[]): Promise<void>
  close(): void
}

/** Rejects when the socket does not open. */
export async function openMarketSocket({ callTimeoutMs, onTicker, ...options }: MarketSocketOptions): Promise<MarketSocket> {
  /** The venue's responses name no request, and arrive in the order of the requests. */
  const waiting: ((problem: string | undefined) => void)[] = []
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
  const socket = await openWatchedSocket({
    ...options,
    url: options.socketUrl,
    silenceMs: SILENCE_MS,
    pingMs: PING_MS,
    ping: (raw) => raw.ping(),
    onText: (text) => receive(frameFromWire(text)),
    onClosed: () => {
      for (const settle of waiting.splice(0)) settle('the connection to the venue was lost')
      options.onClosed()
    },
  })
  return {
    send: (type, instruments) =>
      new Promise((resolve, reject) => {
        if (!socket.isOpen()) return reject(new Error('the connection to the venue is closed'))
        const timer = setTimeout(socket.close, callTimeoutMs)
        waiting.push((problem) => {
          clearTimeout(timer)
          if (problem === undefined) resolve()
          else reject(new Error(problem))
        })
        socket.send({ type, channels: ['ticker'], instruments, interval: '100ms' })
      }),
    close: socket.close,
  }
}
