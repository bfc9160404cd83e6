/** One socket to the venue: requests answered by their number, events by their channel, pings, silence noticed. Holds no rule of reconnecting. */
import type { ClientOptions, WebSocket } from 'ws'
import { frameFromWire, type Frame } from './frames.ts'
import { MAX_FRAME_BYTES, OPEN_TIMEOUT_MS, PING_MS, SILENCE_MS } from './limits.ts'

export type WebSocketClass = new (url: string, options?: ClientOptions) => WebSocket

export type SocketOptions = {
  readonly streamUrl: string
  readonly WebSocket: WebSocketClass
  readonly now: () => number
  readonly callTimeoutMs: number
}

/** The venue's own refusal of a request, on a line that goes on. */
export class RefusedRequest extends Error {}

export type SocketListener = {
  onEvent(channel: string, data: unknown): void
  /** Any frame at all: the venue lives. */
  onMessage(): void
  onRoundTrip(ms: number): void
  onClosed(): void
}

export interface VenueSocket {
  /** Rejects with RefusedRequest where the venue refuses, and with another error where it does not answer in time or the line breaks. */
  request(method: string, params: object): Promise<unknown>
  close(): void
}

/** Rejects when the socket does not open. */
export async function openSocket(options: SocketOptions, listener: SocketListener): Promise<VenueSocket> {
  const socket = new options.WebSocket(options.streamUrl, { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
  await opened(socket)
  return attach(socket, options, listener)
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

type Waiting = { settle(frame: Extract<Frame, { kind: 'RESULT' | 'ERROR' }>): void; fail(error: Error): void }

function attach(socket: WebSocket, { now, callTimeoutMs }: SocketOptions, listener: SocketListener): VenueSocket {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let lastMessageAt = now()
  let pingedAt: number | undefined
  const ping = (): void => {
    pingedAt = now()
    socket.ping()
  }
  const alive = (): void => {
    lastMessageAt = now()
    listener.onMessage()
  }
  const watchdog = setInterval(() => {
    if (now() - lastMessageAt > SILENCE_MS) socket.terminate()
    else if (socket.readyState === socket.OPEN) ping()
  }, PING_MS)
  socket.on('ping', alive)
  socket.on('pong', () => {
    alive()
    if (pingedAt !== undefined) listener.onRoundTrip(now() - pingedAt)
    pingedAt = undefined
  })
  socket.on('message', (data) => {
    alive()
    const frame = frameFromWire(data.toString())
    if (frame.kind === 'EVENT') listener.onEvent(frame.channel, frame.data)
    if (frame.kind === 'RESULT' || frame.kind === 'ERROR') waiting.get(frame.id)?.settle(frame)
  })
  socket.on('close', () => {
    clearInterval(watchdog)
    for (const one of [...waiting.values()]) one.fail(new Error('the connection to the venue was lost'))
    listener.onClosed()
  })
  ping()
  const request: VenueSocket['request'] = (method, params) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== socket.OPEN) return reject(new Error('the connection to the venue is closed'))
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
      socket.send(JSON.stringify({ jsonrpc: '2.0', method, params, id }))
    })
  return { request, close: () => socket.terminate() }
}
