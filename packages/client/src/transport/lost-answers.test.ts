import { catalogueCalls, directRfqCalls } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../create-client.ts'

afterEach(() => void vi.unstubAllGlobals())

type Answer = (signal: AbortSignal) => Promise<Response>
const done: Answer = async () => Response.json({ id: 'r_1' })
const refusal: Answer = async () => Response.json({ message: 'It is closed.' }, { status: 409 })
/** No answer until the caller aborts. */
const silence: Answer = (signal) =>
  new Promise((_answered, givenUp) => signal.addEventListener('abort', () => givenUp(signal.reason as Error)))

/** A network with these answers, one for each request, and the keys that it has seen. */
function on(answers: readonly Answer[]) {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', (_address: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return answers[keys.length - 1]!(signal)
  })
  return keys
}

const client = createClient({ baseUrl: 'http://parley.example', timeoutMs: 250, tries: 4 })
const cancel = (more: object = {}) => client.call(directRfqCalls.cancelRfq, { params: { id: 'r_1' }, ...more })
const silences = Array.from({ length: 9 }, () => silence)

describe('a program that goes around its calls', () => {
  it('makes each of them once, however often it is sent, and the ticket of a socket too', async () => {
    const made: string[] = []
    const session = { kind: 'session', token: () => 'ps_1', onToken: () => undefined } as const
    const own = createClient({
      ...{ baseUrl: 'http://parley.example', timeoutMs: 250, tries: 4, credentials: session },
      around: ({ path }, send) => (made.push(path), path.endsWith('ticket/') ? Promise.reject(new Error('Not now.')) : send()),
    })
    on([silence, done])
    expect(await own.call(directRfqCalls.cancelRfq, { params: { id: 'r_1' }, idempotencyKey: 'mine' })).toEqual({ id: 'r_1' })
    const socket = own.socket({ cancelOnDisconnect: false })
    socket.close()
    expect(made).toEqual(['/v2/drfq/rfqs/{id}/', '/account/socket-ticket/'])
  })
})

describe('a call whose answer is lost', () => {
  it('9.4 is sent again under its key until it is answered', async () => {
    const keys = on([silence, silence, done])
    expect(await cancel({ idempotencyKey: 'mine' })).toEqual({ id: 'r_1' })
    expect(keys).toEqual(['mine', 'mine', 'mine'])
  })

  it('is sent again where it only reads, page by page', async () => {
    const keys = on([silence, done, silence, async () => Response.json({ results: [], next: null })])
    expect(await client.call(catalogueCalls.listInstruments, { query: {} })).toEqual({ id: 'r_1' })
    for await (const { results } of client.pages(catalogueCalls.listInstruments, { query: {} })) expect(results).toEqual([])
    expect(keys).toEqual([null, null, null, null])
  })

  it('fails as unanswered after this many attempts', async () => {
    const keys = on(silences)
    await expect(cancel({ idempotencyKey: 'mine' })).rejects.toMatchObject({ error: 'Timeout' })
    expect(keys).toHaveLength(4)
  })

  it('is not sent again where it might be done twice', async () => {
    const keys = on(silences)
    await expect(cancel()).rejects.toMatchObject({ error: 'Timeout' })
    expect(keys).toHaveLength(1)
  })

  it('is sent once by default', async () => {
    const keys = on(silences)
    const once = createClient({ baseUrl: 'http://parley.example', timeoutMs: 250 })
    await expect(once.call(catalogueCalls.listInstruments, { query: {} })).rejects.toMatchObject({ error: 'Timeout' })
    expect(keys).toHaveLength(1)
  })

  it('is not sent again once it is refused, or where nothing can be reached', async () => {
    const refused = on([refusal])
    await expect(cancel({ idempotencyKey: 'mine' })).rejects.toThrow('It is closed.')
    const unreached = on([() => Promise.reject(new TypeError('fetch failed'))])
    await expect(cancel({ idempotencyKey: 'mine' })).rejects.toMatchObject({ error: 'NetworkError' })
    expect([refused.length, unreached.length]).toEqual([1, 1])
  })
})
