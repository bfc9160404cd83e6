/** An attacker who intercepted a signed write sends it again after its sender got the response that it had no effect (decision 0670). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { signatureHeaders, type Answer } from '../../../test/product.ts'
import { done, startTradingProduct, type TradingProduct } from '../../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
beforeAll(async () => {
  market = await startTradingProduct(database.url, { rfqsPerDesk: { most: 1, withinMs: 3_000 } })
})
afterAll(() => market.close())

type Signed = { readonly method: string; readonly path: string; readonly body: string; readonly headers: Record<string, string> }
/** As sent over the wire, signed at the clock's time and valid for 30 s. */
function signed(method: string, path: string, body: object, key?: string): Signed {
  const text = JSON.stringify(body)
  const headers = signatureHeaders(market.keyOf('ORRY'), market.clock.now, method, path, text)
  return { method, path, body: text, headers: key === undefined ? headers : { ...headers, 'idempotency-key': key } }
}
const send = ({ method, path, ...sent }: Signed): Promise<Answer> => market.product.send(method, path, sent)
const request = (label: string, key?: string) =>
  signed('POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread, label }, key)
const requested = async () => {
  const { results } = done(await market.as('ORRY', 'GET', '/v2/drfq/rfqs/?page_size=100')) as unknown as Labelled
  return results.map(({ label }) => label)
}
type Labelled = { readonly results: readonly { readonly label: string }[] }
const limit = (id: string, key?: string) =>
  signed('PUT', `/v2/protection/limits/${id}/`, { product: 'DO', window_ms: 1_000, executions: 50 }, key)
const later = (ms: number) => (market.clock.now += ms)
const refusedOnArrival = {
  status: 401,
  json: { error: 'InvalidSignature', message: expect.stringMatching(/already received.*Sign it again/) },
}

const keys = [
  ['without an Idempotency-Key', undefined],
  ['with an Idempotency-Key', 'k'],
] as const

describe('a signed write that was turned away', () => {
  // Proves W 2.17.
  it.each(keys)('for the rate of its desk has no effect when it is sent again as it was, %s', async (_title, key) => {
    later(10_000)
    const label = `rate ${key ?? 'none'}`
    const named = key && `${key}-rate`
    expect(await send(request('the first'))).toMatchObject({ status: 201 })
    const write = request(label, named)
    expect(await send(write)).toMatchObject({ status: 429, json: { error: 'RateLimited' } })
    later(5_000)
    expect(await send(write)).toMatchObject(refusedOnArrival)
    expect(await requested()).not.toContain(label)
    // Signed again, it takes effect, even under the same key.
    expect(await send(request(label, named))).toMatchObject({ status: 201 })
    expect(await requested()).toContain(label)
  })

  // Proves W 2.17.
  it.each(keys)('because the platform was not available has no effect when it is sent again as it was, %s', async (_title, key) => {
    later(10_000)
    const label = `state ${key ?? 'none'}`
    const named = key && `${key}-state`
    const { operator } = market.product.server
    await operator.setPlatformState('UNAVAILABLE')
    const write = request(label, named)
    expect(await send(write)).toMatchObject({ status: 503, json: { error: 'Unavailable' } })
    later(1)
    await operator.setPlatformState('AVAILABLE_CANCEL_ONLY')
    later(1)
    await operator.setPlatformState('AVAILABLE')
    later(5_000)
    expect(await send(write)).toMatchObject(refusedOnArrival)
    expect(await requested()).not.toContain(label)
    expect(await send(request(label, named))).toMatchObject({ status: 201 })
    expect(await requested()).toContain(label)
  })
})

describe('a signed write that was not let in', () => {
  it.each(keys)('because another desk was named has no effect when it comes again without that name, %s', async (_title, key) => {
    later(10_000)
    const label = `desk ${key ?? 'none'}`
    const write = request(label, key && `${key}-desk`)
    const misnamed = { ...write, headers: { ...write.headers, 'paradigm-account': 'KEST' } }
    expect(await send(misnamed)).toMatchObject({ status: 403, json: { error: 'InsufficientPermissions' } })
    later(1_000)
    expect(await send(write)).toMatchObject(refusedOnArrival)
    expect(await requested()).not.toContain(label)
    expect(await send(request(label, key && `${key}-desk`))).toMatchObject({ status: 201 })
  })

  it('hears nothing of the same write that was let in, and leaves what that one has done as it is', async () => {
    later(10_000)
    const write = request('named', 'k-named')
    const misnamed = { ...write, headers: { ...write.headers, 'paradigm-account': 'KEST' } }
    const [first, beside] = await Promise.all([send(write), send(misnamed)])
    expect(beside).toMatchObject({ status: 403, json: { error: 'InsufficientPermissions' } })
    later(3_000)
    // Whichever of the two arrived first.
    expect(await send(write)).toMatchObject(first.status === 201 ? { status: 201, text: first.text } : refusedOnArrival)
    expect(await send(misnamed)).toMatchObject({ status: 403 })
  })
})

describe('a signed write that was refused', () => {
  it.each(keys)('has no effect when it is sent again as it was, although it would be accepted now, %s', async (_title, key) => {
    later(10_000)
    const removal = (named: string | undefined = key) => signed('DELETE', '/v2/protection/limits/later/', {}, named && `${named}-later`)
    const write = removal()
    expect(await send(write)).toMatchObject({ status: 400, json: { error: 'LimitUnknown' } })
    later(1_000)
    expect(await send(limit('later'))).toMatchObject({ status: 200 })
    expect(await send(write)).toMatchObject(refusedOnArrival)
    // The refusal was the response for its key. With another key, the request finds what the first one would have removed.
    if (key !== undefined) expect(await send(removal())).toMatchObject({ status: 400, json: { error: 'LimitUnknown' } })
    later(1_000)
    expect(await send(removal(key && `new-${key}`))).toMatchObject({ status: 204 })
  })

  it('has none either where it was a part of a batch', async () => {
    later(10_000)
    const asked = done(await send(request('for a batch')))
    const legs = market.spread.map(({ instrument_id }, place) => ({ instrument_id, price: place === 0 ? '0.081' : '0.05' }))
    const quote = { rfq_id: asked.id, side: 'SELL', quantity: '50', legs }
    const body = JSON.stringify({ orders: [quote, { ...quote, account_name: 'second' }] })
    const headers = signatureHeaders(market.keyOf('KEST'), market.clock.now, 'POST', '/v2/drfq/orders/batch/', body)
    const batch = { body, headers: { ...headers, 'idempotency-key': 'k-batch' } }
    const first = done(await market.product.send('POST', '/v2/drfq/orders/batch/', batch))
    expect(first).toMatchObject({ results: [{ error: null }, { order: null, error: { error: 'AccountUnknown' } }] })
    const account = { venue: 'DBT', name: 'second', clientId: 'KEST-second', clientSecret: 's', isDefault: false } as const
    await market.product.server.operator.addVenueAccount('KEST', account)
    expect(await market.product.send('POST', '/v2/drfq/orders/batch/', batch)).toMatchObject(refusedOnArrival)
    const { results } = done(await market.as('KEST', 'GET', '/v2/drfq/orders/')) as unknown as { results: readonly object[] }
    expect(results).toHaveLength(1)
  })
})

describe('a signed write that was done', () => {
  it('is answered as it was when it comes again with its key, and nothing is done twice', async () => {
    later(10_000)
    const write = request('done', 'k-done')
    const first = await send(write)
    expect(first.status).toBe(201)
    later(3_000)
    expect(await send(write)).toMatchObject({ status: 201, text: first.text })
    later(3_000)
    expect(await send(request('done', 'k-done'))).toMatchObject({ status: 201, text: first.text })
    expect((await requested()).filter((label) => label === 'done')).toHaveLength(1)
  })

  it('is one write with one answer where it comes several times at once', async () => {
    later(10_000)
    const write = limit('at-once', 'k-at-once')
    const answers = await Promise.all([send(write), send(write), send(write)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})
