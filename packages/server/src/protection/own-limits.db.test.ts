/** A desk's own limits through the API: quotes that rest and cross, and a limit without room for a block (rulebook 11.2 to 11.4). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { openTestDesk, type TestDesk } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, type Key } from '../../test/product.ts'

const database = withTestDatabase()
let desk: TestDesk
let kest: Key
let orry: Key
beforeAll(async () => {
  desk = await openTestDesk(database.url)
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
  orry = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'ORRY', name: 'takes' })
})
afterAll(() => desk.close())

const by: TestDesk['by'] = (...request) => desk.by(...request)
const leg = async () => ((await by(orry, 'GET', '/v2/drfq/instruments/')).json['results'] as { readonly id: number }[])[0]!.id
async function request(): Promise<string> {
  const legs = [{ instrument_id: await leg(), ratio: '1', side: 'BUY' }]
  const asked = { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs, account_name: 'ORRY main' }
  return (await by(orry, 'POST', '/v2/drfq/rfqs/', asked)).json['id'] as string
}
async function market(): Promise<number> {
  const legs = [{ instrument_id: await leg(), ratio: '1', side: 'BUY' }]
  return (await by(orry, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })).json['id'] as number
}
const order = (key: Key, rfq_id: string, side: string, quantity: string, type = 'LIMIT') => {
  const account_name = key === kest ? 'KEST main' : 'ORRY main'
  return by(key, 'POST', '/v2/drfq/orders/', {
    rfq_id,
    side,
    quantity,
    price: '0.05',
    type,
    time_in_force: 'GOOD_TILL_CANCELED',
    account_name,
  })
}
const quote = async (key: Key, side: string, quantity: string, more: object = {}) =>
  by(key, 'POST', `/v1/ob/rfqs/${await market()}/quotes/`, { side, quantity, price: '0.05', ...more })
/** Each test has its own window, so that fills of the previous test do not count. */
const limited = async (limit: object) => {
  for (const key of [kest, orry]) {
    await by(key, 'POST', '/v2/protection/reset/')
    await by(key, 'POST', '/v2/protection/cancel_all/')
  }
  desk.product.clock.now += 60_000
  expect((await by(kest, 'PUT', '/v2/protection/limits/mine/', { product: 'DO', window_ms: 30_000, ...limit })).status).toBe(200)
}
type Use = { readonly limit: { readonly id: string }; readonly state: string; readonly fired_by: string | null; readonly use: object }
const mine = async () =>
  ((await by(kest, 'GET', '/v2/protection/status/')).json['limits'] as Use[]).find(({ limit }) => limit.id === 'mine')!

describe('11.3 a quote that comes and crosses stays within the limits of its own desk', () => {
  it.each(['LIMIT', 'HIDDEN'])('11.3 in the direct flow, with a resting %s order of the taker', async (type) => {
    await limited({ quantity: '60' })
    const id = await request()
    expect((await order(orry, id, 'BUY', '100', type)).status).toBe(201)
    expect((await order(kest, id, 'SELL', '100')).json).toMatchObject({ state: 'CLOSED', quantity: '100', canceled_quantity: '40' })
    expect(await mine()).toMatchObject({ state: 'FROZEN', fired_by: 'quantity', use: { quantity: { used: '60', most: '60' } } })
    expect(await order(kest, id, 'SELL', '25')).toMatchObject({ status: 400, json: { error: 'ProtectionActive' } })
  })

  it('11.3, 11.4 in the order book, and what is left of it is cancelled; an IOC quote takes as it wishes', async () => {
    await limited({ quantity: '60' })
    expect((await quote(orry, 'BUY', '200')).status).toBe(201)
    expect((await quote(kest, 'SELL', '30', { ioc: true })).json['status']).not.toBe('REJECTED')
    expect(await mine()).toMatchObject({ state: 'READY', use: { quantity: { used: '0' } } })
    await quote(kest, 'SELL', '100')
    expect(await mine()).toMatchObject({ state: 'FROZEN', fired_by: 'quantity', use: { quantity: { used: '60' } } })
    expect((await by(kest, 'GET', '/v1/ob/quotes/?status=OPEN')).json['results']).toEqual([])
    const [rest] = (await by(orry, 'GET', '/v1/ob/quotes/?status=OPEN')).json['results'] as Record<string, unknown>[]
    expect(rest).toMatchObject({ remaining_quantity: '110' })
  })
})

describe('11.2 a limit that leaves no room for a block', () => {
  it('11.2 fires and is told when it keeps a quote from trading, though it is not reached', async () => {
    await limited({ quantity: '60' })
    const listener = await openTestSocket(desk.product.server.baseUrl, `/v1/ob/?api-key=${kest.accessKey}&cancel_on_disconnect=false`)
    listener.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'market_maker_protection' } })
    await listener.next(({ id }) => id === 1)
    for (let n = 0; n < 2; n++) expect((await quote(kest, 'SELL', '50', { price: `0.05${n}` })).status).toBe(201)
    await quote(orry, 'BUY', '50', { ioc: true })
    expect(await mine()).toMatchObject({ state: 'READY', use: { quantity: { used: '50' } } })
    desk.product.clock.now += 5_000
    await quote(orry, 'BUY', '50', { price: '0.051', ioc: true })
    const { params } = await listener.next(({ method }) => method === 'subscription')
    const fired = { kind: 'TRIGGERED', rate_limit_hit: true, limit: 'mine', product: 'DO', measure: 'quantity', until: null }
    expect(params).toMatchObject({ data: fired })
    expect(await mine()).toMatchObject({ state: 'FROZEN', fired_by: 'quantity', use: { quantity: { used: '50', most: '60' } } })
    expect((await by(kest, 'GET', '/v1/ob/quotes/?status=OPEN')).json['results']).toEqual([])
    listener.close()
  })
})
