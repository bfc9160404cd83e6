import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Json } from './answer.ts'
import { sendRaw, shakeHands, signature, signedHeaders } from './bot.ts'
import { openDirectFloor, type Floor } from './floor.ts'

let floor: Floor
beforeAll(async () => void (floor = await openDirectFloor()))
afterAll(() => floor?.close())

const json = 'application/json'
/** Every refusal is JSON of that type, whatever its status. */
function refused(answer: Answer, status: number, members: object): void {
  expect(answer).toMatchObject({ status, json: members })
  expect(answer.headers.get('content-type')).toContain(json)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
}

// Proves W 1.8.
describe('a signature, as bots compute it', () => {
  it.each([
    ['GET', '/v2/drfq/echo/', '', 'Bn8s5sGk3syiXo5c8L3IaOBKkdwaNhcMf52VQyIyHvk='],
    ['POST', '/v2/drfq/rfqs/', '{"venue":"DBT"}', 'u601ZDihhcsPu79DVFo1zJaV0c2NLpSDr1Qr3byOeVc='],
    ['GET', '/v2/drfq/instruments/?venue=DBT&base_currency=BTC', '', 'QDXn8uL4kfsmyz68DSuyJfKzJ/+bTy/q9gkMr1lPOhI='],
    ['GET', '/v1/grfq/rfqs/579/bbo/', '{}', '9DyHFvQZ8I1s1i8Xp4Zvu3MKw5URZL45ozACEm2Wt+w='],
  ])('of %s %s with %j is the one computed elsewhere', (method, path, body, expected) => {
    const secret = Buffer.from([...Array(32).keys()]).toString('base64')
    expect(signature(secret, '1700000000000', method, path, body)).toBe(expected)
  })

  it.each([
    ['spaced', '{"a": [1, 2], "b": "ü"}'],
    ['compact', '{"a":[1,2],"b":"ü"}'],
  ])('covers %s JSON byte by byte', async (_name, body) => {
    expect(await floor.taker.send('POST', '/v2/drfq/echo/', body)).toMatchObject({ status: 200, json: { a: [1, 2], b: 'ü' } })
  })

  // Proves W 1.9.
  it('covers the body {} that some send with GET, with and without a content type', async () => {
    expect(await floor.taker.send('GET', '/v2/drfq/platform_state/', '{}')).toMatchObject({ status: 200, json: { state: 'AVAILABLE' } })
    const headers = signedHeaders(floor.taker.keys, 'GET', '/v2/drfq/mmp/status/', '{}')
    const answer = await sendRaw(floor.product.baseUrl, 'GET', '/v2/drfq/mmp/status/', '{}', headers)
    expect(answer).toMatchObject({ status: 200, json: { rate_limit_hit: false } })
  })

  it.each([
    '/v2/drfq/rfqs',
    '/v2/drfq/rfqs/',
    '/v2/drfq/trade_tape',
    '/v2/drfq/instruments/?page_size=1',
    '/v2/drfq/instruments?page_size=1',
    '/v1/echo',
    '/v1/echo/',
  ])('reaches %s as it is written', async (path) => {
    expect((await floor.taker.send('GET', path)).status).toBe(200)
  })

  // Proves W 2.2.
  it('is welcome up to 30 s late or early, and refused beyond', async () => {
    const at = (offset: number) => floor.taker.send('GET', '/v2/drfq/echo/', undefined, { at: Date.now() + offset })
    expect((await at(-25_000)).status).toBe(200)
    expect((await at(25_000)).status).toBe(200)
    for (const offset of [-31_000, 31_000, -86_400_000]) refused(await at(offset), 401, { detail: 'Invalid signature' })
  })

  // Proves W 1.22.
  it('over another method, body or path is refused in JSON: a PATCH signed as PUT too', async () => {
    refused(await floor.maker.send('PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: false }, { signedAs: 'PUT' }), 401, {
      detail: 'Invalid signature',
    })
    refused(await floor.taker.send('POST', '/v2/drfq/echo/', '{"a": 1}', { signedBody: '{"a":1}' }), 401, { detail: 'Invalid signature' })
    expect(await floor.maker.send('PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: false })).toMatchObject({ status: 200 })
  })

  // Proves W 2.3.
  it('is welcome with its key in the query or in a cookie', async () => {
    const { accessKey } = floor.taker.keys
    for (const [path, cookie] of [
      [`/v2/drfq/echo/?api-key=${accessKey}`, ''],
      ['/v2/drfq/echo/', `theme=dark; api-key=${accessKey}`],
    ] as const) {
      const { Authorization: _, ...headers } = signedHeaders(floor.taker.keys, 'GET', path)
      expect((await sendRaw(floor.product.baseUrl, 'GET', path, '', { ...headers, cookie })).status).toBe(200)
    }
  })

  it('is read where a library offers h2c with every call', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA' }
    expect(await floor.taker.send('POST', '/v2/drfq/echo/', '{"a":1}', { headers })).toMatchObject({ status: 200, json: { a: 1 } })
  })

  // Proves W 1.21.
  it.each(['/v1/grfq/requests/', '/drfq/rfqs/', '/V2/DRFQ/rfqs/', '/rfqs'])(
    'at %s, where no call is, is answered 404 in JSON and not with a page',
    async (path) => {
      refused(await floor.taker.send('GET', path), 404, { code: -32601 })
    },
  )

  // Proves W 2.5.
  it('of an unknown key is refused as such', async () => {
    const headers = signedHeaders({ accessKey: 'unknown', secretKey: floor.taker.keys.secretKey }, 'GET', '/v2/drfq/echo/')
    const answer = await sendRaw(floor.product.baseUrl, 'GET', '/v2/drfq/echo/', '', headers)
    refused(answer, 403, { detail: 'Invalid API Access Key' })
  })

  it('that is no base64, or a time that is no number, is a refusal and no fault', async () => {
    const good = signedHeaders(floor.taker.keys, 'GET', '/v2/drfq/echo/')
    const wrong = [
      { ...good, 'Paradigm-API-Signature': '%%%' },
      { ...good, 'Paradigm-API-Signature': '' },
      { ...good, 'Paradigm-API-Timestamp': 'yesterday' },
      { ...good, 'Paradigm-API-Timestamp': '1e400' },
      { Authorization: good.Authorization },
    ]
    for (const headers of wrong)
      refused(await sendRaw(floor.product.baseUrl, 'GET', '/v2/drfq/echo/', '', headers), 401, { detail: 'Invalid signature' })
  })
})

describe('a handshake', () => {
  const shake = (query: string, headers?: Record<string, string>, path = '/v2/drfq/') =>
    shakeHands(floor.product.baseUrl, `${path}${query}`, headers)

  // Proves W 1.7.
  it('is welcome with and without the slash, in both spellings of cancel on disconnect', async () => {
    const key = `?api-key=${floor.bot('LARK').keys.accessKey}`
    for (const path of ['/v2/drfq/', '/v2/drfq'])
      for (const wish of ['cancel_on_disconnect=false', 'cancel-on-disconnect=0', 'cancel_on_disconnect=False'])
        expect(await shake(`${key}&${wish}`, {}, path), `${path} ${wish}`).toBe(101)
  })

  // Proves W 1.23.
  it('is welcome signed as GET over the path without its query, beside a key or alone', async () => {
    const { keys } = floor.bot('LARK')
    const headers = signedHeaders(keys, 'GET', '/v2/drfq/')
    expect(await shake(`?api-key=${keys.accessKey}&cancel_on_disconnect=false`, headers)).toBe(101)
    expect(await shake('?cancel_on_disconnect=false', headers)).toBe(101)
  })

  it.each([
    ['an unknown key', '?api-key=unknown'],
    ['an empty key', '?api-key='],
    ['no key', ''],
    ['a wish that cannot be read', '?api-key=KEY&cancel_on_disconnect=perhaps'],
  ])('with %s is refused with 403', async (_name, query) => {
    expect(await shake(query.replace('KEY', floor.taker.keys.accessKey))).toBe(403)
  })
})

describe('how often', () => {
  it('POST rfqs beyond the rate is refused with 429, the message bots look for, and when to come back', async () => {
    const desk = floor.bot('TIDE')
    // All at once: the demo allows a hundred in ten seconds.
    const answers = await Promise.all(Array.from({ length: 150 }, () => desk.send('POST', '/v2/drfq/rfqs/', { venue: 'DBT' })))
    const last = answers.find(({ status }) => status === 429)!
    refused(last, 429, { code: 429, message: expect.stringMatching(/^Desk's ratelimit reached\. Expected available in \d+ seconds?\.$/) })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    // A call that is refused for its rate does not hold up other calls of the desk.
    expect((await desk.send('GET', '/v2/drfq/rfqs/')).status).toBe(200)
  })
})

describe('a call sent twice', () => {
  it('with one Idempotency-Key is done once and answered alike; with another body it is refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = {
      venue: 'DBT',
      quantity: '25',
      counterparties: ['LIND'],
      legs: [{ instrument_id: floor.option.id, ratio: '1', side: 'BUY' }],
    }
    const [first, second] = await Promise.all([1, 2].map(() => floor.taker.send('POST', '/v2/drfq/rfqs/', body, { headers })))
    const third = await floor.taker.send('POST', '/v2/drfq/rfqs/', body, { headers })
    expect(first!.status).toBe(201)
    for (const again of [second!, third]) expect(again).toMatchObject({ status: 201, json: { id: first!.json['id'] } })
    refused(await floor.taker.send('POST', '/v2/drfq/rfqs/', { ...body, quantity: '30' }, { headers }), 409, { code: 1004 })
    const order = {
      rfq_id: first!.json['id'],
      side: 'SELL',
      quantity: '25',
      legs: [{ instrument_id: floor.option.id, price: floor.priceAt(9) }],
    }
    const quotes = await Promise.all([1, 2, 3].map(() => floor.maker.send('POST', '/v2/drfq/orders/', order, { headers })))
    expect(new Set(quotes.map((quote) => `${quote.status} ${quote.json['id']}`)).size).toBe(1)
    await floor.taker.must(204, 'DELETE', `/v2/drfq/rfqs/${first!.json['id']}/`)
    // The response is the original one, although the object has changed since.
    expect(await floor.taker.send('POST', '/v2/drfq/rfqs/', body, { headers })).toMatchObject({
      status: 201,
      json: { id: first!.json['id'] },
    })
  })
})

describe('who watches the server', () => {
  it.each(['/healthz', '/readyz'])('%s answers without a key', async (path) => {
    const answer = await sendRaw(floor.product.baseUrl, 'GET', path, '', {})
    expect(answer).toMatchObject({ status: 200, json: { status: expect.any(String) } as unknown as Json })
  })
})
