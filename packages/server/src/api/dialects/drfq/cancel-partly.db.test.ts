import { cutMarket } from '../../../../test/cut-market.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../test/database.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
beforeAll(async () => {
  market = await startTradingProduct(database.url)
})
afterAll(() => market?.close())

// Proves W 1.18.
it('what could not be cancelled, because its market is out of reach, is named under failures, and the status is 207', async () => {
  const rfq = done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread }))
  const body = { rfq_id: rfq.id, side: 'SELL', quantity: '50', legs: legsFor(market, '0.031') }
  const order = done(await market.as('KEST', 'POST', '/v2/drfq/orders/', body))
  await cutMarket(database.sql, 'DBT-BTC')
  const answer = await market.as('KEST', 'DELETE', '/v2/drfq/orders/')
  expect(answer).toMatchObject({
    status: 207,
    json: { successes: { count: 0, order_ids: [] }, failures: { count: 1, order_ids: [order.id] } },
  })
})
