/** One trade from the request to its settlement, in the collector of traces and in the log (decision 1010). */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withTestDatabase } from '../test/database.ts'
import { signatureHeaders } from '../test/product.ts'
import { startTraceCollector } from '../test/trace-collector.ts'
import { done, legsFor, startTradingProduct } from '../test/trading-product.ts'

const database = withTestDatabase()
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SENDER = 'b7ad6b7169203331'
let collector: Awaited<ReturnType<typeof startTraceCollector>>
let logged = ''
let secrets: readonly string[] = []

beforeAll(async () => {
  collector = await startTraceCollector()
  const market = await startTradingProduct(database.url, {}, { tracesEndpoint: collector.endpoint })
  const order = { quantity: '25', type: 'LIMIT' }
  const rfq = done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs: market.spread }))
  const quote = { ...order, side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED', rfq_id: rfq.id, legs: legsFor(market, '0.031') }
  done(await market.as('KEST', 'POST', '/v2/drfq/orders/', quote))
  const send = (body: object, more: Record<string, string>) => {
    const text = JSON.stringify(body)
    const headers = signatureHeaders(market.keyOf('ORRY'), market.clock.now + 20_000, 'POST', '/v2/drfq/orders/', text)
    return market.product.send('POST', '/v2/drfq/orders/', { body: text, headers: { ...headers, ...more } })
  }
  const cross = { ...order, side: 'BUY', time_in_force: 'FILL_OR_KILL', rfq_id: rfq.id, price: '0.031' }
  done(await send(cross, { traceparent: `00-${TRACE}-${SENDER}-01`, 'idempotency-key': 'cross-1' }))
  await send({ ...cross, quantity: 'many' }, { 'idempotency-key': 'cross-2', traceparent: 'no trace' })
  await market.as('ORRY', 'GET', '/v1/vrfq/auctions/')
  const filled = async () => done(await market.as('ORRY', 'GET', '/v2/drfq/trades/')) as unknown as { results: { state: string }[] }
  await vi.waitFor(async () => expect((await filled()).results[0]?.state).toBe('FILLED'), { timeout: 45_000, interval: 100 })
  secrets = ['ORRY', 'KEST', '0.031', rfq.id, market.keyOf('ORRY').accessKey]
  await market.close()
  logged = market.product.logged()
})
afterAll(() => collector.close())

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const attributesOf = ({ attributes }: (typeof collector.spans)[number]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

it("a trade is one trace, from its sender's span to the steps at the venue", () => {
  const inTrace = collector.spans.filter(({ traceId }) => traceId === TRACE)
  const parentOf = (name: string) => inTrace.find(({ spanId }) => spanId === inTrace.find((span) => span.name === name)?.parentSpanId)?.name
  const request = inTrace.find(({ name }) => name === 'POST /v2/drfq/orders/')!
  expect(request.parentSpanId).toBe(SENDER)
  expect(attributesOf(request)).toEqual({ 'http.response.status_code': 201 })
  expect(attributesOf(inTrace.find(({ name }) => name === 'command')!)).toEqual({
    'parley.shard': 'DBT-BTC',
    'parley.command': 'PlaceOrder',
    'parley.outcome': 'decided',
  })
  expect([parentOf('command'), parentOf('settlement'), parentOf('verify'), parentOf('execute')]).toEqual([
    'POST /v2/drfq/orders/',
    'command',
    'settlement',
    'settlement',
  ])
  expect(attributesOf(inTrace.find(({ name }) => name === 'execute')!)).toEqual({ 'parley.venue': 'DBT', 'parley.outcome': 'done' })
})

it('a request without a valid traceparent begins a trace of its own', () => {
  const traces = named('POST /v2/drfq/orders/').map(({ traceId }) => traceId)
  expect(new Set(traces).size).toBe(3)
})

it('19.8 no call of auctions is traced, and no span names a desk, an RFQ, a price or a key', () => {
  expect(collector.spans.filter(({ name }) => name.includes('vrfq'))).toEqual([])
  for (const secret of secrets) expect(collector.text()).not.toContain(secret)
})

it('each line of the log that a request writes has its request id, command id and trace id', () => {
  const line = logged.split('\n').find((one) => one.startsWith('A call was rejected'))!
  const ids = JSON.parse(line.slice(line.indexOf('{'))) as Record<string, string>
  const traceId = named('POST /v2/drfq/orders/').find((span) => attributesOf(span)['http.response.status_code'] === 400)?.traceId
  expect(ids).toMatchObject({ commandId: 'cross-2', traceId, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
})
