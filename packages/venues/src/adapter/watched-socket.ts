/** A websocket to a venue: opened within a time limit, pinged, and closed when the venue is silent. The caller reconnects. */
import type { ClientOptions, WebSocket } from 'ws'

export type WebSocketClass = new (url: string, options?: ClientOptions) => WebSocket

const OPEN_TIMEOUT_MS = 10_000

export type WatchedSocketOptions = {
  readonly url: string
  readonly WebSocket: WebSocketClass
  readonly clientOptions?: ClientOptions
  readonly now: () => number
  /** A socket without a frame for this long is considered dead, even if TCP has not noticed. */
  readonly silenceMs: number
  /** How often silence is checked and a ping is sent. */
  readonly pingMs: number
  /** Absent for a venue that checks the connection itself. A venue that answers pings with its own message reports them with `answered`. */
  readonly ping?: (socket: WebSocket) => void
  onText(text: string): void
  /** Any frame shows that the venue is alive. */
  onMessage(): void
  /** A ping was answered. */
  onRoundTrip?(ms: number): void
  onClosed(): void
}

export interface WatchedSocket {
  isOpen(): boolean
  send(message: object): void
  /** The venue has answered the last ping. */
  answered(): void
  close(): void
}

/** Rejects when the socket does not open. */
export async function openWatchedSocket(options: WatchedSocketOptions): Promise<WatchedSocket> {
  const socket = new options.WebSocket(options.url, options.clientOptions)
  await opened(socket)
  return watched(socket, options)
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

function watched(socket: WebSocket, options: WatchedSocketOptions): WatchedSocket {
  const { now, silenceMs, pingMs, onText, onMessage, onRoundTrip, onClosed } = options
  let lastMessageAt = now()
  let pingedAt: number | undefined
  const isOpen = (): boolean => socket.readyState === socket.OPEN
  const ping = (): void => {
    if (options.ping === undefined || !isOpen()) return
    pingedAt = now()
    options.ping(socket)
  }
  const alive = (): void => {
    lastMessageAt = now()
    onMessage()
  }
  const answered = (): void => {
    if (pingedAt !== undefined) onRoundTrip?.(now() - pingedAt)
    pingedAt = undefined
  }
  const watchdog = setInterval(() => {
    if (now() - lastMessageAt > silenceMs) socket.terminate()
    else ping()
  }, pingMs)
  socket.on('ping', alive)
  socket.on('pong', () => {
    alive()
    answered()
  })
  socket.on('message', (data) => {
    alive()
    onText(data.toString())
  })
  socket.on('close', () => {
    clearInterval(watchdog)
    onClosed()
  })
  ping()
  return { isOpen, answered, send: (message) => socket.send(JSON.stringify(message)), close: () => socket.terminate() }
}
