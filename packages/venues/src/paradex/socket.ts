/** One socket to the venue: matches responses to requests by id, and events to channels. */
import { openWatchedSocket, type WatchedSocketOptions } from '../adapter/watched-socket.ts'
import { frameFromWire, type Frame } from './frames.ts'
import { MAX_FRAME_BYTES, PING_MS, SILENCE_MS } from './limits.ts'

export type SocketOptions = Pick<WatchedSocketOptions, 'WebSocket' | 'now'> & {
  readonly streamUrl: string
  readonly callTimeoutMs: number
}

/** The venue refused a request; the connection stays open. */
export class RefusedRequest extends Error {}

export type SocketListener = Pick<WatchedSocketOptions, 'onMessage' | 'onRoundTrip' | 'onClosed'> & {
  onEvent(channel: string, data: unknown): void
}

export interface VenueSocket {
  /** Rejects with RefusedRequest if the venue refuses, and with another error if it does not answer in time or the connection breaks. */
  request(method: string, params: object): Promise<unknown>
  close(): void
}

type Waiting = { settle(frame: Extract<Frame, { kind: 'RESULT' | 'ERROR' }>): void; fail(error: Error): void }

/** Rejects when the socket does not open. */
export async function openSocket(options: SocketOptions, listener: SocketListener): Promise<VenueSocket> {
  const { streamUrl, WebSocket, now, callTimeoutMs } = options
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const socket = await openWatchedSocket({
    ...{ url: streamUrl, WebSocket, now, silenceMs: SILENCE_MS, pingMs: PING_MS },
    clientOptions: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    ping: (raw) => raw.ping(),
    onMessage: () => listener.onMessage(),
    onRoundTrip: (ms) => listener.onRoundTrip?.(ms),
    onText: (text) => {
      const frame = frameFromWire(text)
      if (frame.kind === 'EVENT') listener.onEvent(frame.channel, frame.data)
      if (frame.kind === 'RESULT' || frame.kind === 'ERROR') waiting.get(frame.id)?.settle(frame)
    },
    onClosed: () => {
      for (const one of [...waiting.values()]) one.fail(new Error('the connection to the venue was lost'))
      listener.onClosed()
    },
  })
  const request: VenueSocket['request'] = (method, params) =>
    new Promise((resolve, reject) => {
      if (!socket.isOpen()) return reject(new Error('the connection to the venue is closed'))
      const id = ++lastId
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        waiting.delete(id)
        settle()
      }
      const fail = (error: Error): void => end(() => reject(error))
      const timer = setTimeout(() => fail(new Error(`the venue did not answer ${method}`)), callTimeoutMs)
      waiting.set(id, {
        fail,
        settle: (frame) =>
          frame.kind === 'RESULT' ? end(() => resolve(frame.result)) : fail(new RefusedRequest(`${frame.message} (${frame.code})`)),
      })
      socket.send({ jsonrpc: '2.0', method, params, id })
    })
  return { request, close: socket.close }
}
