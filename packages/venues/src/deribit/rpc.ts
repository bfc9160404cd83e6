/** One JSON-RPC websocket: matches responses to calls, and answers the venue's test requests. */
import type { VenueLog } from '../adapter/venue-log.ts'
import { openWatchedSocket, type WatchedSocketOptions } from '../adapter/watched-socket.ts'
import { frameFromWire, type Frame, type RpcAnswer } from './frames.ts'
import { MAX_PENDING_CALLS, SILENCE_CHECK_MS, SILENCE_MS } from './limits.ts'

export type Rpc = {
  call(method: string, params: object): Promise<RpcAnswer>
  close(): void
}

export type RpcOptions = Pick<WatchedSocketOptions, 'url' | 'WebSocket' | 'now' | 'onMessage' | 'onClosed'> & {
  /** How long a call waits for its response. */
  readonly callTimeoutMs: number
  onNotification(channel: string, data: unknown): void
  /** The round-trip time of a call that costs the venue no work. */
  onRoundTrip?(ms: number): void
}

/** The settings of a connection, without its event handlers. */
export type SessionOptions = Pick<RpcOptions, 'url' | 'WebSocket' | 'now' | 'callTimeoutMs'> & {
  readonly random: () => number
  readonly log: VenueLog
}

/** Calls that the venue answers without any work, so that their duration is the network round trip. */
const PINGS: ReadonlySet<string> = new Set(['public/test', 'public/hello'])

/** Rejects when the socket does not open. */
export async function openRpc({ callTimeoutMs, onNotification, onRoundTrip, ...options }: RpcOptions): Promise<Rpc> {
  const { now } = options
  const pending = new Map<number, (answer: RpcAnswer) => void>()
  let calls = 0
  const call: Rpc['call'] = (method, params) =>
    new Promise((resolve) => {
      if (!socket.isOpen()) return resolve({ kind: 'LOST', reason: 'the connection to the venue is closed' })
      if (pending.size >= MAX_PENDING_CALLS) return resolve({ kind: 'LOST', reason: 'too many calls wait for the venue' })
      calls += 1
      const id = calls
      const sentAt = now()
      const settle = (answer: RpcAnswer): void => {
        clearTimeout(timer)
        pending.delete(id)
        if (answer.kind === 'RESULT' && PINGS.has(method)) onRoundTrip?.(Math.max(0, now() - sentAt))
        resolve(answer)
      }
      const timer = setTimeout(
        () => settle({ kind: 'LOST', reason: `the venue did not answer ${method} in ${callTimeoutMs} ms` }),
        callTimeoutMs,
      )
      pending.set(id, settle)
      socket.send({ jsonrpc: '2.0', id, method, params })
    })
  const receive = (frame: Frame): void => {
    switch (frame.kind) {
      case 'ANSWER':
        // A second response to the same id is dropped, because its call has ended.
        return pending.get(Number(frame.id))?.(frame.answer)
      case 'NOTIFICATION':
        return onNotification(frame.channel, frame.data)
      case 'TEST_REQUEST':
        // Only public/test keeps the socket open; websocket pings do not.
        return void call('public/test', {})
      case 'OTHER':
        return
    }
  }
  const socket = await openWatchedSocket({
    ...options,
    silenceMs: SILENCE_MS,
    pingMs: SILENCE_CHECK_MS,
    onText: (text) => receive(frameFromWire(text)),
    onClosed: () => {
      for (const settle of [...pending.values()]) settle({ kind: 'LOST', reason: 'the connection to the venue was lost' })
      options.onClosed()
    },
  })
  return { call, close: socket.close }
}
