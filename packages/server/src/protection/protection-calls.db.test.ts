/** The calls about protections, as desks make them: responses, refusals and notifications. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openMakingDesk, type MakingDesk } from '../../test/making-desk.ts'
import { openTestSocket, signatureHeaders, type Key, type TestSocket } from '../../test/product.ts'
import { marketShards } from '../shards/shards.ts'

const database = withTestDatabase()
let desk: MakingDesk
let boss: Person
let trader: Person
let viewer: Person
let kest: Key
let orry: Key
const open = async () => {
  desk = await openMakingDesk(database.url)
  ;({ boss, trader, viewer, kest, orry } = desk)
}
beforeAll(open)
afterAll(() => desk.close())

const by: MakingDesk['by'] = (...request) => desk.by(...request)
const protection = (key: Key) => by(key, 'GET', '/v2/protection/status/').then(({ json }) => json)
type Use = { readonly limit: { readonly id: string; readonly product: string }; readonly state: string; readonly use: object }
const useOf = async (key: Key, id: string, product = 'DO') =>
  ((await protection(key)).limits as Use[]).find(({ limit }) => limit.id === id && limit.product === product)

const quote = async (key: Key, price: string, more: object = {}) =>
  by(key, 'POST', `/v1/ob/rfqs/${await desk.market()}/quotes/`, { side: 'SELL', quantity: '50', price, ...more })
const take = async (quantity: string, price = '0.06') =>
  by(orry, 'POST', `/v1/ob/rfqs/${await desk.market()}/quotes/`, { side: 'BUY', quantity, price, ioc: true })
const socketOf = (key: Key, path: string): Promise<TestSocket> =>
  openTestSocket(desk.product.server.baseUrl, `${path}/?api-key=${key.accessKey}&cancel_on_disconnect=false`)
const subscribe = async (socket: TestSocket, channel: string) => {
  socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel, snapshot: true } })
  await socket.next(({ id }) => id === 1)
}
const about = (channel: string) => (frame: Record<string, unknown>) =>
  (frame.params as { channel?: string } | undefined)?.channel === channel
const dataOf = (frame: Record<string, unknown>) => (frame.params as { data: unknown }).data
/** Stops, their end and pre-trade limits need an administrator who has just signed in. */
const signIn = async () => {
  boss = await desk.person('boss', 'administrator', 'KEST')
}
const clean = async () => {
  await by(kest, 'POST', '/v2/protection/reset/')
  await by(kest, 'POST', '/v2/protection/cancel_all/')
  desk.product.clock.now += 60_000
}

describe('11.1 market maker protection', () => {
  it('11.1 fires over the wire, is told on both spellings with both words, and is reset under every base', async () => {
    await clean()
    const listener = await socketOf(kest, '/v1/ob')
    await subscribe(listener, 'mmp')
    for (const price of ['0.05', '0.051']) expect((await quote(kest, price)).status).toBe(201)
    expect((await take('100')).json.status).not.toBe('REJECTED')
    const fired = dataOf(await listener.next((frame) => about('mmp')(frame) && JSON.stringify(frame).includes('TRIGGERED')))
    expect(fired).toMatchObject({ kind: 'TRIGGERED', rate_limit_hit: true, limit: 'MMP', product: 'DO', label: null, measure: 'orders' })
    expect(await useOf(kest, 'MMP')).toMatchObject({ state: 'FROZEN', fired_by: 'orders', use: { orders: { used: '2', most: '2' } } })
    for (const base of ['/v2/drfq', '/v1/ob', '/v1/grfq']) {
      expect((await by(kest, 'GET', `${base}/mmp/status/`)).json).toEqual({ rate_limit_hit: true })
      expect((await by(orry, 'GET', `${base}/mmp/status/`)).json).toEqual({ rate_limit_hit: false })
    }
    expect(await quote(kest, '0.05')).toMatchObject({ status: 400, json: { error: 'ProtectionActive', code: 3530 } })

    // A late subscriber gets the current state.
    const late = await socketOf(kest, '/v2/drfq')
    await subscribe(late, 'market_maker_protection')
    expect(JSON.stringify(await late.next(about('market_maker_protection')))).toContain('"kind":"TRIGGERED"')

    const reset = await by(kest, 'PATCH', '/v1/grfq/mmp/status/', { rate_limit_hit: false })
    expect(reset).toMatchObject({ status: 200, json: { rate_limit_hit: false } })
    expect(reset.json.fences).toHaveLength(marketShards.length)
    expect(dataOf(await listener.next(about('mmp')))).toMatchObject({ kind: 'RESET', rate_limit_hit: false, limit: 'MMP', product: 'DO' })
    expect((await by(kest, 'GET', '/v2/drfq/mmp/status/')).json).toEqual({ rate_limit_hit: false })
    expect((await quote(kest, '0.05')).status).toBe(201)
    listener.close()
    late.close()
  })
})

describe('11.2 a limit of the desk', () => {
  it('11.2 is set, shows its use, fires, and is removed', async () => {
    await clean()
    const set = await by(trader, 'PUT', '/v2/protection/limits/wing/', { product: 'DO', window_ms: 60_000, quantity: '60', label: 'w' })
    expect(set).toMatchObject({
      status: 200,
      json: { id: 'wing', product: 'DO', label: 'w', quantity: '60', frozen_ms: null, delta: null },
    })
    expect((await quote(kest, '0.05', { label: 'w', quantity: '100' })).status).toBe(201)
    await take('30')
    expect(await useOf(kest, 'wing')).toMatchObject({ state: 'READY', use: { quantity: { used: '30', most: '60' } } })
    desk.product.clock.now += 5_000
    await take('50')
    expect(await useOf(kest, 'wing')).toMatchObject({
      state: 'FROZEN',
      fired_by: 'quantity',
      frozen_until: null,
      use: { quantity: { used: '60' } },
    })
    expect((await by(kest, 'GET', '/v2/drfq/mmp/status/')).json).toEqual({ rate_limit_hit: false })
    expect((await by(kest, 'POST', '/v2/protection/reset/', { limit: 'wing' })).json.fences).toHaveLength(marketShards.length)
    expect((await by(trader, 'DELETE', '/v2/protection/limits/wing/')).status).toBe(204)
    expect(await useOf(kest, 'wing')).toBeUndefined()
    expect(await by(trader, 'DELETE', '/v2/protection/limits/wing/')).toMatchObject({ status: 400, json: { error: 'LimitUnknown' } })
  })

  it('11.2 has one meaning: the same name for a product of another market takes the first away', async () => {
    const wanted = { window_ms: 1_000, executions: 1 }
    await by(trader, 'PUT', '/v2/protection/limits/one/', { product: 'DO', ...wanted })
    await by(trader, 'PUT', '/v2/protection/limits/one/', { product: 'EH', ...wanted })
    expect([await useOf(kest, 'one'), (await useOf(kest, 'one', 'EH'))?.limit.id]).toEqual([undefined, 'one'])
  })

  it('11.2 at most fifty are set over all markets, though they come at once', async () => {
    const put = async (id: string, product: string) =>
      (await by(trader, 'PUT', `/v2/protection/limits/${id}/`, { product, window_ms: 1_000, executions: 1 })).status
    const names = Array.from({ length: 52 }, (_, n) => `at-once-${n}`)
    const held = ((await protection(kest)).limits as Use[]).filter(({ limit }) => limit.id !== 'MMP').length
    const set = await Promise.all(names.map((id, n) => put(id, n % 2 === 0 ? 'DO' : 'EH')))
    expect(set.filter((status) => status === 200)).toHaveLength(50 - held)
    expect(set.filter((status) => status === 400)).toHaveLength(2 + held)
    for (const id of names) await by(trader, 'DELETE', `/v2/protection/limits/${id}/`)
  })

  it.each<[string, object, string, string]>([
    ['no product of ours', { product: 'ZZ', window_ms: 1_000, executions: 1 }, 'ProductDisabled', 'product'],
    ['no window', { product: 'DO', window_ms: 0, executions: 1 }, 'LimitInvalid', 'window_ms'],
    ['nothing that is limited', { product: 'DO', window_ms: 1_000 }, 'LimitInvalid', 'executions'],
    ['a most of nothing', { product: 'DO', window_ms: 1_000, delta: '0' }, 'LimitInvalid', 'delta'],
    ['a quantity of too many decimals', { product: 'DO', window_ms: 1_000, quantity: '0.00000001' }, 'LimitInvalid', 'quantity'],
  ])('11.2 with %s is refused by name', async (_title, body, error, member) => {
    expect(await by(trader, 'PUT', '/v2/protection/limits/x/', body)).toMatchObject({ status: 400, json: { error, data: { member } } })
  })
})

describe('5.17 a mass cancel', () => {
  const everything = () => by(kest, 'GET', '/v1/ob/quotes/?status=OPEN').then(({ json }) => (json.results as object[]).length)
  it('5.17 takes what fits all that is named, with the fence of every shard it asked', async () => {
    await clean()
    await quote(kest, '0.06', { label: 'a' })
    await quote(kest, '0.061', { label: 'b' })
    await quote(kest, '0.04', { side: 'BUY' })
    const cancel = (body: object) => by(kest, 'POST', '/v2/protection/cancel_all/', body)
    expect((await cancel({ flow: 'drfq' })).json).toMatchObject({ canceled: { count: 0 } })
    expect((await cancel({ side: 'BUY', label: 'a' })).json).toMatchObject({ canceled: { count: 0 } })
    expect((await cancel({ key: 'own', product: 'EH' })).json).toMatchObject({ fences: [{ seq_group: 2 }], canceled: { count: 0 } })
    expect((await cancel({ label: 'a', product: 'DO', rfq_id: await desk.market() })).json).toMatchObject({
      fences: [{ seq_group: 1 }],
      canceled: { count: 1 },
    })
    expect((await cancel({ price: '0.061' })).json).toMatchObject({ canceled: { count: 1 } })
    expect(await by(trader, 'POST', '/v2/protection/cancel_all/', { key: 'own' })).toMatchObject({ json: { canceled: { count: 0 } } })
    const keys = (await by(boss, 'GET', '/account/desk/api-keys/')).json.results as { id: string; name: string }[]
    const id = keys?.find(({ name }) => name === 'quotes')?.id
    expect(await by(trader, 'POST', '/v2/protection/cancel_all/', { key: id })).toMatchObject({ json: { canceled: { count: 1 } } })
    expect(await everything()).toBe(0)
    expect(await cancel({ key: 'k_stranger' })).toMatchObject({ status: 404, json: { error: 'NotFound' } })
    expect(await cancel({ product: 'ZZ' })).toMatchObject({ status: 400, json: { error: 'ProductDisabled' } })
    expect(await cancel({ price: '0.0000000001' })).toMatchObject({ status: 400, json: { error: 'PriceOffTick' } })
  })
})

describe('a call that is sent again with its key', () => {
  it('is answered as it was, and cancels nothing a second time', async () => {
    await clean()
    const text = '{}'
    const cancel = () => {
      const { now } = desk.product.clock
      const headers = { ...signatureHeaders(kest, now, 'POST', '/v2/protection/cancel_all/', text), 'idempotency-key': 'once' }
      return desk.product.send('POST', '/v2/protection/cancel_all/', { headers, body: text })
    }
    await quote(kest, '0.06')
    const first = await cancel()
    expect(first.json).toMatchObject({ canceled: { count: 1 } })
    await quote(kest, '0.06')
    expect((await cancel()).json).toEqual(first.json)
    expect((await by(kest, 'POST', '/v2/protection/cancel_all/')).json).toMatchObject({ canceled: { count: 1 } })
  })
})

describe("11.5 the dead man's switch", () => {
  it('11.5 cancels what came through its key when it is not set anew, and can be ended', async () => {
    await clean()
    await quote(kest, '0.06')
    const after = (timeout: number) => by(kest, 'POST', '/v2/protection/cancel_all_after/', { timeout })
    const { now } = desk.product.clock
    expect((await after(5_000)).json).toEqual({ cancel_all_at: now + 5_000, server_time: now })
    expect((await protection(kest)).cancel_all_at).toBe(now + 5_000)
    expect((await protection(orry)).cancel_all_at).toBeNull()
    expect((await after(0)).json).toMatchObject({ cancel_all_at: null })
    expect(await after(10)).toMatchObject({ status: 400, json: { error: 'LimitInvalid', data: { rule: '11.5', member: 'timeout' } } })
    await after(1_000)
    desk.product.clock.now += 1_000
    expect((await by(kest, 'POST', '/v2/protection/cancel_all/')).json).toMatchObject({ canceled: { count: 0 } })
  })
})

describe('11.6 the kill switch', () => {
  beforeEach(signIn)

  it('11.6 of an administrator stops a key or the desk, is told, kept over a restart, and ends with a password', async () => {
    await clean()
    await quote(kest, '0.06')
    const keys = (await by(boss, 'GET', '/account/desk/api-keys/')).json.results as { id: string; name: string }[]
    const { id } = keys.find(({ name }) => name === 'quotes')!
    expect(await by(boss, 'POST', '/v2/protection/stop/', { user: id, why: 'runaway' })).toMatchObject({ json: { canceled: { count: 1 } } })
    expect(await quote(kest, '0.06')).toMatchObject({ status: 403, json: { error: 'TradingIsStopped', data: { rule: '11.6' } } })
    expect((await by(boss, 'POST', '/v2/protection/stop/')).json.fences).toHaveLength(marketShards.length)
    expect((await protection(kest)).stops).toMatchObject([
      { user: id, user_name: 'quotes', why: 'runaway' },
      { user: null, user_name: null, by: 'boss Test', why: null },
    ])
    await desk.close()
    await open()
    expect((await protection(kest)).stops).toHaveLength(2)
    expect((await quote(kest, '0.06')).status).toBe(403)
    expect((await by(boss, 'POST', '/v2/protection/allow/')).status).toBe(200)
    expect((await quote(kest, '0.06')).status).toBe(403)
    expect((await by(boss, 'POST', '/v2/protection/allow/', { user: id })).status).toBe(200)
    expect((await quote(kest, '0.06')).status).toBe(201)
    expect(await by(boss, 'POST', '/v2/protection/stop/', { user: 'u_stranger' })).toMatchObject({
      status: 404,
      json: { error: 'NotFound' },
    })
    desk.product.clock.now += 700_000
    expect(await by(boss, 'POST', '/v2/protection/allow/')).toMatchObject({ json: { error: 'StepUpRequired' } })
  })

  it('11.6 is for an administrator, everything else of protections for a trader, and reading for all members', async () => {
    for (const path of ['stop', 'allow']) expect((await by(trader, 'POST', `/v2/protection/${path}/`)).status).toBe(403)
    for (const path of ['cancel_all', 'reset']) expect((await by(viewer, 'POST', `/v2/protection/${path}/`)).status).toBe(403)
    expect((await by(viewer, 'PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: null })).status).toBe(403)
    for (const path of ['status', 'bounds']) expect((await by(viewer, 'GET', `/v2/protection/${path}/`)).status).toBe(200)
  })
})

describe('11.8 the bounds of a desk', () => {
  const bounds = (most_notional: string | null, most_deviation_percent: string | null) =>
    by(boss, 'PUT', '/v2/protection/bounds/', { most_notional, most_deviation_percent })

  beforeEach(signIn)

  it('11.8 count at once, in words that say what is accepted, in both flows; and are in the audit log', async () => {
    await clean()
    expect((await bounds('3000000', '10')).json).toMatchObject({
      most_notional: '3000000',
      most_deviation_percent: '10',
      requests_per_second: 500,
    })
    expect((await quote(kest, '0.05')).json.message).toContain(
      "The venue's index price is not available, so your desk's limit of 3,000,000 USD",
    )
    desk.venue.index('BTC', 97_990.5, desk.product.clock.now)
    expect(await quote(kest, '0.05')).toMatchObject({
      status: 400,
      json: {
        error: 'NotionalAboveLimit',
        data: { rule: '11.8', member: 'quantity' },
        message: "A quantity of 50 is worth 4,899,525 USD; your desk's limit is 3,000,000 USD, so 25 to 30.6 is accepted.",
      },
    })
    expect(await quote(kest, '0.08', { quantity: '30' })).toMatchObject({
      json: {
        error: 'PriceFarFromMark',
        message: "The price 0.0800 is further from the mark 0.0500 than your desk's limit of 10 %; 0.0450 to 0.0550 is accepted.",
      },
    })
    expect((await quote(kest, '0.055', { quantity: '30' })).status).toBe(201)
    const { json } = await by(orry, 'GET', '/v2/drfq/instruments/')
    const [leg] = json.results as { id: number }[]
    const ask = (key: Key, quantity: string) =>
      by(key, 'POST', '/v2/drfq/rfqs/', {
        venue: 'DBT',
        quantity,
        counterparties: [key === kest ? 'ORRY' : 'KEST'],
        legs: [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }],
      })
    expect(await ask(kest, '100')).toMatchObject({ json: { error: 'NotionalAboveLimit' } })
    const { id } = (await ask(orry, '100')).json
    const order = { rfq_id: id, side: 'SELL', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' }
    const answer = (quantity: string, price: string) =>
      by(kest, 'POST', '/v2/drfq/orders/', { ...order, quantity, price, account_name: 'KEST main' })
    expect(await answer('50', '0.05')).toMatchObject({ json: { error: 'NotionalAboveLimit' } })
    expect(await answer('30', '0.06')).toMatchObject({ json: { error: 'PriceFarFromMark' } })
    expect((await answer('30', '0.05')).status).toBe(201)
    expect((await bounds(null, null)).json).toMatchObject({ most_notional: null, most_deviation_percent: null })
    expect((await quote(kest, '0.08')).status).toBe(201)
    expect(await bounds('0', null)).toMatchObject({ status: 400, json: { error: 'LimitInvalid', data: { member: 'most_notional' } } })
    expect((await by(boss, 'GET', '/v2/protection/bounds/')).json).toMatchObject({ own_orders: 'REFUSE' })
    const chosen = { most_notional: null, most_deviation_percent: null, own_orders: 'CANCEL_ARRIVING' }
    expect((await by(boss, 'PUT', '/v2/protection/bounds/', chosen)).json).toMatchObject({ own_orders: 'CANCEL_ARRIVING' })
    expect((await bounds(null, null)).json, '17.5: kept where the call does not say it').toMatchObject({ own_orders: 'CANCEL_ARRIVING' })
    expect(await by(boss, 'PUT', '/v2/protection/bounds/', { ...chosen, own_orders: 'TRADE' })).toMatchObject({ status: 400 })
    expect((await by(boss, 'PUT', '/v2/protection/bounds/', { ...chosen, own_orders: 'REFUSE' })).status).toBe(200)
    const [{ detail } = {}] = await database.sql<{ detail: unknown }[]>`
      select detail from audit where desk = 'KEST' and detail::text like '%CANCEL_ARRIVING%'`
    expect(detail, '17.5: the choice is in the audit log').toMatchObject({ ownOrders: 'CANCEL_ARRIVING', mostNotional: 'none' })
    // One of each other change of a protection.
    for (const path of ['stop', 'allow']) expect((await by(boss, 'POST', `/v2/protection/${path}/`)).status).toBe(200)
    expect((await by(boss, 'PUT', '/v2/protection/limits/audited/', { product: 'EH', window_ms: 1_000, executions: 1 })).status).toBe(200)
    expect((await by(boss, 'DELETE', '/v2/protection/limits/audited/')).status).toBe(204)
    const audit = await eventually(
      () =>
        database.sql<
          { action: string }[]
        >`select action from audit where desk = 'KEST' and action in ('SetDeskBounds', 'StopTrading', 'AllowTrading', 'SetLimit')`,
      (rows) => new Set(rows.map(({ action }) => action)).size === 4,
    )
    expect(new Set(audit.map(({ action }) => action))).toEqual(new Set(['SetDeskBounds', 'StopTrading', 'AllowTrading', 'SetLimit']))
  })
})

describe('11.9 the guard of a price', () => {
  beforeEach(signIn)

  const far = { status: 400, json: { error: 'PriceFarFromMark', data: { rule: '11.9', member: 'price' } } }
  const setLimits = (percent: string | null) =>
    by(boss, 'PUT', '/v2/protection/bounds/', { most_notional: null, most_deviation_percent: percent })

  it('11.9 refuses what loses more than half of the mark on every road, and takes what gains it, in words that say the worst price', async () => {
    await clean()
    const id = await desk.market()
    expect(await quote(kest, '0.024')).toMatchObject({
      ...far,
      json: {
        message: 'The price 0.0240 is more than 50 % below the mark 0.0500; from 0.0250 is accepted, unless your desk sets a wider limit.',
      },
    })
    const resting = (await quote(kest, '0.09')).json
    const at = `/v1/ob/rfqs/${id}/quotes/${String(resting.id)}/`
    expect(await by(kest, 'PUT', at, { quantity: '50', price: '0.024' })).toMatchObject(far)
    expect(await by(kest, 'PUT', at, { quantity: '50', price: '0.025' })).toMatchObject({ status: 200 })
    const batch = await by(kest, 'POST', '/v1/ob/quotes/batch/', {
      quotes: [
        { rfq_id: id, side: 'SELL', quantity: '50', price: '0.0249' },
        { rfq_id: id, side: 'SELL', quantity: '50', price: '0.08' },
      ],
    })
    expect(JSON.stringify(batch.json)).toContain('The price 0.0249 is more than 50 % below the mark')
    expect(await quote(orry, '0.0751', { side: 'BUY', ioc: true })).toMatchObject(far)
    const { json } = await by(orry, 'GET', '/v2/drfq/instruments/')
    const [leg] = json.results as { id: number }[]
    const legs = [{ instrument_id: leg!.id, ratio: '1', side: 'BUY' }]
    const rfq = (await by(orry, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })).json
    const order = { rfq_id: rfq.id, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', quantity: '25' }
    const direct = (key: Key, side: string, price: string) =>
      by(key, 'POST', '/v2/drfq/orders/', { ...order, side, price, account_name: key === kest ? 'KEST main' : 'ORRY main' })
    expect(await direct(orry, 'BUY', '0.425')).toMatchObject({
      ...far,
      json: {
        message: 'The price 0.4250 is more than 50 % above the mark 0.0500; up to 0.0750 is accepted, unless your desk sets a wider limit.',
      },
    })
    expect(await direct(kest, 'SELL', '0.0249')).toMatchObject(far)
    const sold = (await direct(kest, 'SELL', '0.09')).json
    expect(await by(kest, 'PUT', `/v2/drfq/orders/${String(sold.id)}/`, { quantity: '25', price: '0.02' })).toMatchObject(far)
  })

  it('11.9 goes as far as a wider limit of the desk, and no nearer for a narrower one', async () => {
    await clean()
    await setLimits('90')
    expect((await quote(kest, '0.024')).status).toBe(201)
    expect(await quote(kest, '0.004')).toMatchObject({ status: 400, json: { error: 'PriceFarFromMark', data: { rule: '11.8' } } })
    await setLimits(null)
    expect(await quote(kest, '0.024')).toMatchObject(far)
  })
})

describe('11.10 a fill that a limit refused', () => {
  it('11.10 is published to the desk whose limit it was, in both flows alike, and to no other desk', async () => {
    await clean()
    expect((await by(trader, 'PUT', '/v2/protection/limits/q60/', { product: 'DO', window_ms: 60_000, quantity: '60' })).status).toBe(200)
    const sockets = await Promise.all([socketOf(kest, '/v2/drfq'), socketOf(kest, '/v1/ob'), socketOf(orry, '/v2/drfq')])
    for (const socket of sockets) await subscribe(socket, 'refused_fills')
    const { json } = await by(orry, 'GET', '/v2/drfq/instruments/')
    const legs = [{ instrument_id: (json.results as { id: number }[])[0]!.id, ratio: '1', side: 'BUY' }]
    const rfq = (await by(orry, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', counterparties: ['KEST'], legs })).json
    const order = { rfq_id: rfq.id, type: 'LIMIT', quantity: '100', price: '0.05' }
    const sold = await by(kest, 'POST', '/v2/drfq/orders/', {
      ...{ ...order, side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED', account_name: 'KEST main' },
    })
    const bought = { ...order, side: 'BUY', time_in_force: 'FILL_OR_KILL', account_name: 'ORRY main' }
    expect((await by(orry, 'POST', '/v2/drfq/orders/', bought)).json).toMatchObject({ state: 'CLOSED', filled_quantity: '0' })
    for (const socket of sockets.slice(0, 2))
      expect(dataOf(await socket.next((frame) => about('refused_fills')(frame) && !Array.isArray(dataOf(frame))))).toEqual({
        ...{ kind: 'REFUSED', limit: 'q60', product: 'DO', label: null, measure: 'quantity', used: '0', most: '60' },
        ...{ flow: 'drfq', rfq_id: rfq.id, order_id: sold.json.id, side: 'SELL', price: '0.05', quantity: '100', allowed_quantity: '60' },
        at: expect.any(Number) as number,
      })
    const [, , taker] = sockets
    taker.send({ id: 2, jsonrpc: '2.0', method: 'heartbeat' })
    await taker.next(({ id }) => id === 2)
    expect(taker.frames.filter((frame) => about('refused_fills')(frame) && !Array.isArray(dataOf(frame)))).toEqual([])
    for (const socket of sockets) socket.close()
    expect((await by(trader, 'DELETE', '/v2/protection/limits/q60/')).status).toBe(204)
  })
})
