/** The same request again has the first answer, byte for byte, whatever has changed since (rulebook 9.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../test/instruments.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../../test/trading-product.ts'

const database = withTestDatabase()
const DAY_MS = 24 * 3_600_000
let market: TradingProduct
beforeAll(async () => {
  market = await startTradingProduct(database.url)
})
afterAll(() => market?.close())

const rfq = async () => done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs: market.spread }))
const order = (rfq_id: string, price: string, more: object = {}) => ({
  ...{ rfq_id, side: 'SELL', quantity: '50', legs: legsFor(market, price) },
  ...more,
})
const rowsOf = (key: string) => database.sql<{ key: string; state: string; shard: string | null; answer: string | null }[]>`
  select key, state, shard, answer from request where key = ${key} or starts_with(key, ${`${key} `}) order by key`

describe('9.4 the same request again', () => {
  it('9.4 a quote is one row, written with its decision, and answered as it was after it has gone', async () => {
    const { id } = await rfq()
    const placed = await market.as('KEST', 'POST', '/v2/drfq/orders/', order(id, '0.031'), 'quote')
    expect(placed.status).toBe(201)
    expect(await rowsOf('quote')).toEqual([{ key: 'quote', state: 'DONE', shard: 'DBT-BTC', answer: placed.text }])
    done(await market.as('ORRY', 'DELETE', `/v2/drfq/rfqs/${id}/`))
    const again = await market.as('KEST', 'POST', '/v2/drfq/orders/', order(id, '0.031'), 'quote')
    expect([again.status, again.text]).toEqual([201, placed.text])
  })

  it('9.4 a quote of the order book is answered as it was placed, though it has traded since', async () => {
    const legs = [{ instrument: call.name, ratio: '1', side: 'BUY' }]
    const { id } = done(await market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs }))
    const path = `/v1/ob/rfqs/${id}/quotes/`
    const offer = { side: 'SELL', quantity: '25', price: '0.09' }
    const placed = await market.as('KEST', 'POST', path, offer, 'offer')
    done(await market.as('ORRY', 'POST', path, { side: 'BUY', quantity: '25', price: '0.09', ioc: true }, 'take'))
    expect(await market.as('KEST', 'POST', path, offer, 'offer')).toMatchObject({ status: 201, text: placed.text })
    expect((await rowsOf('offer'))[0]).toMatchObject({ state: 'DONE', answer: placed.text })
  })

  it('9.4 a refusal of the shard is given again, though it would be accepted by now', async () => {
    const { id } = await rfq()
    const small = order(id, '0.031', { quantity: '1' })
    const refused = await market.as('KEST', 'POST', '/v2/drfq/orders/', small, 'small')
    expect(refused).toMatchObject({ status: 400, json: { error: 'QuantityBelowBlockMinimum' } })
    const again = await market.as('KEST', 'POST', '/v2/drfq/orders/', small, 'small')
    const { request_id: first, ...said } = refused.json as Record<string, unknown>
    const { request_id: second, ...repeated } = again.json as Record<string, unknown>
    expect([again.status, repeated]).toEqual([400, said])
    expect(second).not.toBe(first)
  })

  it('9.4 a batch has a row for itself and one for each part that a shard has decided; its verdicts stay what they were', async () => {
    const { id } = await rfq()
    const orders = [order(id, '0.031'), order(id, '0.032', { account_name: 'later' })]
    const send = () => market.as('LARK', 'POST', '/v2/drfq/orders/batch/', { orders }, 'batch')
    const first = await send()
    expect(first).toMatchObject({ status: 200, json: { results: [{ error: null }, { error: { error: 'AccountUnknown' } }] } })
    expect((await rowsOf('batch')).map(({ key, state }) => [key, state])).toEqual([['batch', 'DONE'], ['batch 0', 'DONE']]) // prettier-ignore
    expect(await send()).toMatchObject({ status: 200, text: first.text })
  })

  it('9.4 a batch is refused whole where its key was of another, a longer or a shorter one', async () => {
    const { id } = await rfq()
    const send = (...prices: string[]) =>
      market.as('MERL', 'POST', '/v2/drfq/orders/batch/', { orders: prices.map((price) => order(id, price)) }, 'long')
    expect((await send('0.031', '0.032', '0.033')).status).toBe(200)
    for (const prices of [['0.04'], ['0.031', '0.032'], ['0.031', '0.032', '0.033', '0.034']])
      expect(await send(...prices)).toMatchObject({ status: 409, json: { error: 'IdempotencyKeyReused' } })
  })

  it('9.4 another body under a key is refused in the words of its call', async () => {
    const reuse = async (path: string, one: object, other: object) => {
      await market.as('KEST', 'POST', path, one, 'reused')
      const { json } = await market.as('KEST', 'POST', path, other, 'reused')
      return (json as { data: object }).data
    }
    const { id } = await rfq()
    expect(await reuse('/v2/drfq/orders/', order(id, '0.031'), order(id, '0.032'))).toMatchObject({ rule: '9.4' })
    expect(await reuse('/v2/protection/cancel_all/', { side: 'BUY' }, { side: 'SELL' })).toEqual({
      member: 'Idempotency-Key',
      value: 'reused',
    })
  })

  it('9.4 two at once are one, and both have its answer', async () => {
    const { id } = await rfq()
    const send = () => market.as('KEST', 'POST', '/v2/drfq/orders/', order(id, '0.031'), 'twice')
    const [one, other] = await Promise.all([send(), send()])
    expect([one.status, other.status, other.text]).toEqual([201, 201, one.text])
  })

  it('9.4 a key is free again after a day', async () => {
    const { id } = await rfq()
    done(await market.as('KEST', 'POST', '/v2/drfq/orders/', order(id, '0.031'), 'daily'))
    market.clock.now += DAY_MS + 1
    const next = await rfq()
    expect(await market.as('KEST', 'POST', '/v2/drfq/orders/', order(next.id, '0.031'), 'daily')).toMatchObject({
      status: 201,
      json: { rfq_id: next.id },
    })
  })
})
