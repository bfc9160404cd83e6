import { connect } from 'node:net'
import { errors } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketShards } from '../../shards/shards.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { signatureHeaders, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { readBuild } from '../../build.ts'

const database = withTestDatabase()
let product: TestProduct
let token: string
beforeAll(async () => {
  product = await startTestProduct(database.url)
  token = await product.signIn()
})
afterAll(() => product.close())

const bearer = (text: string) => ({ authorization: text })
const codes = new Set<number>(Object.values(errors).map(({ code }) => code))

// Proves A 10.17.
describe('who calls', () => {
  // Proves T 7.17.
  it.each(['/v2/drfq/echo/', '/v2/drfq/echo', '/v1/echo/', '/v1/echo'])(
    'a signed request reaches %s, with and without the slash',
    async (path) => {
      expect(await product.signed('GET', path)).toMatchObject({ status: 200, json: {} })
    },
  )

  it('a body is signed as it was sent, spaces and all, and a GET may have one', async () => {
    expect(await product.signed('POST', '/v2/drfq/echo/', '{"a": 1,  "b":"ü"}')).toMatchObject({ status: 200, json: { a: 1, b: 'ü' } })
    expect(await product.signed('GET', '/v2/drfq/mmp/status/', '{}')).toMatchObject({ status: 200, json: { rate_limit_hit: false } })
  })

  it('the query is signed as it was sent', async () => {
    expect(await product.signed('GET', '/v2/drfq/echo/?b=2&a=%20x&a=y')).toMatchObject({ status: 200, json: { b: '2', a: 'y' } })
  })

  it.each([
    ['Token', (text: string) => `Token ${text}`],
    ['Bearer', (text: string) => `Bearer ${text}`],
    ['JWT', (text: string) => `JWT ${text}`],
    ['no word', (text: string) => text],
  ])('a session is known by its token with %s before it', async (_name, header) => {
    expect(await product.send('GET', '/account/user', { headers: bearer(header(token)) })).toMatchObject({ status: 200 })
  })

  it('a caller without credentials is asked to sign in', async () => {
    expect(await product.send('GET', '/v2/drfq/rfqs/')).toMatchObject({
      status: 401,
      json: { detail: 'Authentication credentials were not provided.' },
    })
  })

  it('an unknown key is reported', async () => {
    const answer = await product.signed('GET', '/v2/drfq/echo/', '', { accessKey: 'nobody', secretKey: 'AAAA' })
    expect(answer).toMatchObject({ status: 403, json: { detail: 'Invalid API Access Key' } })
  })

  it.each([
    ['another method', { method: 'PUT' }],
    ['another path', { path: '/v2/drfq/echo' }],
    ['another body', { body: '{"a":1}' }],
    ['a time 31 s ago', { ago: 31_000 }],
    ['a time 31 s ahead', { ago: -31_000 }],
  ])('a signature over %s is refused', async (_name, wrong: { method?: string; path?: string; body?: string; ago?: number }) => {
    const at = product.clock.now - (wrong.ago ?? 0)
    const headers = signatureHeaders(product.key, at, wrong.method ?? 'POST', wrong.path ?? '/v2/drfq/echo/', wrong.body ?? '{"a": 1}')
    const answer = await product.send('POST', '/v2/drfq/echo/', { body: '{"a": 1}', headers })
    expect(answer).toMatchObject({ status: 401, json: { detail: 'Invalid signature' } })
  })

  it('a key without a signature is not enough', async () => {
    const answer = await product.send('GET', '/v2/drfq/echo/', { headers: bearer(`Bearer ${product.key.accessKey}`) })
    expect(answer).toMatchObject({ status: 401, json: { detail: 'Invalid signature' } })
  })

  it('an unknown token is reported', async () => {
    expect(await product.send('GET', '/account/user/', { headers: bearer('Token ps_nothing') })).toMatchObject({
      status: 401,
      json: { detail: 'Invalid token.' },
    })
  })

  // Proves W 2.4.
  it('the desk may be named, and must then be the right one', async () => {
    const headers = signatureHeaders(product.key, product.clock.now, 'GET', '/v2/drfq/echo/', '')
    expect((await product.send('GET', '/v2/drfq/echo/', { headers: { ...headers, 'paradigm-account': 'ORRY' } })).status).toBe(200)
    expect((await product.send('GET', '/v2/drfq/echo/', { headers: { ...headers, 'paradigm-account': 'KEST' } })).json).toMatchObject({
      code: 1001,
    })
  })

  it('who only watches may not trade, and who trades may not administer', async () => {
    const viewer = bearer(`Token ${await product.signIn('vera@orrery.example')}`)
    expect((await product.send('DELETE', '/v2/drfq/orders/', { headers: viewer })).json).toMatchObject({ code: 1001 })
    expect(await product.signed('POST', '/account/desk/api-keys/', '{"name":"x"}')).toMatchObject({ status: 403, json: { code: 1001 } })
  })
})

describe('a mass cancel with an idempotency key', () => {
  it.each(['/v2/drfq/orders/', '/v1/ob/quotes/'])(
    'gives its first answer again, and is another request with another query: DELETE %s',
    async (path) => {
      const cancel = (query: string) => {
        const headers = signatureHeaders(product.key, (product.clock.now += 1), 'DELETE', path + query, '')
        return product.send('DELETE', path + query, { headers: { ...headers, 'idempotency-key': `cancel-${path.length}` } })
      }
      const [first, again, other] = [await cancel('?venue=DBT'), await cancel('?venue=DBT'), await cancel('?venue=BIT')]
      expect(first.status).toBe(200)
      expect(again).toMatchObject({ status: 200, json: first.json })
      expect(other).toMatchObject({ status: 409, json: { error: 'IdempotencyKeyReused' } })
    },
  )
})

describe('what covers everything but what is named', () => {
  // Proves W 3.9.
  it.each<[string, string, object | undefined, string, string]>([
    ['DELETE', '/v2/drfq/orders/?sied=BUY', undefined, 'sied', 'rfq_id, venue, currency, base_currency, side, state'],
    ['DELETE', '/v2/drfq/orders/?side=BUY&rfqid=r_1', undefined, 'rfqid', 'rfq_id, venue'],
    ['DELETE', '/v2/drfq/orders/', { side: 'BUY' }, 'side', 'it has no members'],
    ['DELETE', '/v1/ob/quotes/?status=OPEN', undefined, 'status', 'rfq_id, side, price, venue, currency, label'],
    ['DELETE', '/v1/grfq/quotes/?sid=SELL', undefined, 'sid', 'rfq_id, side, price, venue, currency, label'],
    ['DELETE', '/v1/grfq/quotes/', { rfq_id: 1 }, 'rfq_id', 'it has no members'],
    ['POST', '/v2/protection/cancel_all/', { sied: 'BUY' }, 'sied', 'flow, product, rfq_id, side, price, label, key, include_rfqs'],
    ['POST', '/v2/protection/cancel_all/?side=BUY', undefined, 'side', 'it has no parameters'],
    ['POST', '/v2/protection/reset/', { prodct: 'DO' }, 'prodct', 'product, limit'],
  ])('%s %s %j is refused, and says what it would accept', async (method, path, body, member, accepted) => {
    const answer = await product.signed(method, path, body === undefined ? '' : JSON.stringify(body))
    expect(answer).toMatchObject({ status: 400, json: { code: -32602, error: 'InvalidParams', data: { member } } })
    expect((answer.json as { message: string }).message).toMatch(`${member}: This call has no such `)
    expect((answer.json as { message: string }).message).toContain(accepted)
  })

  it.each([
    ['/v2/drfq/orders/?currency=BCT', 'currency'],
    ['/v2/drfq/orders/?base_currency=SOL&venue=DBT', 'base_currency'],
    ['/v1/ob/quotes/?currency=BTCUSD', 'currency'],
    ['/v1/grfq/quotes/?currency=', 'currency'],
  ])('DELETE %s is refused with every currency that has a market', async (path, member) => {
    const known = [...new Set(marketShards.map(({ baseCurrency }) => baseCurrency))].join(', ')
    expect(await product.signed('DELETE', path)).toMatchObject({
      status: 400,
      json: { error: 'InvalidEnumerationValue', message: `${member}: must be one of ${known}.`, data: { member } },
    })
  })

  it('DELETE /v2/drfq/orders/ with the cursor of a page is refused: it would cancel more than the page; a text for no cursor is none', async () => {
    expect(await product.signed('DELETE', '/v2/drfq/orders/?cursor=abc')).toMatchObject({
      status: 400,
      json: { data: { member: 'cursor' }, message: expect.stringContaining('A mass cancel has no pages') },
    })
    expect((await product.signed('DELETE', '/v2/drfq/orders/?cursor=None')).status).toBe(200)
  })

  it.each([
    ['DELETE', '/v2/drfq/orders/?usr=u_1'],
    ['POST', '/v2/protection/stop/'],
    ['POST', '/v2/protection/stop_me/'],
    ['POST', '/v2/protection/allow/'],
  ])('%s %s by a person too', async (method, path) => {
    const body = method === 'POST' ? JSON.stringify({ usr: 'u_1' }) : ''
    const answer = await product.send(method, path, { headers: bearer(`Token ${token}`), body })
    expect(answer).toMatchObject({ status: 400, json: { data: { member: 'usr' } } })
  })

  it.each([
    ['DELETE', '/v2/drfq/orders/', ''],
    ['DELETE', '/v2/drfq/orders', '{}'],
    ['DELETE', '/v2/drfq/orders/?state=OPEN&venue=dbt&side=Side.BUY&page_size=100', ''],
    ['DELETE', '/v1/ob/quotes/?venue=DBT&currency=btc&side=Sell', '{}'],
    ['DELETE', '/v1/grfq/quotes/?venue=DBT&currency=TON', ''],
    ['POST', '/v2/protection/cancel_all/', ''],
  ])('%s %s with the body %j is taken as before', async (method, path, body) => {
    expect((await product.signed(method, path, body)).status).toBe(200)
  })
})

describe('a word of a filter that no list has', () => {
  // Proves W 3.7.
  it.each([
    ['/v2/drfq/rfqs/?state=BOGUS', 'state', 'DRAFT, OPEN, CLOSED'],
    ['/v2/drfq/rfqs/?role=BOTH', 'role', 'TAKER, MAKER'],
    ['/v2/drfq/orders/?state=OPEN,BOGUS', 'state', 'PENDING, OPEN, CLOSED'],
    ['/v2/drfq/orders/?side=HOLD', 'side', 'BUY, SELL'],
    ['/v2/drfq/trades/?state=DONE', 'state', 'PENDING, COMPLETED, REJECTED, PENDING_SETTLEMENT, FILLED'],
    ['/v1/ob/rfqs/?status=BOGUS', 'status', 'ACTIVE, EXPIRED, OPEN, CLOSED, FILLED, COMPLETED'],
    ['/v1/grfq/quotes/?status=OPEN&status=BOGUS', 'status', 'OPEN, PENDING_FILL, CLOSED'],
    ['/v1/ob/quotes/?side=HOLD', 'side', 'BUY, SELL'],
    ['/v1/ob/orders/?status=BOGUS', 'status', 'OPEN, PENDING_FILL, CLOSED'],
    ['/v1/grfq/trades/?status=BOGUS', 'status', 'PENDING, COMPLETED, REJECTED, PENDING_SETTLEMENT, FILLED'],
  ])('GET %s is refused: %s has its words, which are named', async (path, member, words) => {
    const answer = await product.signed('GET', path)
    expect(answer).toMatchObject({ status: 400, json: { code: 1002, error: 'InvalidEnumerationValue', data: { member } } })
    expect((answer.json as { message: string }).message).toBe(`${member}: must be one of ${words}.`)
  })

  it.each([
    '/v2/drfq/rfqs/?state=RFQState.OPEN&state=closed',
    '/v2/drfq/rfqs/?state=OPEN,CLOSED&role=taker',
    '/v2/drfq/orders/?state=&side=',
    '/v1/grfq/rfqs/?status=Status.ACTIVE,EXPIRED',
    '/v1/ob/quotes/?status=PENDING_FILL&side=Buy',
  ])('GET %s is taken', async (path) => {
    expect((await product.signed('GET', path)).status).toBe(200)
  })
})

describe('a signed write that was heard before', () => {
  const sign = (method: string, body: string) => signatureHeaders(product.key, product.clock.now + 5_000, method, '/v2/drfq/echo/', body)

  it('is refused, with advice', async () => {
    const headers = sign('POST', '{"n":1}')
    expect((await product.send('POST', '/v2/drfq/echo/', { headers, body: '{"n":1}' })).status).toBe(200)
    const again = await product.send('POST', '/v2/drfq/echo/', { headers, body: '{"n":1}' })
    const message =
      'This signed request was already received, and each is accepted only once. Sign it again with a later timestamp. To retry safely, send an Idempotency-Key with the first attempt.'
    expect(again).toMatchObject({ status: 401, json: { error: 'InvalidSignature', message } })
  })

  it('does not stand in the way of another of the same millisecond', async () => {
    for (const body of ['{"n":2}', '{"n":3}'])
      expect((await product.send('POST', '/v2/drfq/echo/', { headers: sign('POST', body), body })).status).toBe(200)
  })

  it('is free to read again, and with its own idempotency key', async () => {
    for (const _time of [1, 2]) expect((await product.send('GET', '/v2/drfq/echo/', { headers: sign('GET', '') })).status).toBe(200)
    const headers = { ...sign('POST', '{"n":4}'), 'idempotency-key': 'mine' }
    for (const _time of [1, 2]) expect((await product.send('POST', '/v2/drfq/echo/', { headers, body: '{"n":4}' })).status).toBe(200)
    const stolen = { ...headers, 'idempotency-key': 'of somebody else'.replaceAll(' ', '-') }
    expect((await product.send('POST', '/v2/drfq/echo/', { headers: stolen, body: '{"n":4}' })).status).toBe(401)
  })
})

describe('every answer', () => {
  it.each([
    ['GET', '/v2/drfq/echo/', 401],
    ['GET', '/nowhere', 404],
    ['GET', '/v2/drfq/nowhere/', 404],
    ['PATCH', '/v2/drfq/echo/', 405],
    ['OPTIONS', '/v2/drfq/echo/', 405],
    ['TRACE', '/v2/drfq/echo/', 405],
    ['GET', '/v2/drfq/%ff/', 400],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/health/live', 200],
    ['GET', '/health/ready', 200],
    ['GET', '/health/ready/', 200],
    ['GET', '/health', 404],
  ])('%s %s is JSON with a request id and does not allow other sites', async (method, path, status) => {
    const answer = await product.send(method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toMatch('application/json')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['content-security-policy']).toMatch("script-src 'self'")
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.json).toBeTypeOf('object')
  })

  it('/healthz names the version and the commit of what runs', async () => {
    expect((await product.send('GET', '/healthz')).json).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      commit: readBuild().commit,
    })
  })

  it('a message whose end is given in two ways is refused, and the bytes after it are not read', async () => {
    const { hostname, port } = new URL(product.server.baseUrl)
    const socket = connect({ host: hostname, port: Number(port) })
    const pieces: string[] = []
    socket.on('data', (piece: Buffer) => pieces.push(piece.toString()))
    const twice = 'POST /v2/drfq/echo/ HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
    socket.write(`${twice}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(pieces.join('').match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
  })

  it('405 names the methods there are', async () => {
    expect((await product.send('PUT', '/v2/drfq/echo')).headers['allow']).toBe('GET, POST')
  })
})

const leg = { instrument_id: 1, ratio: '1', side: 'BUY' }
const rfq = { venue: 'DBT', quantity: '25', legs: [leg], account_name: null }
const order = { rfq_id: 'r_x', side: 'BUY', quantity: '1' }

describe('bad input is answered with the catalogue, and names its member', () => {
  // Proves W 2.12.
  it.each([
    ['GET', '/v1/ob/instruments/?venue=PRDX', undefined, 'venue', 'PRDX'],
    ['GET', '/v1/grfq/instruments/?type=BOND', undefined, 'type', 'BOND'],
    ['GET', '/v1/ob/instruments/?kind=BOND&type=OPTION', undefined, 'kind', 'BOND'],
    ['GET', '/v2/drfq/instruments/?margin_kind=CROSS', undefined, 'margin_kind', 'CROSS'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, venue: 'CME' }, 'venue', 'CME'],
    ['POST', '/v1/ob/rfqs/', { ...rfq, venue: 'CME' }, 'venue', 'CME'],
    ['POST', '/v1/grfq/pricing/', { ...rfq, venue: 'CME', bid_price: '0.05' }, 'venue', 'CME'],
  ])('%s %s %j is refused in the published form: the member %s and its value', async (method, path, body, member, value) => {
    const answer = await product.signed(method, path, body === undefined ? '' : JSON.stringify(body))
    expect(answer).toMatchObject({ status: 400, json: { code: 1002, error: 'InvalidEnumerationValue', data: { member, value } } })
    const words = member === 'venue' ? `Venue "${value}" not supported. It must be one of ` : `${member}: must be one of `
    expect((answer.json as { message: string }).message).toContain(words)
  })

  it.each<[string, string, unknown, number, string | undefined]>([
    ['POST', '/v2/drfq/rfqs/', { ...rfq, quantity: [] }, -32602, 'quantity'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, quantity: '1e5' }, -32602, 'quantity'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, quantity: '9'.repeat(40) }, -32602, 'quantity'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, legs: [] }, -32602, 'legs'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, legs: Array(26).fill(leg) }, -32602, 'legs'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, legs: [{ ...leg, side: 'HOLD' }] }, 1002, 'legs.0.side'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, legs: [{ ...leg, instrument_id: -1 }] }, -32602, 'legs.0.instrument_id'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, legs: [{ ...leg, instrument_id: 1e300 }] }, -32602, 'legs.0.instrument_id'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, label: 'x'.repeat(129) }, -32602, 'label'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, label: 'a\u0000b' }, -32602, 'label'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, state: 'CLOSED' }, 1002, 'state'],
    ['POST', '/v2/drfq/rfqs/', { ...rfq, is_taker_anonymous: 'yes' }, -32602, 'is_taker_anonymous'],
    ['POST', '/v2/drfq/rfqs/', { quantity: '25', legs: [leg] }, -32602, 'venue'],
    ['POST', '/v2/drfq/rfqs/', 'text', -32602, 'body'],
    ['POST', '/v2/drfq/rfqs/', null, -32602, 'body'],
    ['POST', '/v2/drfq/rfqs/', [], -32602, 'body'],
    ['POST', '/v2/drfq/orders/', { ...order, side: 'buy' }, 1002, 'side'],
    ['POST', '/v2/drfq/orders/', { ...order, type: 'MARKET' }, 1002, 'type'],
    ['POST', '/v2/drfq/orders/', { ...order, price: {} }, -32602, 'price'],
    ['POST', '/v2/drfq/orders/', { ...order, legs: [{ instrument_id: 1, price: 'NaN' }] }, -32602, 'legs.0.price'],
    ['PATCH', '/v2/drfq/rfqs/r_x/', { state: 'DRAFT' }, 1002, 'state'],
    ['GET', '/v2/drfq/rfqs/?page_size=0', undefined, -32602, 'page_size'],
    ['GET', '/v2/drfq/rfqs/?page_size=1001', undefined, -32602, 'page_size'],
    ['GET', '/v2/drfq/rfqs/?page_size=ten', undefined, -32602, 'page_size'],
    ['GET', '/v2/drfq/rfqs/?venue=%00', undefined, -32602, 'venue'],
    ['GET', `/v2/drfq/rfqs/?cursor=${'x'.repeat(257)}`, undefined, -32602, 'cursor'],
    ['GET', '/v2/drfq/rfqs/%00/', undefined, -32602, 'id'],
    ['GET', '/v2/drfq/orders/..%2f..%2fetc/', undefined, 1003, undefined],
    ['PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: true }, 1002, 'rate_limit_hit'],
  ])('%s %s %j is refused with %d at %s', async (method, path, body, code, member) => {
    const answer = await product.signed(method, path, body === undefined ? '' : JSON.stringify(body))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.json).toMatchObject({ code, message: expect.any(String), ...(member === undefined ? {} : { data: { member } }) })
  })

  it.each([
    ['{"venue":', -32700],
    ['{"quantity":NaN}', -32700],
    ['{"__proto__":{"venue":"DBT"}}', -32602],
    ['{"a":'.repeat(40) + '1' + '}'.repeat(40), -32600],
    ['\u0000', -32700],
  ])('a body of %.30j is refused with %d', async (body, code) => {
    const answer = await product.signed('POST', '/v2/drfq/rfqs/', body)
    expect(answer).toMatchObject({ status: 400, json: { code } })
  })

  it('a body that is too large is refused as such', async () => {
    expect(await product.signed('POST', '/v2/drfq/echo/', `"${'x'.repeat(70_000)}"`)).toMatchObject({ status: 413, json: { code: -32600 } })
  })

  it('what a fuzzer thinks of never makes a fault of the server', async () => {
    const values: unknown[] = [
      null,
      true,
      -1,
      1e308,
      '',
      ' ',
      '\u202e',
      '😀'.repeat(50),
      [],
      [[]],
      {},
      { toString: 1 },
      '-0',
      '0x10',
      '1,000',
      "'; drop table desk",
    ]
    for (const value of values) {
      for (const member of ['venue', 'quantity', 'legs', 'account_name', 'counterparties', 'label', 'state']) {
        const answer = await product.signed('POST', '/v2/drfq/rfqs/', JSON.stringify({ ...rfq, [member]: value }))
        expect(answer.status, `${member} ${JSON.stringify(value)} ${answer.text}`).toBeLessThan(500)
        expect(codes).toContain((answer.json as { code: number }).code)
        product.clock.now += 3_000
      }
    }
  })
})
