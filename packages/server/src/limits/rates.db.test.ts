/** The published rates, and a rate that the operator sets for one desk. */
import { wireRates } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { openTestDesk, type TestDesk } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'
import { signatureHeaders, type Key } from '../../test/product.ts'
import { openProtectionSettings } from '../protection/settings.ts'
import { silent } from '../log/log.ts'

const database = withTestDatabase()
let desk: TestDesk
let kest: Key
let orry: Key
beforeAll(async () => {
  desk = await openTestDesk(database.url, { rates: { ...wireRates } })
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
  orry = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'ORRY', name: 'takes' })
})
afterAll(() => desk.close())

const by = async (key: Key, method: string, path: string, body?: object) => {
  const { status, json, headers } = await desk.product.signed(method, path, body === undefined ? '' : JSON.stringify(body), key)
  return { status, retry: headers['retry-after'], json: json as Record<string, unknown> }
}
/** Each request has a new signature. */
let signedCount = 0
const keyed = (key: Key, method: string, path: string, body: object | undefined, idempotencyKey: string) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = signatureHeaders(key, desk.product.clock.now - 1 - (signedCount++ % 10_000), method, path, text)
  return desk.product.send(method, path, { body: text, headers: { ...headers, 'idempotency-key': idempotencyKey } })
}
const reached = (seconds: number) => ({
  status: 429,
  retry: String(seconds),
  json: {
    code: 429,
    error: 'RateLimited',
    message: `Desk's ratelimit reached. Expected available in ${seconds} second${seconds === 1 ? '' : 's'}.`,
  },
})
const open = async (key: Key, ...sides: readonly ('BUY' | 'SELL')[]) => {
  const { json } = await by(key, 'GET', '/v2/drfq/instruments/')
  const ids = (json.results as { id: number }[]).map(({ id }) => id)
  const legs = sides.map((side, place) => ({ instrument_id: ids[place]!, ratio: '1', side }))
  return by(key, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
}
const pass = (ms: number) => void (desk.product.clock.now += ms)

describe('opening markets', () => {
  it('is held to one in three seconds for a product; joining is free, and so is another desk', async () => {
    expect((await open(orry, 'BUY')).status).toBe(201)
    expect(await open(orry, 'BUY', 'SELL')).toMatchObject(reached(3))
    expect((await open(orry, 'BUY')).status).toBe(201)
    expect((await open(kest, 'BUY', 'SELL')).status).toBe(201)
    expect((await open(orry, 'BUY', 'SELL')).status).toBe(201)
    pass(2_000)
    expect(await open(orry, 'BUY', 'BUY')).toMatchObject(reached(1))
    pass(1_000)
    expect((await open(orry, 'BUY', 'BUY')).status).toBe(201)
  })
})

describe('opening a market that was refused', () => {
  it('costs nothing: who may trade again opens it at once', async () => {
    pass(60_000)
    const boss = await desk.person('stops', 'administrator')
    const { json } = await by(orry, 'GET', '/v2/drfq/instruments/')
    const [, second] = json.results as { id: number }[]
    const legs = [{ instrument_id: second!.id, ratio: '1', side: 'BUY' }]
    const openSecond = () => by(orry, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
    expect((await desk.as(boss.token, 'POST', '/v2/protection/stop/', {})).status).toBe(200)
    expect((await openSecond()).json).toMatchObject({ error: 'TradingIsStopped' })
    expect((await desk.as(boss.token, 'POST', '/v2/protection/allow/', {})).status).toBe(200)
    expect((await openSecond()).status).toBe(201)
  })
})

describe('a write that comes again under its key', () => {
  it('gets the answer there is whatever the rate, and none of the rate is used for it', async () => {
    pass(60_000)
    const { json } = await by(orry, 'GET', '/v2/drfq/instruments/')
    const [leg] = json.results as { id: number }[]
    const legs = [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }]
    const create = (key: string, label: string) =>
      keyed(orry, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, label }, key)
    const first = await create('once', 'first')
    expect(first.status).toBe(201)
    expect(await create('once', 'first')).toMatchObject({ status: 201, text: first.text })
    expect((await create('once', 'another body')).status).toBe(409)
    expect((await create('twice', 'second')).status).toBe(429)
    pass(2_999)
    expect(await create('once', 'first')).toMatchObject({ status: 201, text: first.text })
    pass(1)
    expect((await create('twice', 'second')).status).toBe(201)
    pass(3_000)
    expect(await create('once', 'first')).toMatchObject({ status: 201, text: first.text })
    expect((await create('thrice', 'third')).status).toBe(201)
  })

  it('is answered where the rate of its own kind is used up, and one that was turned away has no answer', async () => {
    pass(60_000)
    const sweep = (key: string) => keyed(kest, 'DELETE', '/v1/ob/quotes/', undefined, key)
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(sweep))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await sweep('f')).status).toBe(429)
    expect(await sweep('c')).toMatchObject({ status: 200, text: answers[2]!.text })
    expect((await sweep('f')).status).toBe(429)
  })
})

describe('taking', () => {
  const quote = async (key: Key, id: number, price: string, quantity = '1000') =>
    by(key, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity, price })
  const take = (id: number, price = '0.06') =>
    by(orry, 'POST', `/v1/grfq/rfqs/${id}/orders/`, { execution_side: 'BUY', limit_price: price, quantity: '25' })

  it('9.7 is held to one execution in two seconds for a product; an order that finds nothing costs nothing', async () => {
    pass(60_000)
    const { id } = (await open(orry, 'BUY')).json as { id: number }
    expect((await take(id)).status).toBe(201)
    expect((await quote(kest, id, '0.06')).status).toBe(201)
    expect((await take(id)).status).toBe(201)
    const held = await take(id)
    expect(held).toMatchObject(reached(2))
    expect(held.json.data).toMatchObject({ rule: '9.7' })
    const ioc = { side: 'BUY', quantity: '25', price: '0.06', ioc: true }
    expect(await by(orry, 'POST', `/v1/ob/rfqs/${id}/quotes/`, ioc)).toMatchObject(reached(2))
    expect((await by(orry, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'BUY', quantity: '25', price: '0.04' })).status).toBe(201)
    pass(1_999)
    expect(await take(id)).toMatchObject(reached(1))
    pass(1)
    expect((await take(id)).status).toBe(201)
  })

  it('9.7 lets one of two orders in the same moment trade', async () => {
    pass(60_000)
    const { id } = (await open(orry, 'BUY')).json as { id: number }
    const answers = await Promise.all([take(id), take(id), take(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429])
  })

  it('9.7 counts a cross of the direct flow', async () => {
    pass(60_000)
    const { json } = await by(orry, 'GET', '/v2/drfq/instruments/')
    const [leg] = json.results as { id: number }[]
    const legs = [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }]
    const rfq = (await by(orry, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })).json.id
    const order = (key: Key, body: object) => by(key, 'POST', '/v2/drfq/orders/', { rfq_id: rfq, type: 'LIMIT', ...body })
    const rests = { side: 'SELL', quantity: '100', price: '0.06', time_in_force: 'GOOD_TILL_CANCELED', account_name: 'KEST main' }
    expect((await order(kest, rests)).status).toBe(201)
    const cross = { side: 'BUY', quantity: '25', price: '0.06', time_in_force: 'FILL_OR_KILL' }
    expect((await order(orry, cross)).status).toBe(201)
    expect(await order(orry, cross)).toMatchObject(reached(2))
  })
})

describe('cancelling every quote', () => {
  // Proves W 2.9.
  it('is held to five in ten seconds where nothing is named, and free where something is', async () => {
    pass(60_000)
    const sweep = (query = '') => by(kest, 'DELETE', `/v1/ob/quotes/${query}`)
    for (let n = 0; n < 4; n++) expect((await sweep()).status).toBe(200)
    pass(4_000)
    expect((await sweep()).status).toBe(200)
    expect(await sweep('?side=')).toMatchObject(reached(6))
    expect((await sweep('?side=BUY')).status).toBe(200)
    pass(6_000)
    // Four have left the window. The one at four seconds has not.
    for (let n = 0; n < 4; n++) expect((await sweep()).status).toBe(200)
    expect(await sweep()).toMatchObject(reached(4))
  })
})

describe('a pace of its own', () => {
  it('holds for that desk at once, and ends as it came', async () => {
    pass(60_000)
    const settings = await openProtectionSettings(database.sql, silent)
    const set = (rate?: { most: number; withinMs: number }) =>
      settings.setRate({ at: 0, actor: 'operator', action: 'SetRate', object: 'requestsPerDesk' }, 'KEST' as never, 'requestsPerDesk', rate)
    const asked = async (key: Key) => (await by(key, 'GET', '/v2/protection/bounds/')).json.requests_per_second
    await set({ most: 1, withinMs: 1_000 })
    // A call made before the server has read the change takes the only turn. The next one is a second later.
    await expect.poll(() => (pass(1_000), asked(kest))).toBe(1)
    expect(await by(kest, 'GET', '/v2/drfq/echo/')).toMatchObject(reached(1))
    expect(await asked(orry)).toBe(500)
    await set()
    await settings.close()
    pass(60_000)
    await expect.poll(() => asked(kest)).toBe(500)
  })
})
