/** One public socket and its subscribed topics. */
import { openWatchedSocket, type WatchedSocketOptions } from '../adapter/watched-socket.ts'
import { frameFromWire, type Frame } from './frames.ts'
import { PING_MS, SILENCE_MS, TOPICS_PER_CALL } from './limits.ts'

export type TickerSocketOptions = Pick<WatchedSocketOptions, 'url' | 'WebSocket' | 'now' | 'onMessage' | 'onRoundTrip' | 'onClosed'> & {
  onTicker(frame: Extract<Frame, { kind: 'TICKER' }>): void
  onRefused(frame: Extract<Frame, { kind: 'REFUSED' }>): void
}

export type TickerSocket = {
  subscribe(topics: readonly string[]): void
  unsubscribe(topics: readonly string[]): void
  close(): void
}

/** Rejects when the socket does not open. */
export async function openTickerSocket({ onTicker, onRefused, ...options }: TickerSocketOptions): Promise<TickerSocket> {
  let calls = 0
  const numbered = (call: object): object => ({ req_id: String((calls += 1)), ...call })
  const receive = (frame: Frame): void => {
    switch (frame.kind) {
      case 'TICKER':
        return onTicker(frame)
      case 'REFUSED':
        return onRefused(frame)
      case 'PONG':
        return socket.answered()
      case 'OTHER':
        return
    }
  }
  const socket = await openWatchedSocket({
    ...options,
    silenceMs: SILENCE_MS,
    pingMs: PING_MS,
    ping: (raw) => raw.send(JSON.stringify(numbered({ op: 'ping' }))),
    onText: (text) => receive(frameFromWire(text)),
  })
  const inBatches = (op: 'subscribe' | 'unsubscribe', topics: readonly string[]): void => {
    if (!socket.isOpen()) return
    for (let from = 0; from < topics.length; from += TOPICS_PER_CALL)
      socket.send(numbered({ op, args: topics.slice(from, from + TOPICS_PER_CALL) }))
  }
  return {
    subscribe: (topics) => inBatches('subscribe', topics),
    unsubscribe: (topics) => inBatches('unsubscribe', topics),
    close: socket.close,
  }
}
