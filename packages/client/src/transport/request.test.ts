import { accountCalls, directRfqCalls, factorCalls, grfqCalls, obCalls, registrationCalls, type Call } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostOf } from './address.ts'
import type { ClientError, Credentials } from './client.ts'
import { createClient } from '../create-client.ts'
import { createSigner } from './sign.ts'
import { startTestServer, type Behaviour, type Reply } from '../../test/test-server.ts'

const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const key: Credentials = { kind: 'key', accessKey: 'orry', secretKey: SECRET }
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(reply: NonNullable<Behaviour['reply']>) {
  const server = await startTestServer({ reply })
  closers.push(server.close)
  return server
}

const failureOf = (promise: Promise<unknown>): Promise<ClientError> =>
  promise.then(
    () => expect.fail('the call succeeded'),
    (error: ClientError) => error,
  )

function session(token: string | undefined) {
  const given: [string | undefined, string | undefined][] = []
  const credentials: Credentials = { kind: 'session', token: () => token, onToken: (next, reason) => given.push([next, reason]) }
  return { credentials, given }
}

describe('a call is sent as its descriptor defines', () => {
  it('fills the path, repeats lists in the query and leaves out what is not given', async () => {
    const server = await serve(() => ({ body: { next: null, results: [] } }))
    const client = createClient({ baseUrl: server.baseUrl })
    await client.call(directRfqCalls.listRfqs, { query: { state: ['OPEN', 'DRAFT'], role: 'TAKER', venue: undefined, page_size: 5 } })
    await client.call(directRfqCalls.getRfq, { params: { id: 'a/b' } })
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v2/drfq/rfqs/?state=OPEN&state=DRAFT&role=TAKER&page_size=5',
      '/v2/drfq/rfqs/a%2Fb/',
    ])
  })

  // Proves T 7.3.
  it('signs exactly what it sends, and carries the idempotency key', async () => {
    const server = await serve(() => ({ status: 201, body: { id: 'o1' } }))
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    const body = { rfq_id: 'r1', side: 'BUY', quantity: '25', price: '0.0105' } as const
    await client.call(directRfqCalls.createOrder, { body, idempotencyKey: 'once' })
    const { headers, body: sent, url, method } = server.received[0]!
    const timestampMs = Number(headers['paradigm-api-timestamp'])
    expect(headers['authorization']).toBe('Bearer orry')
    expect(headers['idempotency-key']).toBe('once')
    expect(headers['paradigm-api-signature']).toBe(await createSigner(SECRET)({ timestampMs, method, pathWithQuery: url, body: sent }))
  })

  it('answers undefined where the answer is empty', async () => {
    const server = await serve(() => ({ status: 204 }))
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    expect(await client.call(directRfqCalls.cancelOrder, { params: { id: 'o1' } })).toBeUndefined()
  })

  it('walks one page after another until there is none', async () => {
    const server = await serve((_, count) => ({ body: { next: count < 3 ? `c${count}` : null, results: [count] } }))
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    const seen: unknown[] = []
    for await (const page of client.pages(directRfqCalls.listTape, { query: { page_size: 1 } })) seen.push(...page.results)
    expect(seen).toEqual([1, 2, 3])
    expect(server.received.map(({ url }) => url.split('?')[1])).toEqual(['page_size=1', 'page_size=1&cursor=c1', 'page_size=1&cursor=c2'])
  })
})

// Proves T 8.1 to 8.3.
describe('a failure contains what the server sent', () => {
  const table: [name: string, reply: Reply, message: string][] = [
    ['non_field_errors as a list', { body: { non_field_errors: ['first', 'second'], detail: 'no' } }, 'first'],
    ['non_field_errors as a text', { body: { non_field_errors: 'only' } }, 'only'],
    ['detail before message', { body: { message: 'later', detail: 'sooner' } }, 'sooner'],
    ['message before error', { body: { error: 'RfqClosed', message: 'The RFQ is closed.' } }, 'The RFQ is closed.'],
    ['error alone', { body: { error: 'RfqClosed' } }, 'RfqClosed'],
    ['nothing known', { body: { email: ['Enter a valid email.'] } }, 'Unknown error'],
    ['no JSON', { raw: '<html>' }, 'Unknown error'],
  ]
  it.each(table)('%s', async (_, reply, message) => {
    const server = await serve(() => ({ status: 400, ...reply }))
    const error = await failureOf(createClient({ baseUrl: server.baseUrl }).call(directRfqCalls.getPlatformState, {}))
    expect({ status: error.status, message: error.message }).toEqual({ status: 400, message })
  })

  // Proves A 10.19, T 8.7.
  it('keeps code, name, field, request id, field errors and the time to come back', async () => {
    const data = { member: 'price', rule: '5.3' }
    const body = { code: 429, error: 'RateLimited', message: 'Too many.', data, request_id: 'q7', email: ['Taken.'] }
    const server = await serve(() => ({ status: 429, body, headers: { 'retry-after': '2', 'x-request-id': 'q7' } }))
    const error = await failureOf(createClient({ baseUrl: server.baseUrl }).call(directRfqCalls.getPlatformState, {}))
    expect(error).toMatchObject({ code: 429, error: 'RateLimited', member: 'price', retryAfterMs: 2000, requestId: 'q7' })
    expect(error.fields).toEqual({ email: ['Taken.'] })
    expect(error.data).toEqual(data)
  })

  // Proves A 10.19, T 8.4, T 8.8.
  it('has status 0 without an answer, in time or at all, or if the caller aborted', async () => {
    const server = await serve(() => undefined)
    const client = createClient({ baseUrl: server.baseUrl, timeoutMs: 30 })
    expect(await failureOf(client.call(directRfqCalls.getPlatformState, {}))).toMatchObject({ status: 0, error: 'Timeout' })
    const signal = AbortSignal.abort()
    expect(await failureOf(client.call(directRfqCalls.getPlatformState, { signal }))).toMatchObject({ status: 0, error: 'Aborted' })
    await closers.pop()!()
    const unreachable = await failureOf(client.call(directRfqCalls.getPlatformState, {}))
    expect(unreachable).toMatchObject({ status: 0, error: 'NetworkError', cause: expect.any(Error) as Error })
  })
})

describe('a call is given up', () => {
  const calls: readonly Call[] = [accountCalls, factorCalls, registrationCalls].flatMap((group) => Object.values(group))
  const slow = calls.filter(({ isSlow }) => isSlow)
  const cases = [
    ...slow.map((call) => ['60 seconds', `${call.method} ${call.path}`, call, 60_000] as const),
    ['5 seconds', 'any other call', accountCalls.getUser, 5_000] as const,
  ]
  it.each(cases)('after %s: %s', async (_after, _name, call, ms) => {
    const server = await serve(() => ({ body: {} }))
    const given = vi.spyOn(AbortSignal, 'timeout')
    await createClient({ baseUrl: server.baseUrl }).call(call as never, {} as never)
    expect(given.mock.calls).toEqual([[ms]])
    given.mockRestore()
  })
})

describe('a failure has its severity and its service', () => {
  // Proves T 8.10, T 8.11.
  it.each([
    [400, 'FATAL'],
    [401, 'ERROR'],
    [404, 'ERROR'],
    [429, 'ERROR'],
    [503, 'ERROR'],
  ])('status %i is %s', async (status, severity) => {
    const server = await serve(() => ({ status, body: { message: 'No.' } }))
    const error = await failureOf(createClient({ baseUrl: server.baseUrl }).call(directRfqCalls.getPlatformState, {}))
    expect([error.status, error.severity]).toEqual([status, severity])
  })

  // Proves T 8.9, T 8.13.
  it('what the network does, or a program to itself, is a warning', async () => {
    const server = await serve((_received, count) => (count === 1 ? { raw: '<html>' } : undefined))
    const client = createClient({ baseUrl: server.baseUrl, timeoutMs: 300 })
    const call = () => failureOf(client.call(directRfqCalls.getPlatformState, {}))
    const found = [await call(), await call()]
    found.push(await failureOf(client.call(directRfqCalls.getPlatformState, { signal: AbortSignal.abort() })))
    await closers.pop()!()
    found.push(await call())
    expect(found.map(({ error, severity }) => [error, severity])).toEqual(
      ['NotJson', 'Timeout', 'Aborted', 'NetworkError'].map((error) => [error, 'WARNING']),
    )
  })

  // Proves T 8.12.
  it('names the service of its call, and keeps data that is a text', async () => {
    const server = await serve(() => ({ status: 400, body: { message: 'Refused.', data: 'ORDER_BOOK_CLOSED' } }))
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    const found = [
      await failureOf(client.call(directRfqCalls.getPlatformState, {})),
      await failureOf(client.call(obCalls.listRfqs, { query: {} })),
      await failureOf(client.call(grfqCalls.listRfqs, { query: {} })),
      await failureOf(client.call(accountCalls.getUser, {})),
    ]
    expect(found.map(({ service }) => service)).toEqual(['drfq', 'grfq', 'grfq', undefined])
    expect(found.map(({ dataText }) => dataText)).toEqual(found.map(() => 'ORDER_BOOK_CLOSED'))
  })
})

describe('hosts that are apart', () => {
  // Proves T 7.1.
  it('are each sent what is theirs: accounts to the base address, the flows to api', async () => {
    const [rest, api] = [await serve(() => ({ body: {} })), await serve(() => ({ body: {} }))]
    const client = createClient({ baseUrl: rest.baseUrl, hosts: { api: `${api.baseUrl}/` }, credentials: key })
    await client.call(accountCalls.getUser, {})
    await client.call(directRfqCalls.getEcho, { query: {} })
    await client.call(obCalls.listRfqs, { query: {} })
    expect(rest.received.map(({ url }) => url)).toEqual(['/account/user/'])
    expect(api.received.map(({ url }) => url)).toEqual(['/v2/drfq/echo/', '/v1/ob/rfqs/'])
  })

  // Proves T 7.1.
  it.each([
    ['/v1/fs/orders/', { api: 'https://api', spreads: 'https://spreads/' }, 'https://spreads'],
    ['/v1/fs', { api: 'https://api' }, 'https://api'],
    ['/v1/fs', {}, 'https://rest'],
    ['/v1/grfq', { api: 'https://api', spreads: 'https://spreads' }, 'https://api'],
    ['/v2/drfq/rfqs/', { spreads: 'https://spreads' }, 'https://rest'],
    ['/trading-desk/member/', { api: 'https://api' }, 'https://rest'],
  ])('%s with %j is answered by %s', (path, hosts, host) => {
    expect(hostOf({ baseUrl: 'https://rest/', hosts }, path)).toBe(host)
  })
})

describe('a session follows its token', () => {
  // Proves A 4.26, T 7.4, T 7.5, T 7.7.
  it('sends it, and tells a refreshed one', async () => {
    const server = await serve(() => ({ body: {}, headers: { 'refreshed-token': 'next' } }))
    const { credentials, given } = session('now')
    await createClient({ baseUrl: server.baseUrl, credentials }).call(accountCalls.getUser, {})
    expect(server.received[0]!.headers['authorization']).toBe('Token now')
    expect(given).toEqual([['next', undefined]])
  })

  it('keeps it out of a public call', async () => {
    const server = await serve(() => ({ body: {} }))
    const { credentials } = session('now')
    const client = createClient({ baseUrl: server.baseUrl, credentials })
    await client.call(accountCalls.listDemoPeople, {})
    await client.call(accountCalls.getUser, {})
    expect(server.received.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Token now'])
  })

  const endings: [status: number, detail: string, isOver: boolean][] = [
    [401, 'Whatever.', true],
    [403, 'Invalid token.', true],
    [403, 'Authentication credentials were not provided.', true],
    [403, 'Your role on the desk does not allow this.', false],
    [400, 'Invalid token.', false],
  ]
  // Proves A 4.4, A 4.23, A 10.18, T 4.28, T 8.5, T 8.6.
  it.each(endings)('%i "%s" ends it: %s', async (status, detail, isOver) => {
    const server = await serve(() => ({ status, body: { detail } }))
    const { credentials, given } = session('now')
    await failureOf(createClient({ baseUrl: server.baseUrl, credentials }).call(accountCalls.getUser, {}))
    expect(given).toEqual(isOver ? [[undefined, 'token-expired']] : [])
  })
})

describe('a clock that is off is corrected by the answers', () => {
  it('asks once more with the server time after a refusal that brought it', async () => {
    const aheadMs = 3_600_000
    const server = await serve(({ headers }) => {
      const date = new Date(Date.now() + aheadMs).toUTCString()
      const isInWindow = Math.abs(Number(headers['paradigm-api-timestamp']) - Date.now() - aheadMs) < 30_000
      return isInWindow
        ? { body: { ok: true }, headers: { date } }
        : { status: 401, body: { detail: 'Invalid signature' }, headers: { date } }
    })
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    expect(await client.call(directRfqCalls.getEcho, { query: {} })).toEqual({ ok: true })
    expect(server.received).toHaveLength(2)
    expect(Math.abs(client.clockSkewMs() - aheadMs)).toBeLessThan(30_000)
  })

  it('does not ask again when the time was right', async () => {
    const server = await serve(() => ({ status: 401, body: { detail: 'Invalid signature' } }))
    await failureOf(createClient({ baseUrl: server.baseUrl, credentials: key }).call(directRfqCalls.getEcho, { query: {} }))
    expect(server.received).toHaveLength(1)
  })
})

describe('a query is typed by the words of its call', () => {
  it('takes one or several of them, and no other', async () => {
    const server = await serve(() => ({ body: { next: null, results: [] } }))
    const client = createClient({ baseUrl: server.baseUrl, credentials: key })
    await client.call(directRfqCalls.listRfqs, { query: { state: 'OPEN', strategies: ['CS', 'PS'] } })
    await client.call(obCalls.listTrades, { query: { hide_public: true, status: ['PENDING', 'COMPLETED'] } })
    // @ts-expect-error There is no such state.
    await client.call(directRfqCalls.listRfqs, { query: { state: ['OPENED'] } })
    expect(server.received.map(({ url }) => url.split('?')[1])).toEqual([
      'state=OPEN&strategies=CS&strategies=PS',
      'hide_public=true&status=PENDING&status=COMPLETED',
      'state=OPENED',
    ])
  })
})
