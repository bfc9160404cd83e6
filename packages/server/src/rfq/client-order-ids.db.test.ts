import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, ether } from '../../test/instruments.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket } from '../../test/product.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
let bitcoin: string
let ethereum: string
beforeAll(async () => {
  market = await startTradingProduct(database.url)
  bitcoin = await opened(call.name)
  ethereum = await opened(ether.name)
})
afterAll(() => market?.close())

const opened = async (instrument: string): Promise<string> =>
  done(await market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: [{ instrument, ratio: '1', side: 'BUY' }] })).id
const quote = (id: string, client_order_id: string, more: object = {}) =>
  market.as('KEST', 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '250', price: '0.09', client_order_id, ...more })
const inUse = { status: 400, json: { error: 'ClientOrderIdInUse', data: { member: 'client_order_id', rule: '10.17' } } }

type Verdict = { readonly order: { readonly client_order_id: string } | null; readonly error: { readonly error: string } | null }

describe('10.17 a client order id', () => {
  // Proves W 4.22.
  it('10.17 names one resting quote of the desk, in whatever market that rests', async () => {
    const first = done(await quote(bitcoin, 'one'))
    expect(await quote(bitcoin, 'one')).toMatchObject(inUse)
    expect(await quote(ethereum, 'one')).toMatchObject(inUse)
    expect((await quote(ethereum, 'another')).status).toBe(201)
    const other = { side: 'SELL', quantity: '250', price: '0.09', client_order_id: 'one' }
    expect((await market.as('LARK', 'POST', `/v1/ob/rfqs/${ethereum}/quotes/`, other)).status).toBe(201)
    done(await market.as('KEST', 'DELETE', `/v1/ob/quotes/${first.id}/`))
    expect((await quote(ethereum, 'one')).status).toBe(201)
    expect(await quote(bitcoin, 'one')).toMatchObject(inUse)
  })

  it('10.17 of two that come at once for two markets goes to one', async () => {
    const answers = await Promise.all([
      quote(bitcoin, 'twice'),
      quote(ethereum, 'twice'),
      quote(bitcoin, 'twice'),
      quote(ethereum, 'twice'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  })

  it('10.17 is free again where what came with it did not rest', async () => {
    expect((await quote(bitcoin, 'small', { quantity: '1' })).json).toMatchObject({ error: 'QuantityBelowBlockMinimum' })
    expect((await quote(bitcoin, 'small', { ioc: true, side: 'BUY', price: '0.01' })).status).toBe(201)
    expect((await quote(ethereum, 'small')).status).toBe(201)
  })

  const asked = async () => {
    const rfq = { venue: 'DBT', quantity: '50', legs: market.spread, counterparties: ['KEST', 'LARK'] }
    return done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', rfq)).id
  }
  const order = (rfq_id: string, client_order_id: string | number, more: object = {}) => {
    const body = { rfq_id, side: 'SELL', quantity: '50', legs: legsFor(market, '0.031'), client_order_id, ...more }
    return market.as('KEST', 'POST', '/v2/drfq/orders/', body)
  }
  const inUseHere = { status: 400, json: { error: 'ClientOrderIdInUse', data: { member: 'client_order_id', rule: '5.21' } } }

  // Proves W 4.23.
  it('5.21 is kept of an order of the direct flow: in its answer, its lists, on its channel, and by its fate', async () => {
    const socket = await openTestSocket(
      market.product.server.baseUrl,
      `/v2/drfq/?api-key=${market.keyOf('KEST').accessKey}&cancel_on_disconnect=false`,
    )
    socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'orders' } })
    await socket.next(({ id }) => id === 1)
    const placed = done(await order(await asked(), 77))
    expect(placed['client_order_id']).toBe('77')
    const sent = await socket.next(({ method }) => method === 'subscription')
    expect((sent as { params: { data: object } }).params.data).toMatchObject({ id: placed.id, client_order_id: '77' })
    socket.close()
    const { results } = done(await market.as('KEST', 'GET', '/v2/drfq/orders/?client_order_id=77')) as unknown as { results: object[] }
    expect(results).toMatchObject([{ id: placed.id, client_order_id: '77' }])
    expect(done(await market.as('KEST', 'GET', '/v2/commands/?client_order_id=77'))).toMatchObject({ state: 'DONE', body: placed })
    const replaced = done(await market.as('KEST', 'PUT', `/v2/drfq/orders/${placed.id}/`, { quantity: '25' }))
    expect(replaced).toMatchObject({ id: placed.id, client_order_id: '77', quantity: '25' })
  })

  it('5.21 10.17 names one order or quote of the desk, in whichever flow that rests', async () => {
    const rfq = await asked()
    const first = done(await order(rfq, 'both'))
    expect(await order(await asked(), 'both')).toMatchObject(inUseHere)
    expect(await quote(bitcoin, 'both')).toMatchObject(inUse)
    expect(await quote(ethereum, 'both')).toMatchObject(inUse)
    expect((await market.as('KEST', 'DELETE', `/v2/drfq/orders/${first.id}/`)).status).toBe(204)
    const second = done(await quote(bitcoin, 'both'))
    expect(await order(rfq, 'both')).toMatchObject(inUseHere)
    done(await market.as('KEST', 'DELETE', `/v1/ob/quotes/${second.id}/`))
    expect((await order(rfq, 'both')).status).toBe(201)
  })

  it('5.21 of a batch is each order’s own, and the same in two of them is refused in the second', async () => {
    const legs = legsFor(market, '0.031')
    const orders = await Promise.all(['x', 'y', 'y'].map(async (client_order_id) => ({ rfq_id: await asked(), side: 'SELL', quantity: '50', legs, client_order_id }))) // prettier-ignore
    const { results } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/batch/', { orders })) as unknown as { results: Verdict[] }
    const verdicts = results.map((one) => one.error?.error ?? one.order?.client_order_id)
    // Requests run concurrently, so either of the two may be first.
    expect([verdicts[0], ...verdicts.slice(1).toSorted()]).toEqual(['x', 'ClientOrderIdInUse', 'y'])
  })
})
