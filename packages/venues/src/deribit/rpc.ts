/** One JSON-RPC websocket: calls matched to answers, test requests answered, silence noticed. Holds no rule of reconnecting. */
import type { WebSocket } from 'ws'
import { frameFromWire, type Frame, type RpcAnswer } from './frames.ts'
import { MAX_PENDING_CALLS, OPEN_TIMEOUT_MS, SILENCE_MS } from './limits.ts'

export type Rpc = {
  call(method: string, params: object): Promise<RpcAnswer>
  readonly lastMessageAt: () => number
  close(): void
}

export type WebSocketClass = new (url: string) => WebSocket

export type RpcOptions = {
  readonly url: string
  readonly WebSocket: WebSocketClass
  readonly now: () => number
  /** How long an answer is waited for. */
  readonly callTimeoutMs: number
  onNotification(channel: string, data: unknown): void
  /** Any frame at all: the venue lives. */
  onMessage(): void
  /** A ping was answered. */
  onRoundTrip?(ms: number): void
  onClosed(): void
}

/** Calls that the venue answers without any work, so that their time is the way there and back. */
const PINGS: ReadonlySet<string> = new Set(['public/test', 'public/hello'])

/** Rejects when the socket does not open. */
export async function openRpc(options: RpcOptions): Promise<Rpc> {
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

function attach(socket: WebSocket, { now, callTimeoutMs, onNotification, onMessage, onRoundTrip, onClosed }: RpcOptions): Rpc {
  const pending = new Map<number, (answer: RpcAnswer) => void>()
  let calls = 0
  let lastMessageAt = now()
  const watchdog = setInterval(() => {
    if (now() - lastMessageAt > SILENCE_MS) socket.terminate()
  }, SILENCE_MS / 5)

  const call: Rpc['call'] = (method, params) =>
    new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve({ kind: 'LOST', reason: 'the connection to the venue is closed' })
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
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })

  const receive = (frame: Frame): void => {
    switch (frame.kind) {
      case 'ANSWER':
        // A second answer to the same id finds nobody waiting, and is dropped.
        return pending.get(Number(frame.id))?.(frame.answer)
      case 'NOTIFICATION':
        return onNotification(frame.channel, frame.data)
      case 'TEST_REQUEST':
        // Only public/test keeps the socket open; no ping of ours does.
        return void call('public/test', {})
      case 'OTHER':
        return
    }
  }

  socket.on('message', (data) => {
    lastMessageAt = now()
    onMessage()
    receive(frameFromWire(data.toString()))
  })
  socket.on('close', () => {
    clearInterval(watchdog)
    for (const settle of [...pending.values()]) settle({ kind: 'LOST', reason: 'the connection to the venue was lost' })
    onClosed()
  })
  return { call, lastMessageAt: () => lastMessageAt, close: () => socket.terminate() }
}
