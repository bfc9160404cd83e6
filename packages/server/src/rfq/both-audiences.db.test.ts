/** Checks over HTTP that responses are what desks expect of a network. */
import { wireLimits } from '@parley/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, ether, higher, markOf } from '../../test/instruments.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket } from '../../test/product.ts'
import { done, legsFor, makers, startTradingProduct, type Json, type Ticker, type TradingProduct } from '../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
beforeAll(async () => {
  market = await startTradingProduct(database.url)
})
// The RFQs and markets of the previous test have ended, and its fills no longer count for market maker protection.
beforeEach(() => {
  market.clock.now += wireLimits.marketInactivityMs
})
afterAll(() => market?.close())

const PATIENCE = { timeout: 55_000, interval: 20 }

const ask = async (change: object = {}) =>
  done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', legs: market.spread, ...change }))
const read = async (by: Ticker, path: string) => done(await market.as(by, 'GET', path))
const quoteBody = (rfq_id: string, price: string, change: object = {}) => ({
  rfq_id,
  side: 'SELL',
  quantity: '50',
  legs: legsFor(market, price),
  ...change,
})
const quote = async (by: Ticker, rfq_id: string, price: string, change: object = {}) =>
  done(await market.as(by, 'POST', '/v2/drfq/orders/', quoteBody(rfq_id, price, change)))
const crossBody = (rfq_id: string, price: string, change: object = {}) => ({ rfq_id, side: 'BUY', quantity: '50', price, ...change })
const namedSpread = [
  { instrument: call.name, ratio: '1', side: 'BUY' },
  { instrument: higher.name, ratio: '1', side: 'SELL' },
]
const book = async () => done(await market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: namedSpread })).id
const obQuote = (by: Ticker, id: string, price: string, change: object = {}) =>
  market.as(by, 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '50', legs: legsFor(market, price), ...change })

describe('4.8 an RFQ without a trade', () => {
  it('4.8 ends 300 seconds after it was sent: all desks that received it read EXPIRED, its quotes are gone, and it accepts nothing more', async () => {
    const { id, created_at, expires_at } = await ask()
    expect(Number(expires_at) - Number(created_at)).toBe(300_000)
    const { id: resting } = await quote('KEST', id, '0.031')
    market.clock.now += 299_999
    expect(await read('ORRY', `/v2/drfq/rfqs/${id}/orders/`)).toMatchObject({ asks: [{ id: resting }] })
    // An earlier socket would have been silent for just as long.
    const socket = await openTestSocket(market.product.server.baseUrl, '/v2/drfq/', {
      authorization: `Token ${await market.product.signIn()}`,
    })
    socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'rfqs' } })
    await socket.next((frame) => frame['id'] === 1)
    market.clock.now += 1
    // The market's next command closes whatever has expired by then.
    done(await market.as('KEST', 'DELETE', '/v2/drfq/orders/?side=BUY'))
    const over = { id, state: 'CLOSED', closed_reason: 'EXPIRED' }
    const sent = await socket.next((frame) => (frame['params'] as { event?: string } | undefined)?.event === 'REMOVED')
    expect(sent).toMatchObject({ params: { channel: 'rfqs', data: over } })
    socket.close()
    for (const desk of ['ORRY', ...makers] as const) expect(await read(desk, `/v2/drfq/rfqs/${id}/`)).toMatchObject(over)
    expect(await read('KEST', `/v2/drfq/orders/${resting}/`)).toMatchObject({ state: 'CLOSED' })
    expect(await market.as('KEST', 'POST', '/v2/drfq/orders/', quoteBody(id, '0.031'))).toMatchObject({ json: { error: 'RfqClosed' } })
  })
})

describe('5.19 declining', () => {
  // Proves W 5.5.
  it('5.19 is sent to the taker on the channel and in the request, and to no other maker', async () => {
    const socket = await openTestSocket(market.product.server.baseUrl, '/v2/drfq/', {
      authorization: `Token ${await market.product.signIn()}`,
    })
    socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'rfqs' } })
    await socket.next(({ id }) => id === 1)
    const rfq = await ask()
    const answer = await market.as('KEST', 'POST', `/v2/drfq/rfqs/${rfq.id}/decline/`, {
      reason: 'RISK',
      text: ' Over my limit until noon. ',
    })
    expect(answer).toMatchObject({ status: 200, json: { declined_by_me: true, declines: [], similar_open: 0 } })
    const declines = [{ desk_name: 'KEST', reason: 'RISK', text: 'Over my limit until noon.', at: market.clock.now }]
    const sent = await socket.next((frame) => (frame['params'] as { event?: string } | undefined)?.event === 'UPDATED')
    expect(sent).toMatchObject({
      params: { channel: 'rfqs', data: { id: rfq.id, declines }, meta: { server_time: expect.any(Number) as number } },
    })
    socket.close()
    expect(await read('ORRY', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ declines, declined_by_me: false, similar_open: null })
    expect(await read('LARK', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ declines: [], declined_by_me: false })
    expect(await market.as('KEST', 'POST', `/v2/drfq/rfqs/${rfq.id}/decline/`, { reason: 'SIZE' })).toMatchObject({
      status: 400,
      json: { error: 'AlreadyDeclined', data: { rule: '5.19', id: rfq.id } },
    })
    expect((await market.as('ORRY', 'POST', `/v2/drfq/rfqs/${rfq.id}/decline/`, { reason: 'SIZE' })).json).toMatchObject({
      error: 'NotACounterparty',
    })
    market.clock.now += 5
    await quote('KEST', rfq.id, '0.031')
    expect(await read('ORRY', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ declines: [], last_updated_at: market.clock.now })
    expect(await read('KEST', `/v2/drfq/rfqs/${rfq.id}/`)).toMatchObject({ declined_by_me: false })
  })

  it.each([
    ['no reason', {}],
    ['a reason that is none of them', { reason: 'MOOD' }],
    ['a text of 201 characters', { reason: 'OTHER', text: 'x'.repeat(201) }],
  ])('5.19 %s is refused', async (_title, body) => {
    const rfq = await ask()
    expect((await market.as('KEST', 'POST', `/v2/drfq/rfqs/${rfq.id}/decline/`, body)).status).toBe(400)
  })
})

describe('10.19 declining a market of the order book', () => {
  it.each(['/v1/ob', '/v1/grfq'] as const)(
    'is sent to everybody on the channel of %s without a name, until the desk quotes',
    async (base) => {
      const socket = await openTestSocket(market.product.server.baseUrl, `${base}/`, {
        authorization: `Token ${await market.product.signIn()}`,
      })
      socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'rfq' } })
      await socket.next(({ id }) => id === 1)
      const id = await book()
      const { id: resting } = done(await obQuote('KEST', id, '0.031'))
      const before = await read('ORRY', `${base}/rfqs/${id}/`)
      const answer = await market.as('KEST', 'POST', `${base}/rfqs/${id}/decline/`, { reason: 'RISK' })
      const declines = [{ reason: 'RISK', at: market.clock.now }]
      expect(answer).toMatchObject({ status: 200, json: { id, declines, declined_by_me: true, quantities: { remaining: '0' } } })
      const isOfIt = (text: string) => text.includes('"declines":[{') && text.includes(`"id":${id},`)
      const sent = await socket.next((frame) => isOfIt(JSON.stringify(frame)))
      expect(sent).toMatchObject({ params: { channel: 'rfq', data: { kind: 'UPDATED', rfq: { id, declines } } } })
      expect(JSON.stringify(sent)).not.toContain('KEST')
      expect(await read('KEST', `${base}/quotes/${resting}/`)).toMatchObject({ status: 'CLOSED' })
      expect(await read('ORRY', `${base}/rfqs/${id}/`)).toEqual({ ...before, declines, latest_activity: expect.any(Number) as number })
      expect(await market.as('KEST', 'POST', `${base}/rfqs/${id}/decline/`, { reason: 'SIZE' })).toMatchObject({
        status: 400,
        json: { error: 'AlreadyDeclined', data: { rule: '10.19' } },
      })
      done(await obQuote('KEST', id, '0.031'))
      expect(await read('KEST', `${base}/rfqs/${id}/`)).toMatchObject({ declines: [], declined_by_me: false })
      socket.close()
      done(await market.as('KEST', 'DELETE', `${base}/quotes/?rfq_id=${id}`))
    },
  )

  it('is answered as it was under its key, and refused without a reason or a market', async () => {
    const id = await book()
    const path = `/v1/ob/rfqs/${id}/decline/`
    const first = await market.as('LARK', 'POST', path, { reason: 'SIZE' }, 'declined-1')
    expect(first).toMatchObject({ status: 200, json: { declined_by_me: true } })
    expect((await market.as('LARK', 'POST', path, { reason: 'SIZE' }, 'declined-1')).json).toEqual(first.json)
    expect(await read('LARK', '/v2/commands/declined-1/')).toMatchObject({ status: 200, body: { id, declined_by_me: true } })
    expect((await market.as('KEST', 'POST', path, {})).status).toBe(400)
    expect((await market.as('KEST', 'POST', '/v1/ob/rfqs/99999/decline/', { reason: 'SIZE' })).json).toMatchObject({ error: 'RfqClosed' })
  })
})

it('5.19 a maker declines while the platform only cancels, when no maker may quote', async () => {
  const rfq = await ask()
  const { operator } = market.product.server
  await operator.setPlatformState('UNAVAILABLE')
  await operator.setPlatformState('AVAILABLE_CANCEL_ONLY')
  const declined = await market.as('KEST', 'POST', `/v2/drfq/rfqs/${rfq.id}/decline/`, { reason: 'MARKET' })
  const quoted = await market.as('LARK', 'POST', '/v2/drfq/orders/', quoteBody(rfq.id, '0.031'))
  await operator.setPlatformState('AVAILABLE')
  expect(declined).toMatchObject({ status: 200, json: { declined_by_me: true } })
  expect(quoted.status).toBe(503)
})

describe('batches of the direct flow', () => {
  // Proves W 5.1.
  it('give each order a verdict of its own, and one that is refused leaves the others', async () => {
    const [first, second] = [await ask(), await ask()]
    const standing = await quote('KEST', first.id, '0.031')
    const orders = [
      { order_id: standing.id, quantity: '75', legs: legsFor(market, '0.0305') },
      quoteBody(second.id, '0.032'),
      quoteBody(second.id, '0.032', { side: 'BUY', legs: legsFor(market, '0.029') }),
      quoteBody(first.id, '0.029', { side: 'BUY', quantity: '1' }),
      { rfq_id: second.id, quantity: '50' },
    ]
    const { results } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/batch/', { orders }, 'batch-1')) as unknown as {
      results: readonly { order: Json | null; error: { error: string } | null }[]
    }
    expect(results.map(({ order, error }) => error?.error ?? [order!['price'], order!['quantity']])).toEqual([
      ['0.0305', '75'],
      ['0.032', '50'],
      ['0.029', '50'],
      'QuantityBelowBlockMinimum',
      'InvalidParams',
    ])
    expect(results[0]!.order!.id).toBe(standing.id)
    const again = done(await market.as('KEST', 'POST', '/v2/drfq/orders/batch/', { orders }, 'batch-1'))
    expect(again['results']).toEqual(results)
    expect(await read('ORRY', `/v2/drfq/rfqs/${second.id}/orders/`)).toMatchObject({
      asks: [{ quantity: '50' }],
      bids: [{ quantity: '50' }],
    })
    expect(await read('KEST', '/v2/commands/batch-1/')).toMatchObject({
      state: 'DONE',
      call: 'POST /v2/drfq/orders/batch',
      status: 200,
      body: {
        results: [
          { index: 0, order: { id: standing.id, price: '0.0305' }, error: null },
          { index: 1, order: { price: '0.032' } },
          { index: 2, order: { price: '0.029' } },
          { index: 3, order: null, error: { error: 'QuantityBelowBlockMinimum' } },
          { index: 4, order: null, error: { error: 'InvalidParams' } },
        ],
      },
    })
  })
})

describe('a resting limit of the taker', () => {
  it.each(['LIMIT', 'HIDDEN'])('5.2 5.10 a %s one fires in the direct flow when a quote meets it, at the quote', async (type) => {
    const rfq = await ask({ quantity: '50' })
    const limit = done(await market.as('ORRY', 'POST', '/v2/drfq/orders/', crossBody(rfq.id, '0.031', { type })))
    expect(limit).toMatchObject({ state: 'OPEN', expires_at: rfq['expires_at'] })
    expect((await read('KEST', `/v2/drfq/rfqs/${rfq.id}/orders/`))['bids']).toHaveLength(type === 'LIMIT' ? 1 : 0)
    expect(await quote('KEST', rfq.id, '0.0315')).toMatchObject({ state: 'OPEN' })
    expect(await quote('LARK', rfq.id, '0.0305')).toMatchObject({ state: 'CLOSED', pending_fill_quantity: '50' })
    const path = `/v2/drfq/trades/?rfq_id=${rfq.id}`
    await expect
      .poll(async () => (await read('ORRY', path))['results'], PATIENCE)
      .toMatchObject([{ state: 'FILLED', price: '0.0305', order_id: limit.id, counterparty_desk_name: 'LARK' }])
  })

  it('10.7 a bid fires in the order book when an offer meets it, at the bid', async () => {
    const id = await book()
    const bid = done(await obQuote('ORRY', id, '0.03', { side: 'BUY', client_order_id: 'limit-1' }))
    expect(bid).toMatchObject({ status: 'OPEN' })
    done(await obQuote('KEST', id, '0.029', { ioc: true }))
    await expect
      .poll(async () => read('ORRY', `/v1/ob/quotes/${bid.id}/`), PATIENCE)
      .toMatchObject({ quantities: { completed: '50', remaining: '0' } })
    const { results } = await read('ORRY', `/v1/ob/trades/?hide_public=true&rfq_id=${id}`)
    expect(results).toMatchObject([{ price: '0.03', role: 'MAKER', status: 'COMPLETED' }])
  })
})

describe('the whole ranked list', () => {
  it('5.9 in the direct flow: every quote that is shown, ranked by price and then by time, and the rule in a sentence', async () => {
    const rfq = await ask()
    await quote('KEST', rfq.id, '0.031')
    await quote('LARK', rfq.id, '0.0305', { type: 'HIDDEN' })
    await quote('MERL', rfq.id, '0.0305')
    const answer = await read('ORRY', `/v2/drfq/rfqs/${rfq.id}/orders/`)
    expect(answer).toMatchObject({
      ranking: 'Best price first, then time priority.',
      asks: [
        { rank: 1, desk_name: 'MERL', price: '0.0305', expires_at: rfq['expires_at'] },
        { rank: 2, desk_name: 'KEST', price: '0.031' },
      ],
      bids: [],
    })
    expect(answer['asks']).toHaveLength(2)
  })

  it('10.6 in the order book: two of one price have two ranks, the earlier first; a hidden one has none', async () => {
    const id = await book()
    const ids = [
      done(await obQuote('KEST', id, '0.031')).id,
      done(await obQuote('LARK', id, '0.0305')).id,
      done(await obQuote('MERL', id, '0.0305')).id,
    ]
    done(await obQuote('MERL', id, '0.0302', { is_hidden: true }))
    const answer = await read('ORRY', `/v1/ob/rfqs/${id}/quotes/`)
    expect(answer['ranking']).toBe('Best price first, then time priority.')
    expect((answer['asks'] as Json[]).map((one) => [one['rank'], one.id])).toEqual([
      [1, ids[1]],
      [2, ids[2]],
      [3, ids[0]],
    ])
    expect((answer['asks'] as Json[]).every((one) => Number.isInteger(one['lapses_at']))).toBe(true)
    for (const maker of makers) await market.as(maker, 'DELETE', '/v1/ob/quotes/')
  })
})

describe('one order over several accounts', () => {
  const parts = (main: string, fund: string) => ({
    allocations: [
      { account_name: 'main', quantity: main },
      { account_name: 'fund', quantity: fund },
    ],
  })
  it('5.20 each piece is a block of its own in its account; what cannot be divided is refused and nothing is sent', async () => {
    const rfq = await ask()
    await quote('KEST', rfq.id, '0.031')
    await quote('LARK', rfq.id, '0.0312')
    const cross = (more: object) =>
      market.as('ORRY', 'POST', '/v2/drfq/orders/', crossBody(rfq.id, '0.032', { quantity: '100', time_in_force: 'FILL_OR_KILL', ...more }))
    expect(await cross(parts('95', '5'))).toMatchObject({
      status: 400,
      json: { error: 'AllocationInvalid', message: expect.stringContaining('12.5') as string, data: { rule: '5.20', id: rfq.id } },
    })
    expect((await cross({ ...parts('60', '40') })).json).toMatchObject({
      error: 'AllocationInvalid',
      message: expect.stringMatching(/blocks of 50, 50.*50, 50 is accepted/) as string,
    })
    expect((await cross({ ...parts('50', '50'), account_name: 'main' })).json).toMatchObject({ error: 'AllocationInvalid' })
    const stranger = { allocations: [{ account_name: 'main', quantity: '50' }, { account_name: 'theirs', quantity: '50' }] } // prettier-ignore
    expect((await cross(stranger)).json).toMatchObject({ error: 'AccountUnknown', data: { member: 'allocations.1.account_name' } })
    expect((await read('ORRY', `/v2/drfq/trades/?rfq_id=${rfq.id}`))['results']).toEqual([])
    const order = done(await cross(parts('75', '25')))
    expect(order).toMatchObject({ state: 'CLOSED', account_name: 'main', ...parts('75', '25') })
    const trades = async () => (await read('ORRY', `/v2/drfq/trades/?rfq_id=${rfq.id}`))['results'] as Json[]
    await expect.poll(async () => (await trades()).every(({ state }) => state === 'FILLED'), PATIENCE).toBe(true)
    expect((await trades()).map((one) => `${one['account_name'] as string} ${one['quantity'] as string}`).sort()).toEqual([
      'fund 25',
      'main 25',
      'main 50',
    ])
    expect(await read('ORRY', `/v2/drfq/orders/${order.id}/`)).toMatchObject({ filled_quantity: '100' })
  })

  it('10.18 in the order book an IOC quote and an order', async () => {
    const id = await book()
    done(await obQuote('KEST', id, '0.03', { quantity: '200' }))
    const taken = done(await obQuote('ORRY', id, '0.03', { side: 'BUY', quantity: '100', ioc: true, ...parts('50', '50') }))
    expect(taken).toMatchObject({ account: 'main', ...parts('50', '50') })
    const order = done(
      await market.as('ORRY', 'POST', `/v1/grfq/rfqs/${id}/orders/`, {
        limit_price: '0.03',
        quantity: '100',
        execution_side: 'BUY',
        ...parts('60', '40'),
      }),
    )
    expect(order).toMatchObject(parts('60', '40'))
    expect((await obQuote('ORRY', id, '0.02', { side: 'BUY', quantity: '100', ...parts('50', '50') })).json).toMatchObject({
      error: 'AllocationInvalid',
      data: { rule: '10.18' },
    })
    const { results } = await read('ORRY', `/v1/ob/trades/?hide_public=true&rfq_id=${id}&page_size=4`)
    const pieces = (results as Json[]).map((one) => `${one['account'] as string} ${one['quantity'] as string}`)
    expect(pieces.sort()).toEqual(['fund 40', 'fund 50', 'main 50', 'main 60'])
  })
})

describe('what every message carries', () => {
  it('an answer the time of the server; an error the id of the request and of the object', async () => {
    const answer = await market.as('KEST', 'DELETE', '/v1/ob/quotes/4711/')
    expect(answer.headers['x-server-time-ms']).toBe(String(market.clock.now))
    expect(answer.json).toMatchObject({ error: 'OrderUnknown', request_id: answer.headers['x-request-id'], data: { id: '4711' } })
    expect((await market.as('KEST', 'GET', '/v2/drfq/echo/')).headers['x-server-time-ms']).toBe(String(market.clock.now))
  })
})

describe('8.10 requests that are like another', () => {
  // Proves W 5.6.
  it('8.10 are counted for the maker, whichever way round, and not for the taker', async () => {
    const legs = market.spread.map((leg, place) => ({ ...leg, ratio: String(place + 1) }))
    const turned = legs.map((leg) => ({ ...leg, side: leg.side === 'BUY' ? 'SELL' : 'BUY' }))
    await ask({ legs })
    const second = await ask({ legs: turned })
    expect(await read('KEST', `/v2/drfq/rfqs/${second.id}/`)).toMatchObject({ similar_open: 1 })
    expect(second).toMatchObject({ similar_open: null })
    const anonymous = await ask({ legs, is_taker_anonymous: true })
    expect(await read('KEST', `/v2/drfq/rfqs/${anonymous.id}/`)).toMatchObject({ similar_open: 0, taker_desk_name: null })
  })
})

describe('6.13 pricing where a mark is missing', () => {
  // Proves T 7.40, T 9.27, W 3.12.
  it('6.13 is refused, or estimated for who accepts that where the operator allows it, in both flows', async () => {
    const unmarked = 'BTC-25DEC37-110000-C'
    market.venue.list([call, higher, ether, { ...call, id: 9_005, name: unmarked, strike: 11_000_000_000_000 as never }])
    market.venue.mark(markOf(call, 0.08), markOf(higher, 0.05))
    const find = async () => (await read('ORRY', '/v2/drfq/instruments/?page_size=100'))['results'] as { id: number; name: string }[]
    await expect.poll(async () => (await find()).some(({ name }) => name === unmarked), PATIENCE).toBe(true)
    const { id: instrument_id } = (await find()).find(({ name }) => name === unmarked)!
    const direct = { bid_price: '0.06', legs: [{ instrument_id, ratio: '1', side: 'BUY' }] }
    const group = { venue: 'DBT', bid_price: '0.06', legs: [{ instrument: unmarked, side: 'BUY' }] }
    for (const [path, body, legs] of [
      ['/v2/drfq/pricing/', direct, 'legs'],
      ['/v1/ob/pricing/', group, 'leg_prices'],
      ['/v1/grfq/pricing/', group, 'leg_prices'],
    ] as const) {
      expect((await market.as('ORRY', 'POST', path, body)).json).toMatchObject({ error: 'OrderPriceMissing', data: { rule: '6.11' } })
      const accepting = { ...body, accept_estimated_prices: true }
      expect((await market.as('ORRY', 'POST', path, accepting)).json).toMatchObject({ [legs]: [{ estimated: true, bid_price: '0.06' }] })
      await market.product.server.operator.setFeatureFlag('um_leg_pricing_fallback', 'off')
      expect((await market.as('ORRY', 'POST', path, accepting)).json).toMatchObject({ error: 'OrderPriceMissing' })
      await market.product.server.operator.setFeatureFlag('um_leg_pricing_fallback', 'on')
      const asked = { ...body, legs: [{ instrument_id: market.spread[0]!.instrument_id, ratio: '1', side: 'BUY' }] }
      expect((await market.as('ORRY', 'POST', path, asked)).json).toMatchObject({ [legs]: [{ estimated: false }] })
    }
  })

  it('6.11 a price outside the limits and one without leg prices are distinguished', async () => {
    market.venue.mark(markOf(call, 0.08, { minPrice: 0.04, maxPrice: 0.16 }), markOf(higher, 0.05, { minPrice: 0.025, maxPrice: 0.1 }))
    const price = async (ask_price: string) =>
      (await market.as('ORRY', 'POST', '/v2/drfq/pricing/', { ask_price, legs: market.spread })).json
    await expect.poll(() => price('0.2'), PATIENCE).toMatchObject({ error: 'PriceOutsideBand' })
    expect(await price('-0.05')).toMatchObject({ error: 'PricingImpossible' })
  })
})
