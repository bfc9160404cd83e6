/** One WebSocket from opening to closing: requests with their responses, heartbeats, and a timeout for silence. */
import { beatInStep } from './beats.ts'
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
    /** How many more notifications of the same decision follow; absent if none do. */
    readonly seq_left?: number
    readonly prev_seq_left?: number
    /** For a snapshot: the positions up to which it is complete. */
    readonly positions?: Readonly<Record<string, number>>
    /** For a snapshot that was truncated. */
    readonly truncated?: true
  }
}

export type ConnectionListener = {
  readonly onOpen: () => void
  readonly onNotice: (notice: Notice) => void
  readonly onLatency: (latencyMs: number) => void
  /** Called with every frame, which shows that the other side is alive. */
  readonly onReceived: () => void
  /** Called exactly once. */
  readonly onEnd: () => void
}

export interface Connection {
  /**
   * Undefined when the connection ended or the timeout ran out before a response arrived. `onAnswer` is called before anything that arrived later,
   * because a promise is settled only after the next frame of the same write. An aborted signal ends the request at once, before it is sent if it was
   * aborted by then.
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

/** Tells the other side that the connection ends normally. */
const NORMAL = 1_000

export type ConnectionMeans = {
  readonly Socket: typeof globalThis.WebSocket
  readonly heartbeatMs: number
  /** Headers of the handshake; browsers do not allow any. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Members added to each JSON-RPC request. */
  readonly stamp?: (() => object) | undefined
  readonly warn?: ClientOptions['warn']
}

/** The sockets of Node and of the package `ws` accept these in place of the browser's protocol names. */
type WithHeaders = new (url: string, options: { readonly headers: Readonly<Record<string, string>> }) => WebSocket

const dial = (url: string, { Socket, headers }: ConnectionMeans): WebSocket =>
  headers === undefined ? new Socket(url) : new (Socket as unknown as WithHeaders)(url, { headers })

export function openConnection(url: string, means: ConnectionMeans, listener: ConnectionListener): Connection {
  const socket = dial(url, means)
  const waiting = new Map<number, (answer: RpcAnswer | undefined) => void>()
  let lastId = 0
  let hasEnded = false
  let stopBeats = (): void => undefined
  const opening = setTimeout(() => end(), limits.connectTimeoutMs)

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(opening)
    stopBeats()
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
      // The other side may have begun to close. The request then ends with the connection, and the browser does not print an error.
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
    stopBeats = beatInStep(means.heartbeatMs, () => void heartbeat())
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

/** Wraps at the published width, and skips ids that still wait for their responses. */
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
