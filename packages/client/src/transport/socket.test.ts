import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelMessage, Credentials, SocketState } from './client.ts'
import { createClient } from '../create-client.ts'
import { createSigner } from './sign.ts'
import { acknowledge, notice, startTestServer, type Behaviour, type Frame } from '../../test/test-server.ts'

const key = { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' } as const satisfies Credentials
const closers: (() => Promise<void> | void)[] = []
const WITHIN = { timeout: 45_000 }

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(frame: NonNullable<Behaviour['frame']>) {
  const server = await startTestServer({ frame })
  closers.push(server.close)
  const socket = createClient({ baseUrl: server.baseUrl, credentials: key }).socket({ cancelOnDisconnect: false })
  closers.push(() => socket.close())
  return { server, socket }
}

/** Answers every subscription with a snapshot that has the number of the request. */
function snapshots(asked: Frame[]): NonNullable<Behaviour['frame']> {
  return (frame, peer) => {
    acknowledge(frame, peer)
    if (frame.method !== 'subscribe') return
    asked.push(frame)
    peer.send(notice('rfqs', [`list ${asked.length}`], 'SNAPSHOT', 10 * asked.length))
  }
}

describe('the socket', () => {
  it('proves itself by a signature in its headers and not in its address, opens, and measures the round trip of its heartbeat', async () => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.latencyMs()).toBeGreaterThan(0), WITHIN)
    expect(socket.state()).toBe('OPEN')
    const { url, headers } = server.peers[0]!
    expect(url).toBe('/v2/drfq/?cancel_on_disconnect=false')
    const timestampMs = Number(headers['paradigm-api-timestamp'])
    const signature = await createSigner(key.secretKey)({ timestampMs, method: 'GET', pathWithQuery: url, body: '' })
    expect(headers).toMatchObject({ authorization: 'Bearer orry', 'paradigm-api-signature': signature })
  })

  it('reports how long the server has been silent: from zero with every frame, and undefined before the first', async () => {
    const { server, socket } = await open(() => undefined)
    expect(socket.silentMs()).toBeUndefined()
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    await vi.waitFor(() => expect(socket.silentMs()).toBeGreaterThan(20), WITHIN)
    const before = socket.silentMs()!
    server.peers[0]!.send(notice('rfqs', 'anything', 'ADDED', 1))
    await vi.waitFor(() => expect(socket.silentMs()).toBeLessThan(before), { ...WITHIN, interval: 1 })
  })

  it('goes through the door it is given: each flow has its own', async () => {
    const server = await startTestServer({ frame: acknowledge })
    closers.push(server.close)
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    for (const door of ['/v1/ob', '/v1/grfq'] as const) {
      const socket = client.socket({ cancelOnDisconnect: false, door })
      closers.push(() => socket.close())
      await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    }
    expect(server.peers.map(({ url }) => url)).toEqual(['/v1/ob', '/v1/grfq'].map((door) => `${door}/?cancel_on_disconnect=false`))
  })

  it('brings a snapshot first, then what changes, only to those who listen to that channel', async () => {
    const asked: Frame[] = []
    const { server, socket } = await open(snapshots(asked))
    const received: ChannelMessage<string>[] = []
    socket.subscribe<string>('rfqs', (message) => received.push(message), { snapshot: true })
    await vi.waitFor(() => expect(received).toHaveLength(1), WITHIN)
    server.peers[0]!.send(notice('trades', 'not asked for', 'ADDED', 1))
    server.peers[0]!.send(notice('rfqs', 'one more', 'ADDED', 11, 10))
    await vi.waitFor(() => expect(received).toHaveLength(2), WITHIN)
    expect(received).toEqual([
      { event: 'SNAPSHOT', data: ['list 1'], seqGroup: 1, seqNum: 10 },
      { event: 'ADDED', data: 'one more', seqGroup: 1, seqNum: 11 },
    ])
    expect(asked[0]!.params).toEqual({ channel: 'rfqs', snapshot: true })
  })

  it('asks again when a number is missing, and drops what would not fit', async () => {
    const { server, socket } = await open(snapshots([]))
    const received: unknown[] = []
    socket.subscribe<string>('rfqs', ({ data }) => received.push(data), { snapshot: true })
    await vi.waitFor(() => expect(received).toHaveLength(1), WITHIN)
    server.peers[0]!.send(notice('rfqs', 'after a gap', 'ADDED', 15, 14))
    await vi.waitFor(() => expect(received).toHaveLength(2), WITHIN)
    expect(received).toEqual([['list 1'], ['list 2']])
  })

  // Proves A 4.53, A 4.54, A 7.34, T 4.17, T 4.19.
  it('comes back by itself after a cut, with everything it listened to', async () => {
    const { server, socket } = await open(snapshots([]))
    const states: string[] = []
    socket.onState((state) => states.push(state))
    const received: unknown[] = []
    socket.subscribe<string>('rfqs', ({ data }) => received.push(data), { snapshot: true })
    await vi.waitFor(() => expect(received).toHaveLength(1), WITHIN)
    server.peers[0]!.cut()
    await vi.waitFor(() => expect(received).toEqual([['list 1'], ['list 2']]), WITHIN)
    expect(states).toEqual(['OPEN', 'RECONNECTING', 'OPEN'])
  })

  it.each([
    [1001, 'ServerStopping'],
    [4409, 'TakenOver'],
  ])('comes back by itself when the server closes it with %i %s', async (code, reason) => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    server.peers[0]!.close(code, reason)
    await vi.waitFor(() => expect(server.peers).toHaveLength(2), WITHIN)
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
  })

  // Proves A 4.55, A 9.8.
  it('that is left closes with code 1000', async () => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    socket.close()
    expect(await server.peers[0]!.closed).toBe(1_000)
  })

  // Proves T 7.62.
  it('of a session opens with a ticket, a new one each time, and never shows the token in an address', async () => {
    const server = await startTestServer({
      frame: acknowledge,
      reply: (_received, count) => ({ body: { ticket: `t${count}`, expires_at: 0 } }),
    })
    closers.push(server.close)
    const credentials: Credentials = { kind: 'session', token: () => 'secret', onToken: () => undefined }
    const socket = createClient({ baseUrl: server.baseUrl, credentials }).socket({ cancelOnDisconnect: false })
    closers.push(() => socket.close())
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    server.peers[0]!.cut()
    await vi.waitFor(() => expect(server.peers).toHaveLength(2), WITHIN)
    expect(server.peers.map(({ url }) => url)).toEqual(['t1', 't2'].map((t) => `/v2/drfq/?ticket=${t}&cancel_on_disconnect=false`))
    expect(server.received.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
      ['t1', 't2'].map(() => ['POST', '/account/socket-ticket/', 'Token secret']),
    )
  })

  it.each([
    ['closes for good if its signature does not fit, with the reason', 401, 'InvalidSignature', 'CLOSED', 'Refused'],
    ['closes for good if its key is unknown or revoked, with the reason', 403, 'InvalidAccessKey', 'CLOSED', 'Refused'],
    ['tries again if its key is suspended, and warns once', 403, 'AccessSuspended', 'RECONNECTING', undefined],
    ['tries again if its key is not accepted from the address, and warns once', 403, 'AddressNotAllowed', 'RECONNECTING', undefined],
    ['tries again if a proxy refuses it, and warns once', 403, undefined, 'RECONNECTING', undefined],
    ['tries again if the server is not ready', 503, 'Unavailable', 'RECONNECTING', undefined],
  ] as const)('%s', async (_, status, error, state, message) => {
    const server = await startTestServer({
      welcomes: 'NOBODY',
      reply: () => ({ status, body: { detail: 'Refused', message: 'Refused', error } }),
    })
    closers.push(server.close)
    const warned: string[] = []
    const warn = (words: string) => void warned.push(words)
    const socket = createClient({ baseUrl: server.baseUrl, credentials: key, warn }).socket({ cancelOnDisconnect: false })
    closers.push(() => socket.close())
    const states: [SocketState, string | undefined][] = []
    socket.onState((next, cause) => states.push([next, cause?.message]))
    const asked = () => server.received.filter(({ url }) => url === '/v2/drfq/echo/').length
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(state === 'CLOSED' ? 0 : 2), WITHIN)
    await vi.waitFor(() => expect(states.at(-1)).toEqual([state, message]), WITHIN)
    expect(warned).toEqual(status === 403 && state === 'RECONNECTING' ? ['/v2/drfq: Refused'] : [])
  })

  // Proves T 9.5.
  it('waits for a token that is not there yet, and connects as soon as it is', async () => {
    const server = await startTestServer({ frame: acknowledge, reply: () => ({ body: { ticket: 't', expires_at: 0 } }) })
    closers.push(server.close)
    let token: string | undefined
    const credentials: Credentials = { kind: 'session', token: () => token, onToken: () => undefined }
    const states: SocketState[] = []
    const socket = createClient({ baseUrl: server.baseUrl, credentials }).socket({ cancelOnDisconnect: false })
    closers.push(() => socket.close())
    socket.onState((state) => states.push(state))
    token = 'late'
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    expect(states).toEqual(['OPEN'])
  })

  // Proves T 8.15.
  it('warns of a channel that its door does not have, and not of one that was just left', async () => {
    const warned: string[] = []
    const server = await startTestServer({ frame: acknowledge })
    closers.push(server.close)
    const warn = (words: string) => warned.push(words)
    const socket = createClient({ baseUrl: server.baseUrl, credentials: key, warn }).socket({ cancelOnDisconnect: false })
    closers.push(() => socket.close())
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    server.peers[0]!.send(notice('rfqs', 'late', 'ADDED', 1))
    server.peers[0]!.send(notice('quote_status', 'of another door', 'ADDED', 2))
    await vi.waitFor(() => expect(warned).toEqual(['/v2/drfq sent a message on the unknown channel quote_status.']), WITHIN)
  })

  it('asks for a ticket again when none could be had, and not once it is closed', async () => {
    const server = await startTestServer({
      frame: acknowledge,
      reply: (_received, count) => (count === 1 ? { status: 503 } : { body: { ticket: `t${count}`, expires_at: 0 } }),
    })
    closers.push(server.close)
    const credentials: Credentials = { kind: 'session', token: () => 'secret', onToken: () => undefined }
    const client = createClient({ baseUrl: server.baseUrl, credentials })
    const [open, closed] = [client.socket({ cancelOnDisconnect: false }), client.socket({ cancelOnDisconnect: false })]
    closers.push(() => open.close())
    closed.close()
    await vi.waitFor(() => expect(open.state()).toBe('OPEN'), WITHIN)
    expect(server.peers).toHaveLength(1)
    expect(closed.state()).toBe('CLOSED')
  })

  it('of a key in a browser closes for good if its key gets no ticket, with the reason', async () => {
    vi.stubGlobal('document', {})
    closers.push(() => void vi.unstubAllGlobals())
    const body = { error: 'InvalidAccessKey', message: 'Invalid API Access Key' }
    const server = await startTestServer({ welcomes: 'NOBODY', reply: () => ({ status: 403, body }) })
    closers.push(server.close)
    const socket = createClient({ baseUrl: server.baseUrl, credentials: key }).socket({ cancelOnDisconnect: false })
    closers.push(() => socket.close())
    const ended = new Promise((resolve) => socket.onState((state, cause) => state === 'CLOSED' && resolve(cause?.message)))
    expect(await ended).toBe('Invalid API Access Key')
    expect(server.received.map(({ url }) => url)).toEqual(['/account/socket-ticket/'])
  })

  it('ends the session when no ticket is given because it is over', async () => {
    const server = await startTestServer({ welcomes: 'NOBODY', reply: () => ({ status: 401, body: { detail: 'Invalid token.' } }) })
    closers.push(server.close)
    const given: unknown[] = []
    let token: string | undefined = 'old'
    const onToken = (next: string | undefined, reason?: string): void => void given.push((token = next), reason)
    const socket = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'session', token: () => token, onToken } }).socket({
      cancelOnDisconnect: false,
    })
    closers.push(() => socket.close())
    await vi.waitFor(() => expect(given).toEqual([undefined, 'token-expired']), WITHIN)
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

  it('ends the wait for the next try as soon as the network is back', async () => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    socket.retry()
    expect(socket.state()).toBe('OPEN')
    // The clock is stopped, so that no wait ends on its own.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    closers.push(() => void vi.useRealTimers())
    const become = (state: SocketState) =>
      new Promise<void>((resolve) => socket.onState((next) => (next === state ? resolve() : undefined)))
    const [cut, back] = [become('RECONNECTING'), become('OPEN')]
    server.peers[0]!.cut()
    await cut
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    socket.retry()
    await back
    expect(server.peers).toHaveLength(2)
  })

  it('drops a connection that has been silent for too long to be believed, when the network is back', async () => {
    const { server, socket } = await open(acknowledge)
    await vi.waitFor(() => expect(socket.latencyMs()).toBeGreaterThan(0), WITHIN)
    const later = performance.now() + 60_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    closers.push(() => void vi.restoreAllMocks())
    socket.retry()
    expect(socket.state()).toBe('RECONNECTING')
    await vi.waitFor(() => expect(server.peers).toHaveLength(2), WITHIN)
  })

  // Proves T 4.21.
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

  // Proves T 7.64.
  it('leaves a channel when the last listener has left', async () => {
    const frames: Frame[] = []
    const { server, socket } = await open((frame, peer) => {
      frames.push(frame)
      acknowledge(frame, peer)
    })
    await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), WITHIN)
    const received: unknown[] = []
    const first = socket.subscribe('orders', ({ data }) => received.push(['first', data]))
    const second = socket.subscribe('orders', ({ data }) => received.push(['second', data]))
    first.unsubscribe()
    server.peers[0]!.send(notice('orders', 'x', 'ADDED', 1))
    await vi.waitFor(() => expect(received).toEqual([['second', 'x']]), WITHIN)
    second.unsubscribe()
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ method: 'unsubscribe', params: { channel: 'orders' } }), WITHIN)
    expect(frames.filter(({ method }) => method === 'subscribe')).toHaveLength(1)
  })
})
