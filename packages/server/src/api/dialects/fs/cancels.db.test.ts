import { cutMarket } from '../../../../test/cut-market.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../test/database.ts'
import { startSpreadProduct, type Json, type SpreadProduct } from '../../../../test/spread-product.ts'

const database = withTestDatabase()
let floor: SpreadProduct
beforeAll(async () => {
  floor = await startSpreadProduct(database.url)
})
afterAll(() => floor?.close())

it('5.17 orders of spreads are cancelled by the name of their flow, and by no other', async () => {
  const { id } = await floor.strategy()
  await floor.must(201, 'KEST', 'POST', '/v1/fs/orders/', { strategy_id: id, side: 'BUY', price: '990', amount: 100_000 })
  const cancel = async (body: object) => (await floor.must(200, 'KEST', 'POST', '/v2/protection/cancel_all/', body))['canceled']
  for (const other of [{ flow: 'drfq' }, { flow: 'ob' }, { flow: 'fs', product: 'DO' }, { flow: 'fs', side: 'SELL' }])
    expect([other, await cancel(other)]).toEqual([other, expect.objectContaining({ count: 0 })])
  expect(await cancel({ flow: 'fs', product: 'CF' })).toMatchObject({ count: 1 })
})

// Proves T 7.29, W 6.13.
it('5.17 orders of spreads are cancelled with others by side, label and strategy, and what is not known is refused', async () => {
  const { id } = await floor.strategy()
  const place = (ticker: 'KEST' | 'LARK', side: 'BUY' | 'SELL', price: string) =>
    floor.must(201, ticker, 'POST', '/v1/fs/orders/', { strategy_id: id, side, price, amount: 100_000, label: 'a' })
  await place('KEST', 'BUY', '990')
  await place('KEST', 'SELL', '1010')
  await place('LARK', 'BUY', '980')
  const open = async (ticker: 'KEST' | 'LARK') =>
    ((await floor.must(200, ticker, 'GET', '/v1/fs/orders?state=OPEN'))['results'] as Json[]).map(({ side }) => side)
  const unknown = await floor.as('KEST', 'DELETE', '/v1/fs/orders?colour=red')
  expect(unknown).toMatchObject({ status: 400, json: { code: -32602, data: { member: 'colour' } } })
  await floor.must(204, 'KEST', 'DELETE', '/v1/fs/orders?side=BUY&label=a')
  expect(await open('KEST')).toEqual(['SELL'])
  await floor.must(204, 'KEST', 'DELETE', `/v1/fs/orders?strategyId=${id}`)
  expect([await open('KEST'), await open('LARK')]).toEqual([[], ['BUY']])
})

it('an unreachable market is named with 207; otherwise a mass cancel has 204', async () => {
  const strategy = await floor.strategy()
  const order = { strategy_id: strategy.id, side: 'BUY', price: '990', amount: 100_000 }
  await floor.must(201, 'KEST', 'POST', '/v1/fs/orders/', order)
  await cutMarket(database.sql, 'DBT-BTC')
  const answer = await floor.as('KEST', 'DELETE', '/v1/fs/orders/')
  expect(answer).toMatchObject({ status: 207, json: { unreached: [{ market: 'DBT-BTC' }] } })
  expect(await floor.as('KEST', 'POST', '/v1/fs/orders/', order)).toMatchObject({ status: 503, json: { code: 503 } })
})
