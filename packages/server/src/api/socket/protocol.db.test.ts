import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { HandshakeRefused, openTestSocket, signatureHeaders, startTestProduct, type TestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  product = await startTestProduct(database.url)
  token = await product.signIn()
})
afterAll(() => product.close())

const open = (query: string, headers?: Record<string, string>) => openTestSocket(product.server.baseUrl, query, headers)
const byKey = () => open(`/v2/drfq/?api-key=${product.key.accessKey}&cancel_on_disconnect=false`)

describe('a handshake', () => {
  it.each([
    ['a key', () => `/v2/drfq/?api-key=${product.key.accessKey}`],
    ['a key, without the slash', () => `/v2/drfq?api-key=${product.key.accessKey}`],
    ['a token, as the web client writes it', () => `/v2/drfq?cancel-on-disconnect=0&token=${token}`],
  ])('with %s is welcome', async (_name, query) => {
    const socket = await open(query())
    socket.send({ id: 1, jsonrpc: '2.0', method: 'heartbeat' })
    expect(await socket.next()).toEqual({ id: 1, jsonrpc: '2.0' })
    socket.close()
  })

  it.each(['/v2/drfq/', '/v2/drfq'])('signed as GET %s without the query is welcome', async (path) => {
    const headers = signatureHeaders(product.key, product.clock.now, 'GET', path, '')
    const socket = await open(`${path}?cancel_on_disconnect=false`, headers)
    socket.close()
  })

  it('signed beside the key in the query is welcome, and refused where another key signed', async () => {
    const headers = () => signatureHeaders(product.key, product.clock.now, 'GET', '/v2/drfq/', '')
    const { authorization: _, ...unnamed } = headers()
    const query = `?api-key=${product.key.accessKey}&cancel_on_disconnect=true`
    for (const signed of [headers(), unnamed]) (await open(`/v2/drfq/${query}`, signed)).close()
    const other = await product.server.operator.createApiKey('ORRY', 'other', 'COMPATIBLE')
    const refused = open(`/v2/drfq/?api-key=${other.accessKey}`, headers())
    await expect(refused).rejects.toMatchObject({ status: 403, body: expect.stringContaining('InvalidAccessKey') })
  })

  it.each([
    ['an unknown key', () => '/v2/drfq/?api-key=nobody', {}, 403],
    ['an unknown token', () => '/v2/drfq/?token=ps_nothing', {}, 403],
    ['nothing', () => '/v2/drfq/', {}, 403],
    ['a word that is not a flag', () => `/v2/drfq/?api-key=${product.key.accessKey}&cancel_on_disconnect=maybe`, {}, 403],
    ['a number that is not one', () => `/v2/drfq/?api-key=${product.key.accessKey}&from_seq=-1`, {}, 403],
    ["another site's page", () => `/v2/drfq/?token=${token}`, { origin: 'https://elsewhere.example' }, 403],
    ['another address', () => `/v1/nowhere/?api-key=${product.key.accessKey}`, {}, 404],
  ])('with %s is refused in JSON', async (_name, query, headers, status) => {
    const refused = await open(query(), headers as Record<string, string>).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(HandshakeRefused)
    expect((refused as HandshakeRefused).status).toBe(status)
    expect(JSON.parse((refused as HandshakeRefused).body)).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
  })

  it('from our own page a token is welcome', async () => {
    const socket = await open(`/v2/drfq/?token=${token}`, { origin: product.server.baseUrl, host: new URL(product.server.baseUrl).host })
    socket.close()
  })
})

describe('a handshake from a page of another site', () => {
  const elsewhere = ['https://elsewhere.example', 'null', 'http://localhost:1', 'not an address']

  it.each(elsewhere)(
    'of %s is welcome with a key, which no browser adds by itself: libraries of bots send what they like',
    async (origin) => {
      const key = await open(`/v2/drfq/?api-key=${product.key.accessKey}&cancel_on_disconnect=false`, { origin })
      key.close()
      const signed = signatureHeaders(product.key, product.clock.now, 'GET', '/v1/ob/', '')
      const other = await open('/v1/ob/?cancel_on_disconnect=false', { ...signed, origin })
      other.close()
    },
  )

  it.each(elsewhere)('of %s is refused with a session: by its token, by a ticket, and by its token in a header', async (origin) => {
    const { json } = await product.send('POST', '/account/socket-ticket/', { headers: { authorization: `Token ${token}` } })
    const { ticket } = json as { ticket: string }
    for (const [query, headers] of [
      [`/v2/drfq/?token=${token}`, {}],
      [`/v1/ob/?ticket=${ticket}`, {}],
      ['/v1/grfq/', { authorization: `Token ${token}` }],
    ] as const) {
      const refused = await open(query, { ...headers, origin }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 403, body: expect.stringContaining('another site') })
    }
    // The ticket was not used up by a page that must not use it.
    const own = await open(`/v1/ob/?ticket=${ticket}`, { origin: product.server.baseUrl, host: new URL(product.server.baseUrl).host })
    own.close()
  })
})

describe('requests', () => {
  it.each<[string, unknown, unknown]>([
    ['a heartbeat has no result', { id: 1, jsonrpc: '2.0', method: 'heartbeat' }, { id: 1, jsonrpc: '2.0' }],
    [
      'id 0 is an id',
      { id: 0, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'rfqs' } },
      { id: 0, jsonrpc: '2.0', result: ['rfqs'] },
    ],
    [
      'a text is an id',
      { id: 'e7-1', jsonrpc: '2.0', method: 'subscribe', params: { channel: 'orders' } },
      { id: 'e7-1', jsonrpc: '2.0', result: ['orders'] },
    ],
    [
      'the old name is echoed',
      { id: 2, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'mmp' } },
      { id: 2, jsonrpc: '2.0', result: ['mmp'] },
    ],
    ['an unknown channel', { id: 3, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'all' } }, { id: 3, error: { code: -32602 } }],
    ['no channel', { id: 4, jsonrpc: '2.0', method: 'subscribe' }, { id: 4, error: { code: -32602, data: { member: 'channel' } } }],
    ['an unknown method', { id: 5, jsonrpc: '2.0', method: 'order' }, { id: 5, error: { code: -32601 } }],
    ['another version', { id: 6, jsonrpc: '1.0', method: 'heartbeat' }, { id: 6, error: { code: -32600 } }],
    ['a list', [{ id: 7, jsonrpc: '2.0', method: 'heartbeat' }], { id: null, error: { code: -32600 } }],
    ['an id that is an object', { id: {}, jsonrpc: '2.0', method: 'heartbeat' }, { id: null, error: { code: -32600 } }],
    ['half a frame', '{"id":8', { id: null, error: { code: -32700 } }],
    ['nothing', '', { id: null, error: { code: -32700 } }],
    ['a deep frame', '['.repeat(500) + ']'.repeat(500), { id: null, error: { code: -32600 } }],
    ['a trap', '{"id":9,"jsonrpc":"2.0","method":"heartbeat","params":{"__proto__":{}}}', { id: null, error: { code: -32600 } }],
    [
      'more members than asked for',
      { id: 10, jsonrpc: '2.0', method: 'unsubscribe', params: { channel: 'x' }, request_uuid: 'u' },
      { result: ['x'] },
    ],
  ])('%s', async (_name, message, answer) => {
    const socket = await byKey()
    socket.send(message)
    expect(await socket.next()).toMatchObject(answer as Record<string, unknown>)
    socket.close()
  })

  it('a request without an id is not answered', async () => {
    const socket = await byKey()
    socket.send({ jsonrpc: '2.0', method: 'subscribe', params: { channel: 'rfqs' } })
    socket.send({ id: 1, jsonrpc: '2.0', method: 'heartbeat' })
    expect(await socket.next()).toEqual({ id: 1, jsonrpc: '2.0' })
    socket.close()
  })

  it('acknowledgements go out before the first notification', async () => {
    const socket = await byKey()
    for (const [id, channel] of ['rfqs', 'orders', 'trades', 'trade_tape'].entries())
      socket.send({ id, jsonrpc: '2.0', method: 'subscribe', params: { channel, snapshot: true } })
    const frames = await Promise.all(Array.from({ length: 8 }, () => socket.next()))
    for (const [index, frame] of frames.entries()) {
      const channel = (frame['params'] as { channel?: string } | undefined)?.channel
      if (channel !== undefined)
        expect(frames.findIndex((ack) => (ack['result'] as string[] | undefined)?.[0] === channel)).toBeLessThan(index)
    }
  })

  it('a frame that is too large ends the socket', async () => {
    const socket = await byKey()
    socket.send('x'.repeat(70_000))
    expect((await socket.closed).code).toBe(1009)
  })
})

describe('a socket ends', () => {
  it('when its heartbeat is missing', async () => {
    const socket = await byKey()
    product.clock.now += 11_000
    expect(await socket.closed).toEqual({ code: 4408, reason: 'HeartbeatMissing' })
  })

  it('at once when its key is revoked', async () => {
    const key = await product.server.operator.createApiKey('ORRY', 'short-lived', 'COMPATIBLE')
    const socket = await open(`/v2/drfq/?api-key=${key.accessKey}`)
    await product.server.operator.revokeApiKey('ORRY', 'short-lived')
    expect(await socket.closed).toEqual({ code: 4401, reason: 'KeyRevoked' })
    expect(await product.signed('GET', '/v2/drfq/echo/', '', key)).toMatchObject({ status: 403 })
  })

  it('at once when its session is logged out', async () => {
    const mine = await product.signIn()
    const socket = await open(`/v2/drfq/?token=${mine}`)
    await product.send('POST', '/account/logout/', { headers: { authorization: `Token ${mine}` } })
    expect((await socket.closed).reason).toBe('KeyRevoked')
  })
})
