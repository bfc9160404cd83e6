import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, ether } from '../market-data/test-instruments.ts'
import { withTestDatabase } from '../postgres/test-database.ts'
import { done, startTradingProduct, type TradingProduct } from '../test-trading-product.ts'

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

describe('10.17 a client order id', () => {
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
})
