/** The same request again gets the first response, byte for byte, whatever has changed since (rulebook 9.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, higher } from '../../../test/instruments.ts'
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

const withoutVolatilities = (view: Record<string, unknown>): Record<string, unknown> => ({
  ...view,
  ...(Array.isArray(view.legs) && { legs: view.legs.map(({ mark_price_iv, best_bid_iv, best_ask_iv, ...leg }) => leg as object) }),
})
const only = (view: Record<string, unknown>, members: readonly string[]) => Object.fromEntries(members.map((one) => [one, view[one]]))

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

  it('5.25 an order in time gets its first response after its time, and one that is too late is refused', async () => {
    const { id } = await rfq()
    const send = (body: object, key?: string) => market.as('KEST', 'POST', '/v2/drfq/orders/', body, key)
    const timed = order(id, '0.031', { not_after: market.clock.now + 3_000 })
    const other = order(id, '0.029', { side: 'BUY', not_after: market.clock.now + 3_000 })
    const placed = await send(timed, 'timed')
    market.clock.now += 3_001
    expect(await send(timed, 'timed')).toMatchObject({ status: 201, text: placed.text })
    const late = await send(other, 'late')
    expect([late.status, JSON.parse(late.text)]).toMatchObject([400, { error: 'OrderTooLate', code: 3511, data: { member: 'not_after' } }])
    expect((await send(other, 'late')).status).toBe(400)
    const inTime = { ...other, not_after: market.clock.now }
    const { results } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/batch/', { orders: [other, inTime] }))
    expect(results).toMatchObject([{ error: { error: 'OrderTooLate' } }, { order: { side: 'BUY', state: 'OPEN' } }])
    // Seconds are refused as such, because every order would be too late.
    const seconds = await send({ ...other, not_after: Math.round(market.clock.now / 1000) })
    expect([seconds.status, JSON.parse(seconds.text)]).toMatchObject([400, { data: { member: 'not_after' } }])
    expect(seconds.text).not.toContain('OrderTooLate')
    done(await market.as('ORRY', 'DELETE', `/v2/drfq/rfqs/${id}/`))
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

  it('9.4 an answer that is written with its decision is what its sender reads right after', async () => {
    // A read also returns the current volatilities, which a stored response does not.
    const read = async (by: 'ORRY' | 'LARK', path: string) => withoutVolatilities(done(await market.as(by, 'GET', path)))
    const body = { venue: 'DBT', quantity: '50', legs: market.spread, state: 'DRAFT' }
    const path = `/v2/drfq/rfqs/${done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', body)).id}/`
    expect(done(await market.as('ORRY', 'PATCH', path, { state: 'OPEN' }, 'sent'))).toEqual(await read('ORRY', path))
    expect(done(await market.as('LARK', 'POST', `${path}decline/`, { reason: 'SIZE' }, 'declined'))).toEqual(await read('LARK', path))

    const legs = [{ instrument: higher.name, ratio: '1', side: 'BUY' }]
    const open = () => market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs }, 'opened')
    const { desk_role, declined_by_me, ...opened } = done(await open())
    expect([desk_role, declined_by_me]).toEqual([null, undefined])
    const base = `/v1/ob/rfqs/${opened.id}/`
    expect(await read('ORRY', base)).toMatchObject(opened)
    const quote = { side: 'SELL', quantity: '75', price: '0.06' }
    const { id } = done(await market.as('LARK', 'POST', `${base}quotes/`, { ...quote, price: '0.07', quantity: '25' }))
    expect(done(await market.as('LARK', 'DELETE', `/v1/ob/quotes/${id}/`, undefined, 'canceled'))).toEqual(await read('LARK', `/v1/ob/quotes/${id}/`)) // prettier-ignore
    done(await market.as('LARK', 'POST', `${base}quotes/`, quote))
    done(await market.as('ORRY', 'POST', `${base}quotes/`, { side: 'BUY', quantity: '25', price: '0.06', ioc: true }))
    await expect.poll(() => read('LARK', base), { timeout: 20_000 }).toMatchObject({ quantities: { completed: '25' } })
    const declined = done(await market.as('LARK', 'POST', `${base}decline/`, { reason: 'RISK' }, 'left'))
    expect(declined).toMatchObject({ quantities: { original: '100', filled: '25', remaining: '0', canceled: '75', completed: '25' } })
    expect(declined).toEqual(await read('LARK', base))
    // A maker that opens the market again joins it and reads its current state.
    const joined = done(await market.as('LARK', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs }, 'joined'))
    expect(await read('LARK', base)).toMatchObject({ ...joined, ...only(declined, ['desk_role', 'desk_status', 'quantities', 'traded']) })
    expect(JSON.parse((await open()).text)).toEqual({ desk_role, ...opened })
    const keys = ['sent', 'declined', 'opened', 'canceled', 'left', 'joined']
    const rows = (await Promise.all(keys.map(rowsOf))).flat()
    expect(rows.map(({ key }) => key)).toEqual(keys)
    expect(rows.filter(({ state, shard, answer }) => state !== 'DONE' || shard !== 'DBT-BTC' || answer === null)).toEqual([])
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

  it('9.4 another body under a key is refused with the text of its call', async () => {
    const reuse = async (path: string, one: object, other: object) => {
      const key = `reused-${path}`
      await market.as('KEST', 'POST', path, one, key)
      const { json } = await market.as('KEST', 'POST', path, other, key)
      return (json as { data: object }).data
    }
    const { id } = await rfq()
    expect(await reuse('/v2/drfq/orders/', order(id, '0.031'), order(id, '0.032'))).toMatchObject({ rule: '9.4' })
    for (const [path, one, other] of [
      ['/v2/protection/cancel_all/', { side: 'BUY' }, { side: 'SELL' }],
      [`/v2/drfq/rfqs/${id}/decline/`, { reason: 'SIZE' }, { reason: 'RISK' }],
    ] as const)
      expect([path, await reuse(path, one, other)]).toEqual([path, { member: 'Idempotency-Key', value: `reused-${path}` }])
  })

  it('9.4 a key is of one call: under it no other is carried out, whichever came first', async () => {
    const { id } = await rfq()
    const path = '/v2/drfq/orders/'
    const cancelAll = (key: string) => market.as('KEST', 'POST', '/v2/protection/cancel_all/', { side: 'BUY' }, key)
    const place = (key: string) => market.as('KEST', 'POST', path, order(id, '0.031'), key)
    const placed = done(await place('placed-first'))
    const remove = () => market.as('KEST', 'DELETE', `${path}${placed.id}/`, undefined, 'placed-first')
    for (const other of [remove, () => cancelAll('placed-first')])
      expect(await other()).toMatchObject({ status: 409, json: { error: 'IdempotencyKeyReused' } })
    expect(done(await market.as('KEST', 'GET', `${path}${placed.id}/`))).toMatchObject({ state: 'OPEN' })
    expect(done(await market.as('KEST', 'GET', '/v2/commands/placed-first/'))).toMatchObject({
      state: 'DONE',
      call: 'POST /v2/drfq/orders',
    })

    expect(await cancelAll('canceled-first')).toMatchObject({ status: 200 })
    expect(await place('canceled-first')).toMatchObject({ status: 409, json: { error: 'IdempotencyKeyReused' } })
    const again = await cancelAll('canceled-first')
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
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
