import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelMessage, Credentials } from './client.ts'
import { createClient } from './create-client.ts'
import { acknowledge, notice, startTestServer, type Behaviour, type Frame } from './test-server.ts'

const key: Credentials = { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' }
const closers: (() => Promise<void> | void)[] = []
const WITHIN = { timeout: 20_000 }

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(frame: NonNullable<Behaviour['frame']>) {
  const server = await startTestServer({ frame })
  closers.push(server.close)
  const socket = createClient({ baseUrl: server.baseUrl, credentials: key }).socket()
  closers.push(() => socket.close())
  return { server, socket }
}

/** Answers every subscription with a snapshot numbered by how often it was asked. */
function snapshots(asked: Frame[]): NonNullable<Behaviour['frame']> {
  return (frame, peer) => {
    acknowledge(frame, peer)
    if (frame.method !== 'subscribe') return
    asked.push(frame)
    peer.send(notice('rfqs', [`list ${asked.length}`], 'SNAPSHOT', 10 * asked.length))
  }
}

describe('the socket', () => {
  it('proves itself in the query, opens, and measures the round trip of its heartbeat', async () => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.latencyMs()).toBeGreaterThan(0), WITHIN)
    expect(socket.state()).toBe('OPEN')
    expect(server.peers[0]!.url).toBe('/v2/drfq/?api-key=orry&cancel_on_disconnect=false')
  })

  it('brings a snapshot first, then what changes, only to those who listen to that channel', async () => {
    const asked: Frame[] = []
    const { server, socket } = await open(snapshots(asked))
    const heard: ChannelMessage<string>[] = []
    socket.subscribe<string>('rfqs', (message) => heard.push(message), { snapshot: true })
    await vi.waitFor(() => expect(heard).toHaveLength(1), WITHIN)
    server.peers[0]!.send(notice('trades', 'not asked for', 'ADDED', 1))
    server.peers[0]!.send(notice('rfqs', 'one more', 'ADDED', 11, 10))
    await vi.waitFor(() => expect(heard).toHaveLength(2), WITHIN)
    expect(heard).toEqual([
      { event: 'SNAPSHOT', data: ['list 1'], seqGroup: 1, seqNum: 10 },
      { event: 'ADDED', data: 'one more', seqGroup: 1, seqNum: 11 },
    ])
    expect(asked[0]!.params).toEqual({ channel: 'rfqs', snapshot: true })
  })

  it('asks again when a number is missing, and drops what would not fit', async () => {
    const { server, socket } = await open(snapshots([]))
    const heard: unknown[] = []
    socket.subscribe<string>('rfqs', ({ data }) => heard.push(data), { snapshot: true })
    await vi.waitFor(() => expect(heard).toHaveLength(1), WITHIN)
    server.peers[0]!.send(notice('rfqs', 'after a gap', 'ADDED', 15, 14))
    await vi.waitFor(() => expect(heard).toHaveLength(2), WITHIN)
    expect(heard).toEqual([['list 1'], ['list 2']])
  })

  it('comes back by itself after a cut, with everything it listened to', async () => {
    const { server, socket } = await open(snapshots([]))
    const states: string[] = []
    socket.onState((state) => states.push(state))
    const heard: unknown[] = []
    socket.subscribe<string>('rfqs', ({ data }) => heard.push(data), { snapshot: true })
    await vi.waitFor(() => expect(heard).toHaveLength(1), WITHIN)
    server.peers[0]!.cut()
    await vi.waitFor(() => expect(heard).toEqual([['list 1'], ['list 2']]), WITHIN)
    expect(states).toEqual(['OPEN', 'RECONNECTING', 'OPEN'])
  })

  it('ends the session when the handshake is refused because it is over', async () => {
    const server = await startTestServer({ welcomes: 'NOBODY', reply: () => ({ status: 401, body: { detail: 'Invalid token.' } }) })
    closers.push(server.close)
    const told: unknown[] = []
    let token: string | undefined = 'old'
    const onToken = (next: string | undefined, reason?: string): void => void told.push((token = next), reason)
    const socket = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'session', token: () => token, onToken } }).socket()
    closers.push(() => socket.close())
    await vi.waitFor(() => expect(told).toEqual([undefined, 'token-expired']), WITHIN)
    expect(socket.state()).toBe('RECONNECTING')
  })

  it('reconnects at once when asked to', async () => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    socket.reconnect()
    expect(socket.state()).toBe('RECONNECTING')
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    expect(server.peers).toHaveLength(2)
  })

  it('tells a refusal that is final, and tries again after one that is not', async () => {
    const asked: string[] = []
    const { socket } = await open((frame, peer) => {
      if (frame.method !== 'subscribe') return acknowledge(frame, peer)
      const channel = frame.params!.channel
      asked.push(channel)
      if (channel === 'orders' && asked.filter((one) => one === 'orders').length === 2) return acknowledge(frame, peer)
      peer.send({ jsonrpc: '2.0', id: frame.id, error: { code: channel === 'orders' ? 503 : 1001, message: 'No.' } })
    })
    const refusals: string[] = []
    socket.subscribe('bbo.r1', () => undefined, { onRefused: (message) => refusals.push(`bbo.r1 ${message}`) })
    socket.subscribe('orders', () => undefined, { onRefused: (message) => refusals.push(`orders ${message}`) })
    await vi.waitFor(() => expect(asked.filter((one) => one === 'orders')).toHaveLength(2), WITHIN)
    expect(refusals).toEqual(['bbo.r1 No.'])
    expect(asked.filter((one) => one === 'bbo.r1')).toHaveLength(1)
  })

  it('leaves a channel when the last listener has left', async () => {
    const frames: Frame[] = []
    const { server, socket } = await open((frame, peer) => {
      frames.push(frame)
      acknowledge(frame, peer)
    })
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    const heard: unknown[] = []
    const first = socket.subscribe('orders', ({ data }) => heard.push(['first', data]))
    const second = socket.subscribe('orders', ({ data }) => heard.push(['second', data]))
    first.unsubscribe()
    server.peers[0]!.send(notice('orders', 'x', 'ADDED', 1))
    await vi.waitFor(() => expect(heard).toEqual([['second', 'x']]), WITHIN)
    second.unsubscribe()
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ method: 'unsubscribe', params: { channel: 'orders' } }), WITHIN)
    expect(frames.filter(({ method }) => method === 'subscribe')).toHaveLength(1)
  })
})
