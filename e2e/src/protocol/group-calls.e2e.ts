/** The requirements of running GRFQ and OB bots over HTTP: each problem that they have had is a separate test. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { sendRaw, signedHeaders } from './bot.ts'
import { GROUP_BASES, openOrderBookFloor, type OrderBookFloor, type Market } from './order-book-floor.ts'
import { untilAllowed } from './until-allowed.ts'

let floor: OrderBookFloor
let market: Market
beforeAll(async () => {
  floor = await openOrderBookFloor()
  market = await floor.market()
})
beforeEach(async () => {
  for (const bot of [floor.taker, floor.maker]) await bot.must(200, 'DELETE', '/v1/grfq/quotes/?currency=BTC')
  await floor.calm()
})
afterAll(() => floor?.close())

const refused = (answer: Answer, status: number, members: object): void => {
  expect(answer).toMatchObject({ status, json: members })
  expect(answer.headers.get('content-type')).toContain('application/json')
}
const legsAt = (ticks: number) => [{ instrument: market.option.name, price: market.priceAt(ticks) }]
const quotes = () => `/v1/grfq/rfqs/${market.id}/quotes/`

describe('who calls the order-book flow', () => {
  // Proves T 7.38, W 1.9.
  it.each(['bbo/', 'quotes/', ''])('GET rfqs/{id}/%s with a body {} is read and signed over', async (tail) => {
    const path = `/v1/grfq/rfqs/${market.id}/${tail}`
    expect(await floor.taker.send('GET', path, '{}')).toMatchObject({ status: 200, json: { id: market.id } })
    refused(await floor.taker.send('GET', path, '{}', { signedBody: '' }), 401, { detail: 'Invalid signature' })
  })

  it.each(GROUP_BASES.flatMap((base) => [`${base}/rfqs`, `${base}/rfqs/`, `${base}/quotes`, `${base}/trade_tape?page_size=1`]))(
    'reaches %s as it is written, with or without the slash',
    async (path) => void (await floor.taker.must(200, 'GET', path)),
  )

  // Proves W 1.21.
  it.each(GROUP_BASES)('is refused in JSON at %s, whatever is wrong', async (base) => {
    const { baseUrl } = floor.product
    refused(await sendRaw(baseUrl, 'GET', `${base}/rfqs/`, '', {}), 401, { code: expect.any(Number) })
    refused(await floor.taker.send('GET', `${base}/rfqs/`, undefined, { at: Date.now() - 40_000 }), 401, { detail: 'Invalid signature' })
    const unknown = signedHeaders({ accessKey: 'unknown', secretKey: floor.taker.keys.secretKey }, 'GET', `${base}/rfqs/`)
    refused(await sendRaw(baseUrl, 'GET', `${base}/rfqs/`, '', unknown), 403, { detail: 'Invalid API Access Key' })
    refused(await floor.taker.send('GET', `${base}/nothing/`), 404, { code: -32601 })
    refused(await floor.taker.send('GET', `${base}/rfqs/999999999/`), 404, { code: 1003 })
    refused(await floor.taker.send('DELETE', `${base}/rfqs/${market.id}/`), 405, { code: -32601 })
    refused(await floor.taker.send('POST', `${base}/rfqs/`, '{"venue":'), 400, { code: -32700 })
    refused(await floor.maker.send('PATCH', `${base}/mmp/status/`, { rate_limit_hit: false }, { signedAs: 'PUT' }), 401, {
      detail: 'Invalid signature',
    })
  })

  // Proves W 2.10.
  it('is told to wait in JSON, with Retry-After, when it sweeps faster than it may', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => floor.bot('TIDE').send('DELETE', '/v1/ob/quotes/')))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const answer = answers.find(({ status }) => status !== 200)
    refused(answer!, 429, { code: 429, message: expect.stringContaining('ratelimit reached') })
    expect(Number(answer!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('markets', () => {
  // Proves T 7.37, W 1.19, W 4.3.
  it('are joined by who opens one that is there, under the same id, a whole number', async () => {
    const body = { venue: 'DBT', legs: [{ instrument: market.option.name, ratio: 1, side: 'BUY' }] }
    for (const base of GROUP_BASES) expect((await floor.maker.must(201, 'POST', `${base}/rfqs/`, body))['id']).toBe(market.id)
    expect(Number.isInteger(market.id)).toBe(true)
  })

  // Proves W 4.3.
  it('are one for both directions: who asks for the other one joins the canonical', async () => {
    const other = (await floor.market()).option.name
    const spread = (first: string, second: string) => ({
      venue: 'DBT',
      legs: [
        { instrument: market.option.name, ratio: '1', side: first },
        { instrument: other, ratio: '1', side: second },
      ],
    })
    const bought = await untilAllowed(floor.taker, 'POST', '/v1/grfq/rfqs/', spread('BUY', 'Sell'))
    expect((await floor.maker.must(201, 'POST', '/v1/ob/rfqs/', spread('Sell', 'BUY')))['id']).toBe(bought['id'])
  })

  // Proves T 3.56, W 1.14.
  it('have legs that omit price unless the leg is a hedge', async () => {
    const plain = (await floor.taker.must(200, 'GET', `/v1/grfq/rfqs/${market.id}/`))['legs'] as object[]
    for (const leg of plain) expect(leg).not.toHaveProperty('price')
    const hedged = {
      venue: 'DBT',
      legs: [
        { instrument: market.option.name, ratio: '1', side: 'BUY' },
        { instrument: 'BTC-PERPETUAL', ratio: '0.3', side: 'SELL', price: '90000' },
      ],
    }
    const legs = (await untilAllowed(floor.taker, 'POST', '/v1/grfq/rfqs/', hedged))['legs'] as { instrument: string }[]
    expect(legs.find(({ instrument }) => instrument === 'BTC-PERPETUAL')).toMatchObject({ price: '90000' })
    expect(legs.find(({ instrument }) => instrument !== 'BTC-PERPETUAL')).not.toHaveProperty('price')
  })

  // Proves W 1.12.
  it('are listed under ?status=ACTIVE?cursor=1, as one bot writes it', async () => {
    const { results } = await floor.taker.must(200, 'GET', '/v1/grfq/rfqs/?status=ACTIVE?cursor=1')
    expect((results as { id: number; status: string }[]).some(({ id, status }) => id === market.id && status === 'ACTIVE')).toBe(true)
  })

  // Proves T 7.35, W 1.10.
  it.each(GROUP_BASES)('are paged at %s with the cursor as it came; of two the last counts, and None is none', async (base) => {
    await floor.market()
    const page = (query: string) => floor.taker.must(200, 'GET', `${base}/rfqs/?page_size=1${query}`)
    const first = await page('')
    const next = String(first['next'])
    expect(next).toMatch(/^[\w.~-]+$/)
    const second = await page(`&cursor=${next}`)
    expect(second['results']).not.toEqual(first['results'])
    expect((await page(`&cursor=anything&cursor=${next}`))['results']).toEqual(second['results'])
    expect((await page('&cursor=None'))['results']).toEqual(first['results'])
    let last: unknown = next
    for (let pages = 0; last !== null && pages < 200; pages++) last = (await page(`&cursor=${String(last)}`))['next']
    expect(last).toBeNull()
  })

  // Proves T 3.65, T 7.39, W 4.4.
  it('have a bbo with leg_prices of the names that its legs have', async () => {
    const { leg_prices } = await floor.taker.must(200, 'GET', `/v1/ob/rfqs/${market.id}/bbo/`)
    expect(leg_prices).toEqual([
      expect.objectContaining({ instrument: market.option.name, mark_price: expect.any(String), best_bid_price: expect.any(String) }),
    ])
  })

  // Proves T 7.50, T 9.9, W 1.13.
  it.each(GROUP_BASES)('at %s are of instruments that come 1000 a page, by venue and name too', async (base) => {
    const { results } = await floor.taker.must(200, 'GET', `${base}/instruments/?venue=DBT&asset=BTC&page_size=1000`)
    const named = (results as { name: string; min_tick_size: unknown }[]).find(({ name }) => name === market.option.name)!
    expect((results as unknown[]).length).toBeGreaterThanOrEqual(50)
    expect(named.min_tick_size).toMatch(/^\d+\.\d+$/)
    expect(await floor.taker.must(200, 'GET', `${base}/instruments/DBT/${market.option.name}/`)).toMatchObject({ id: market.option.id })
  })
})

describe('quotes', () => {
  // Proves W 1.29.
  it('are placed by PATCH where the desk has none on that side, and changed by it where it has one', async () => {
    const at = (ticks: number) => ({ account: 'prop-1', quantity: '25.0', side: 'SELL', legs: legsAt(ticks), post_only: true })
    const placed = await floor.maker.must(200, 'PATCH', quotes(), at(8))
    expect(placed).toMatchObject({ id: expect.any(Number), rfq_id: market.id, status: 'OPEN', post_only: true })
    const changed = await floor.maker.must(200, 'PATCH', quotes(), at(9))
    expect([changed['id'], changed['price']]).toEqual([placed['id'], market.priceAt(9)])
    const other = await floor.maker.must(200, 'PATCH', quotes(), { ...at(-8), side: 'BUY' })
    expect(other['id']).not.toBe(placed['id'])
  })

  // Proves T 3.63, W 1.15.
  it('may be for 25.0, of an unknown key more, and on a side written Buy or Sell', async () => {
    const strange = { venue: 'DBT', mark_price: '0.1', hedge_leg_flag: false, order_number: 3 }
    for (const [side, ticks] of [
      ['Buy', -8],
      ['Sell', 8],
    ] as const)
      expect(
        await floor.maker.must(201, 'POST', quotes(), { ...strange, account: 'prop-1', quantity: '25.0', side, legs: legsAt(ticks) }),
      ).toMatchObject({ side: side.toUpperCase(), quantity: '25', remaining_quantity: '25' })
    const { results } = await floor.maker.must(200, 'GET', `/v1/grfq/quotes/?rfq_id=${market.id}&side=Sell&status=OPEN`)
    expect((results as { side: string }[]).map(({ side }) => side)).toEqual(['SELL'])
  })

  // Proves W 1.16.
  it('have numbers for prices and ratios where a bot sends numbers', async () => {
    const legs = [{ instrument: market.option.name, price: Number(market.priceAt(8)) }]
    await floor.maker.must(201, 'POST', quotes(), { account: 'prop-1', quantity: 25, side: 'SELL', legs })
  })

  // Proves W 4.8.
  it('that are replaced by PUT keep their id', async () => {
    const placed = await floor.rest(floor.maker, market, 'SELL', 8)
    const put = { account: 'prop-1', quantity: '30', side: 'SELL', legs: legsAt(7), replacing: true }
    expect(await floor.maker.must(200, 'PUT', `/v1/ob/rfqs/${market.id}/quotes/${placed.id}/`, put)).toMatchObject({ id: placed.id })
  })

  // Proves W 1.30.
  it.each(GROUP_BASES)('are deleted at %s with an answer in JSON, also where there is nothing', async (base) => {
    const nothing = await floor.maker.must(200, 'DELETE', `${base}/quotes/?rfq_id=${market.id}`)
    expect(nothing).toMatchObject({ action_id: expect.any(String), count: 0, quote_ids: [] })
    const one = await floor.rest(floor.maker, market, 'SELL', 8)
    const filter = `rfq_id=${market.id}&side=Sell&price=${market.priceAt(8)}&currency=BTC`
    expect(await floor.maker.must(200, 'DELETE', `${base}/quotes/?${filter}`)).toMatchObject({ count: 1, quote_ids: [one.id] })
    const two = await floor.rest(floor.maker, market, 'SELL', 8)
    expect(await floor.maker.must(200, 'DELETE', `${base}/quotes/${two.id}/`)).toMatchObject({ id: two.id, status: 'CLOSED' })
  })

  // Proves W 4.5.
  it('that are post-only never cross, and say so at once', async () => {
    await floor.rest(floor.maker, market, 'SELL', 4)
    const body = { account: 'prop-1', quantity: '25', side: 'BUY', legs: legsAt(4), post_only: true }
    refused(await floor.taker.send('POST', quotes(), body), 400, { error: 'PostOnlyWouldCross' })
  })

  // Proves T 7.43, W 4.5.
  it('that are ioc trade at once or not at all, and never rest', async () => {
    const body = { account: 'prop-1', quantity: '25', side: 'BUY', legs: legsAt(-2), ioc: true }
    const answer = await untilAllowed(floor.taker, 'POST', quotes(), body)
    expect(answer).toMatchObject({ status: 'CLOSED', remaining_quantity: '0' })
    const { asks, bids } = await floor.taker.must(200, 'GET', quotes())
    expect([asks, bids]).toEqual([[], []])
  })

  // Proves T 7.44, W 4.6.
  it('stand in the book one by one, equal prices too', async () => {
    const both = [await floor.rest(floor.maker, market, 'SELL', 8), await floor.rest(floor.maker, market, 'SELL', 8)]
    const { asks } = await floor.taker.must(200, 'GET', quotes())
    expect((asks as { id: number }[]).map(({ id }) => id)).toEqual(both.map(({ id }) => id))
  })

  // Proves W 4.22.
  it('have a client order id of at most 64 characters, text or number, free again when they are closed', async () => {
    const one = await floor.rest(floor.maker, market, 'SELL', 8, { client_order_id: 77 })
    expect(one['client_order_id']).toBe('77')
    const again = { account: 'prop-1', quantity: '25', side: 'SELL', legs: legsAt(9), client_order_id: '77' }
    refused(await floor.maker.send('POST', quotes(), again), 400, { error: 'ClientOrderIdInUse' })
    await floor.maker.must(200, 'DELETE', `/v1/grfq/quotes/${one.id}/`)
    await floor.maker.must(201, 'POST', quotes(), again)
  })
})

describe('trades', () => {
  // Proves W 4.13.
  it('of one taker over several quotes are several, ob naming the desk’s own quote of each side and grfq the one that rested', async () => {
    const [first, second] = [await floor.rest(floor.maker, market, 'SELL', 4), await floor.rest(floor.maker, market, 'SELL', 5)]
    const order = await floor.take(market, 'BUY', 5, { quantity: '50.0', client_order_id: 'several' })
    expect(order).toMatchObject({ id: expect.any(Number), rfq_id: market.id, quantity: '50' })
    const trades = async (base: string, bot = floor.taker) =>
      (await bot.must(200, 'GET', `${base}/trades/?rfq_id=${market.id}&hide_public=true&status=COMPLETED`))['results'] as {
        order_id: number
        quote_id: number
      }[]
    await expect.poll(async () => (await trades('/v1/ob')).length, { timeout: 60_000 }).toBe(2)
    expect((await trades('/v1/ob')).map(({ quote_id }) => quote_id)).toEqual([order.id, order.id])
    expect((await trades('/v1/grfq')).map(({ quote_id }) => quote_id).sort()).toEqual([first.id, second.id].sort())
    for (const base of GROUP_BASES)
      expect((await trades(base, floor.maker)).map(({ quote_id }) => quote_id).sort()).toEqual([first.id, second.id].sort())
    expect((await trades('/v1/grfq')).map(({ order_id }) => order_id)).toEqual([order.id, order.id])
    refused(await floor.taker.send('DELETE', `/v1/grfq/orders/${order.id}/`), 405, { code: -32601 })
    expect(await floor.taker.must(200, 'GET', `/v1/grfq/orders/${order.id}/`)).toMatchObject({ status: 'CLOSED', filled_quantity: '50' })
  })

  // Proves W 2.16.
  it('fire market maker protection at the second within a second, and a PATCH ends it', async () => {
    await floor.rest(floor.maker, market, 'SELL', 4)
    await floor.rest(floor.maker, market, 'SELL', 5)
    await floor.take(market, 'BUY', 5, { quantity: '50' })
    for (const base of GROUP_BASES) expect(await floor.maker.must(200, 'GET', `${base}/mmp/status/`)).toEqual({ rate_limit_hit: true })
    const body = { account: 'prop-1', quantity: '25', side: 'SELL', legs: legsAt(8) }
    refused(await floor.maker.send('POST', quotes(), body), 400, { error: 'ProtectionActive' })
    await floor.maker.must(200, 'PATCH', '/v1/grfq/mmp/status/', { rate_limit_hit: false })
    expect(await floor.maker.must(200, 'GET', '/v1/ob/mmp/status/')).toEqual({ rate_limit_hit: false })
    await floor.maker.must(201, 'POST', quotes(), body)
  })

  // Proves T 7.54, W 4.12.
  it.each(GROUP_BASES)('at %s are read by everybody once settled, without desks or accounts of others', async (base) => {
    const { results } = await floor.bot('KEST').must(200, 'GET', `${base}/trade_tape/?rfq_id=${market.id}`)
    expect((results as unknown[]).length).toBeGreaterThan(0)
    expect(JSON.stringify(results)).not.toMatch(/AMBR|LIND|prop-1/)
  })
})

describe('the platform', () => {
  // Proves W 2.15.
  it.each(GROUP_BASES)('says at %s how it stands', async (base) => {
    expect(await floor.taker.must(200, 'GET', `${base}/platform_state/`)).toMatchObject({ state: 'AVAILABLE', next_state_time: 0 })
  })

  it('does a write once under its own key, however often it is sent', async () => {
    const key = randomUUID()
    const body = JSON.stringify({ account: 'prop-1', quantity: '25', side: 'SELL', legs: legsAt(8) })
    const send = () => floor.maker.send('POST', quotes(), body, { headers: { 'idempotency-key': key } })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.json['id']]).toEqual([201, first.json['id']])
    const other = body.replace('"25"', '"30"')
    refused(await floor.maker.send('POST', quotes(), other, { headers: { 'idempotency-key': key } }), 409, {})
  })
})
