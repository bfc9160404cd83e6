import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextId, openConnection } from './connection.ts'
import { createClient } from '../create-client.ts'
import { limits } from './limits.ts'

/** The other end of a WebSocket, controlled by the test: what was sent, and when it opens, sends something or is closed. */
class Wire extends EventTarget {
  static last: Wire
  readonly sent: { readonly id: number; readonly method: string }[] = []
  closedWith: number | undefined
  readonly OPEN = WebSocket.OPEN
  readyState: number = WebSocket.OPEN

  constructor() {
    super()
    Wire.last = this
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Wire['sent'][number])
  }

  close(code: number): void {
    this.closedWith = code
  }

  says(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const means = { Socket: Wire as unknown as typeof WebSocket, heartbeatMs: limits.heartbeatMs }

function open() {
  const ended = vi.fn()
  const latencies: number[] = []
  const warned: string[] = []
  const connection = openConnection(
    'ws://here',
    { ...means, warn: (words) => warned.push(words) },
    {
      onOpen: () => undefined,
      onNotice: () => undefined,
      onLatency: (latencyMs) => latencies.push(latencyMs),
      onReceived: () => undefined,
      onEnd: ended,
    },
  )
  const wire = Wire.last
  wire.dispatchEvent(new Event('open'))
  return { wire, connection, ended, warned, latencies, answer: () => wire.says({ jsonrpc: '2.0', id: wire.sent.at(-1)!.id }) }
}

describe('ids of requests', () => {
  // Proves T 9.19.
  it.each([
    [0, [], 1],
    [2_147_483_646, [], 2_147_483_647],
    [2_147_483_647, [], 1],
    [2_147_483_647, [1, 2], 3],
    [7, [8], 9],
  ])('after %i, with %j waiting, comes %i', (last, waiting, next) => {
    expect(nextId(last, new Map(waiting.map((id) => [id, undefined])))).toBe(next)
  })
})

describe('a socket without a token', () => {
  // Proves T 9.5.
  it('is not given up for five seconds', async () => {
    const credentials = { kind: 'session', token: () => undefined, onToken: () => undefined } as const
    const socket = createClient({ baseUrl: 'http://nowhere.example', credentials }).socket({ cancelOnDisconnect: false })
    await vi.advanceTimersByTimeAsync(4_900)
    expect(socket.state()).toBe('CONNECTING')
    await vi.advanceTimersByTimeAsync(200)
    expect(socket.state()).toBe('RECONNECTING')
    socket.close()
  })
})

describe('a connection', () => {
  // Proves T 8.9.
  it('warns of a frame that is not JSON, and goes on', () => {
    const { wire, ended, warned, latencies, answer } = open()
    wire.dispatchEvent(new MessageEvent('message', { data: '<html>' }))
    answer()
    expect(warned).toEqual(['A frame from the server is not JSON.'])
    expect([ended.mock.calls.length, latencies.length]).toEqual([0, 0])
  })

  // Proves T 5.12.
  it('sends no request whose signal is aborted already, and gives one up when its signal is', async () => {
    const { connection, wire } = open()
    const sent = wire.sent.length
    expect(await connection.request('subscribe', undefined, 5_000, undefined, AbortSignal.abort())).toBeUndefined()
    expect(wire.sent.length).toBe(sent)
    const asking = new AbortController()
    const onAnswer = vi.fn()
    const answer = connection.request('subscribe', { channel: 'rfqs' }, 5_000, onAnswer, asking.signal)
    expect(wire.sent.length).toBe(sent + 1)
    asking.abort()
    expect(await answer).toBeUndefined()
    // The other side answers anyway, and the answer is ignored.
    wire.says({ jsonrpc: '2.0', id: wire.sent.at(-1)!.id })
    expect(onAnswer).not.toHaveBeenCalled()
  })

  // Proves T 9.2.
  it('beats when it opens and every five seconds', () => {
    const { wire, answer } = open()
    const beats = () => wire.sent.filter(({ method }) => method === 'heartbeat').length
    for (const wanted of [1, 2, 3, 4]) {
      expect(beats()).toBe(wanted)
      answer()
      vi.advanceTimersByTime(limits.heartbeatMs)
    }
    expect(limits.heartbeatMs).toBe(5_000)
  })

  // Proves T 4.16, T 8.18, T 9.2.
  it('takes silence for death: without an answer to its heartbeat it ends ten seconds after the last one', async () => {
    const { ended, answer } = open()
    answer()
    await vi.advanceTimersByTimeAsync(limits.heartbeatMs + limits.heartbeatTimeoutMs - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledOnce()
  })

  // Proves A 7.35.
  it('ends a request without an answer after its time, and goes on', async () => {
    const { answer, ended, connection } = open()
    answer()
    const WITHIN_MS = 3_000
    const answered = vi.fn()
    void connection.request('subscribe', { channel: 'drfq' }, WITHIN_MS).then(answered)
    await vi.advanceTimersByTimeAsync(WITHIN_MS - 1)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(answered).toHaveBeenCalledExactlyOnceWith(undefined)
    expect(ended).not.toHaveBeenCalled()
  })

  it('sends nothing once the other side has begun to close: the request ends with the connection', async () => {
    const { wire, ended, answer, connection } = open()
    answer()
    wire.readyState = WebSocket.CLOSING
    const answered = vi.fn()
    void connection.request('subscribe', { channel: 'drfq' }, limits.subscribeTimeoutMs).then(answered)
    await vi.advanceTimersByTimeAsync(1)
    expect(wire.sent.map(({ method }) => method)).toEqual(['heartbeat'])
    expect(answered).not.toHaveBeenCalled()
    wire.dispatchEvent(new Event('close'))
    await vi.advanceTimersByTimeAsync(0)
    expect(answered).toHaveBeenCalledExactlyOnceWith(undefined)
    expect(ended).toHaveBeenCalledOnce()
  })

  it('ends once, with its requests unanswered, whether it is closed or never opens', async () => {
    const { wire, ended } = open()
    wire.dispatchEvent(new Event('error'))
    wire.dispatchEvent(new Event('close'))
    await vi.advanceTimersByTimeAsync(limits.heartbeatMs * 4)
    expect(ended).toHaveBeenCalledOnce()
    expect(wire.sent).toHaveLength(1)

    const neverOpened = vi.fn()
    const nobody = { onOpen: () => undefined, onNotice: () => undefined, onLatency: () => undefined, onReceived: () => undefined }
    openConnection('ws://nowhere', means, { ...nobody, onEnd: neverOpened })
    vi.advanceTimersByTime(limits.connectTimeoutMs)
    expect(neverOpened).toHaveBeenCalledOnce()
    expect(Wire.last.closedWith).toBe(1_000)
  })
})
