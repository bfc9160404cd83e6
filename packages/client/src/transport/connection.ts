/** One WebSocket from its opening to its end: requests with their answers, heartbeats, and silence taken for death. */
import type { ClientOptions } from './client.ts'
import { limits } from './limits.ts'

export type RpcError = { readonly code: number; readonly message: string }
export type RpcAnswer = { readonly result?: unknown; readonly error?: RpcError }
export type Notice = {
  readonly channel: string
  readonly data: unknown
  readonly event?: string
  readonly meta?: {
    readonly seq_group: number
    readonly seq_num: number
    readonly prev_seq_num?: number
    /** How many more come of the same decision; not there where none does. */
    readonly seq_left?: number
    readonly prev_seq_left?: number
    /** Of a snapshot: up to where it is complete. */
    readonly positions?: Readonly<Record<string, number>>
    /** Of a snapshot that had no room for everything. */
    readonly truncated?: true
  }
}

export type ConnectionListener = {
  readonly onOpen: () => void
  readonly onNotice: (notice: Notice) => void
  readonly onLatency: (latencyMs: number) => void
  /** Called with every frame: the other side is there. */
  readonly onReceived: () => void
  /** Called exactly once. */
  readonly onEnd: () => void
}

export interface Connection {
  /**
   * Undefined when the connection ended or the time was up before an answer came. `onAnswer` is given it before anything that came after it:
   * a promise is settled later than the next frame of the same write. A signal that is aborted ends it at once, unsent where it was so before.
   */
  request(
    method: string,
    params: object | undefined,
    withinMs: number,
    onAnswer?: (answer: RpcAnswer) => void,
    signal?: AbortSignal,
  ): Promise<RpcAnswer | undefined>
  end(): void
}

/** Says to the other side that nothing went wrong: it is over. */
const NORMAL = 1_000

export type ConnectionMeans = {
  readonly Socket: typeof globalThis.WebSocket
  readonly heartbeatMs: number
  /** Of the handshake; browsers take none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Members beside those of JSON-RPC, for each request. */
  readonly stamp?: (() => object) | undefined
  readonly warn?: ClientOptions['warn']
}

/** The sockets of Node and of the package `ws` take these where browsers take the names of protocols. */
type WithHeaders = new (url: string, options: { readonly headers: Readonly<Record<string, string>> }) => WebSocket

const dial = (url: string, { Socket, headers }: ConnectionMeans): WebSocket =>
  headers === undefined ? new Socket(url) : new (Socket as unknown as WithHeaders)(url, { headers })

export function openConnection(url: string, means: ConnectionMeans, listener: ConnectionListener): Connection {
  const socket = dial(url, means)
  const waiting = new Map<number, (answer: RpcAnswer | undefined) => void>()
  let lastId = 0
  let hasEnded = false
  let beat: ReturnType<typeof setInterval> | undefined
  const opening = setTimeout(() => end(), limits.connectTimeoutMs)

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(opening)
    clearInterval(beat)
    for (const settle of [...waiting.values()]) settle(undefined)
    socket.close(NORMAL)
    listener.onEnd()
  }

  const request: Connection['request'] = (method, params, withinMs, onAnswer, signal) => {
    if (hasEnded || signal?.aborted === true) return Promise.resolve(undefined)
    const id = (lastId = nextId(lastId, waiting))
    return new Promise((resolve) => {
      const settle = (answer: RpcAnswer | undefined): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        waiting.delete(id)
        if (answer !== undefined) onAnswer?.(answer)
        resolve(answer)
      }
      const giveUp = () => settle(undefined)
      const timer = setTimeout(giveUp, withinMs)
      signal?.addEventListener('abort', giveUp)
      waiting.set(id, settle)
      // The other side may have begun to close: the request then ends with the connection, and the browser has no error to print.
      if (socket.readyState === socket.OPEN)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...means.stamp?.(), method, ...(params === undefined ? {} : { params }) }))
    })
  }

  async function heartbeat(): Promise<void> {
    const sentAt = performance.now()
    const answer = await request('heartbeat', undefined, limits.heartbeatTimeoutMs)
    if (answer === undefined) end()
    else listener.onLatency(performance.now() - sentAt)
  }

  function onFrame(text: string): void {
    listener.onReceived()
    const frame = read(text, means)
    if (frame?.method === 'subscription' && frame.params !== undefined) listener.onNotice(frame.params)
    else if (typeof frame?.id === 'number') waiting.get(frame.id)?.(frame)
  }

  socket.addEventListener('open', () => {
    if (hasEnded) return
    clearTimeout(opening)
    beat = setInterval(() => void heartbeat(), means.heartbeatMs)
    listener.onOpen()
    void heartbeat()
  })
  socket.addEventListener('message', ({ data }) => {
    if (!hasEnded) onFrame(String(data))
  })
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  return { request, end }
}

/** Wraps at the published width, past ids that still wait for their answers. */
export function nextId(last: number, waiting: ReadonlyMap<number, unknown>): number {
  const next = last >= limits.requestIdMost ? 1 : last + 1
  return waiting.has(next) ? nextId(next, waiting) : next
}

type Frame = { readonly id?: number; readonly method?: string; readonly params?: Notice } & RpcAnswer

function read(text: string, { warn = console.warn }: ConnectionMeans): Frame | undefined {
  try {
    return JSON.parse(text) as Frame
  } catch (error) {
    return void warn('A frame from the server is not JSON.', error)
  }
}
