/** The members of a replacement other than size and price, in both flows, over HTTP as a desk sends it: applied or refused, never ignored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, ether } from '../../test/instruments.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, type TestSocket } from '../../test/product.ts'
import { done, legsFor, startTradingProduct, type Json, type Ticker, type TradingProduct } from '../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
let bitcoin: string
let ethereum: string
beforeAll(async () => {
  market = await startTradingProduct(database.url)
  const second = { venue: 'DBT', name: 'second', clientId: 'KEST-second', clientSecret: 'secret', isDefault: false } as const
  await market.product.server.operator.addVenueAccount('KEST', second)
  await hiding('on')
  bitcoin = await opened(call.name)
  ethereum = await opened(ether.name)
})
afterAll(() => market?.close())

const hiding = (value: 'on' | 'off') => market.product.server.operator.setFeatureFlag('um_rfq_hidden_limit_order', value)
const opened = async (instrument: string): Promise<string> =>
  done(await market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: [{ instrument, ratio: '1', side: 'BUY' }] })).id
const quoteBody = { side: 'SELL', quantity: '250', price: '0.09' }
const quote = async (id: string, more: object = {}) =>
  done(await market.as('KEST', 'POST', `/v1/ob/rfqs/${id}/quotes/`, { ...quoteBody, ...more }))
const requote = (id: string, quoteId: string, more: object) =>
  market.as('KEST', 'PUT', `/v1/ob/rfqs/${id}/quotes/${quoteId}/`, { quantity: '250', ...more })
const pullAll = async () => {
  // The rate of such cancels is covered by other tests.
  market.clock.now += 20_000
  done(await market.as('KEST', 'DELETE', '/v1/ob/quotes/'))
  await market.as('KEST', 'DELETE', '/v2/drfq/orders/')
}

const asked = async () => done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', legs: market.spread })).id
const orderBody = (rfq_id: string) => ({ rfq_id, side: 'SELL', quantity: '50', legs: legsFor(market, '0.031') })
const order = async (rfq_id: string, more: object = {}) =>
  done(await market.as('KEST', 'POST', '/v2/drfq/orders/', { ...orderBody(rfq_id), ...more }))
const reorder = (id: string, more: object) => market.as('KEST', 'PUT', `/v2/drfq/orders/${id}/`, { quantity: '50', ...more })

const listen = async (ticker: Ticker, base: string, channel: string): Promise<TestSocket> => {
  const { accessKey } = market.keyOf(ticker)
  const socket = await openTestSocket(market.product.server.baseUrl, `${base}/?api-key=${accessKey}&cancel_on_disconnect=false`)
  socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel } })
  await socket.next(({ id }) => id === 1)
  return socket
}
type Params = { readonly event?: string; readonly data: Json & { readonly kind?: string; readonly quote?: Json } }
const sent = ({ frames }: TestSocket): readonly Params[] =>
  frames.flatMap(({ method, params }) => (method === 'subscription' ? [params as Params] : []))
/** The events of one quote as text: what happened to it, at what price and with how much of it. */
const sentOf = (socket: TestSocket, id: string) =>
  sent(socket).flatMap(({ data: { kind, quote: one } }) =>
    one?.id === id ? [`${kind} ${String(one['price'])} ${String(one['remaining_quantity'])}`] : [],
  )
/** Once this has been received, everything before it has been too. */
const lastSent = async (socket: TestSocket, id: string) =>
  void (await socket.next(({ params }) => JSON.stringify(params ?? '').includes(JSON.stringify(id))))

describe('10.20 a replaced quote', () => {
  it.each<[string, object, object, object]>([
    ['account', {}, { account: 'second' }, { account: 'second' }],
    ['no account', { account: 'second' }, { account: null }, { account: 'second' }],
    ['client_order_id', {}, { client_order_id: 4711 }, { client_order_id: '4711' }],
    ['an empty client_order_id', { client_order_id: 'gone' }, { client_order_id: '' }, { client_order_id: null }],
    ['label', { label: 'wing' }, { label: 'body' }, { label: 'body' }],
    ['no label', { label: 'wing' }, {}, { label: 'wing' }],
    ['is_hidden', {}, { is_hidden: true }, { is_hidden: true }],
    ['no is_hidden', { is_hidden: true }, {}, { is_hidden: true }],
    ['post_only', {}, { post_only: true }, { post_only: true }],
    ['no post_only', { post_only: true }, { post_only: null }, { post_only: true }],
    ['side', {}, { side: 'Sell' }, { side: 'SELL' }],
    ['members that nobody knows', {}, { venue: 'DBT', mark_price: '1', hedge_leg_flag: true }, { status: 'OPEN' }],
  ])('10.20 carries out %s: by PUT, by PATCH, and in a batch', async (_member, placed, brought, then) => {
    const rfq_id = Number(bitcoin)
    const ways = [
      async (id: string) => done(await requote(bitcoin, id, brought)),
      async () => done(await market.as('KEST', 'PATCH', `/v1/grfq/rfqs/${bitcoin}/quotes/`, { ...quoteBody, ...brought })),
      async (quote_id: string) => {
        const body = { quotes: [{ rfq_id, quote_id, quantity: '250', ...brought }] }
        const { results } = done(await market.as('KEST', 'POST', '/v1/ob/quotes/batch/', body))
        return (results as readonly { readonly quote: Json }[])[0]!.quote
      },
    ]
    for (const replace of ways) {
      const { id } = await quote(bitcoin, placed)
      expect(await replace(id)).toMatchObject({ id, ...then })
      expect(done(await market.as('KEST', 'GET', `/v1/ob/quotes/${id}/`))).toMatchObject(then)
      await pullAll()
    }
  })

  it('10.20 keeps its quantity if a replacement gives none, by PUT and in a batch; an unknown one stays unknown', async () => {
    const { id } = await quote(bitcoin, { quantity: '375' })
    const put = (quoteId: string | number, body: object) => market.as('KEST', 'PUT', `/v1/ob/rfqs/${bitcoin}/quotes/${quoteId}/`, body)
    expect(done(await put(id, { price: '0.091' }))).toMatchObject({ id, price: '0.091', quantity: '375', remaining_quantity: '375' })
    expect(await put(999_999, { price: '0.091' })).toMatchObject({ status: 400, json: { error: 'OrderUnknown' } })
    const rfq_id = Number(bitcoin)
    const quotes = [{ rfq_id, quote_id: id, price: '0.092' }, { rfq_id, side: 'SELL', price: '0.093' }] // prettier-ignore
    const { results } = done(await market.as('KEST', 'POST', '/v1/ob/quotes/batch/', { quotes }))
    expect(results).toMatchObject([
      { quote: { id, price: '0.092', quantity: '375' }, error: null },
      { quote: null, error: { error: 'InvalidParams', message: 'quantity: This field is required' } },
    ])
    await pullAll()
  })

  it.each<[string, object, string, string]>([
    ['side', { side: 'BUY' }, 'TypeNotAllowed', '10.20'],
    ['account', { account: 'nobody' }, 'AccountUnknown', '5.1'],
    ['allocations', { allocations: [{ account_name: 'main', quantity: '250' }] }, 'AllocationInvalid', '10.20'],
    ['client_order_id', { client_order_id: 'taken' }, 'ClientOrderIdInUse', '10.17'],
    ['is_hidden', { ioc: true, is_hidden: true }, 'TypeNotAllowed', '10.9'],
    ['post_only', { ioc: true, post_only: true }, 'TypeNotAllowed', '10.9'],
  ])('10.20 refuses %s by its name, and nothing has changed', async (member, brought, error, rule) => {
    const placed = await quote(bitcoin)
    await quote(ethereum, { client_order_id: 'taken' })
    expect(await requote(bitcoin, placed.id, brought)).toMatchObject({ status: 400, json: { error, data: { member, rule } } })
    const batch = { quotes: [{ rfq_id: Number(bitcoin), quote_id: placed.id, quantity: '250', ...brought }] }
    const { results } = done(await market.as('KEST', 'POST', '/v1/ob/quotes/batch/', batch))
    expect(results).toMatchObject([{ quote: null, error: { error } }])
    expect(done(await market.as('KEST', 'GET', `/v1/ob/quotes/${placed.id}/`))).toEqual(placed)
    await pullAll()
  })

  it('10.17 frees its name for every market, and holds the new one in all of them', async () => {
    const { id } = await quote(bitcoin, { client_order_id: 'before' })
    done(await requote(bitcoin, id, { client_order_id: 'after' }))
    const named = async (client_order_id: string) => (await market.as('KEST', 'POST', `/v1/ob/rfqs/${ethereum}/quotes/`, { ...quoteBody, client_order_id })).status // prettier-ignore
    expect([await named('after'), await named('before')]).toEqual([400, 201])
    expect(done(await market.as('KEST', 'GET', '/v2/commands/?client_order_id=after'))).toMatchObject({ state: 'DONE', body: { id } })
    const { results } = done(await market.as('KEST', 'GET', '/v1/ob/quotes/?client_order_id=after'))
    expect(results).toMatchObject([{ id }])
    await pullAll()
  })

  it('10.11 leaves the book of everybody when it is hidden, as it stood there, and comes back when it is shown', async () => {
    const socket = await listen('LARK', '/v1/ob', 'quote_book')
    const { id } = await quote(bitcoin)
    done(await requote(bitcoin, id, { is_hidden: true, price: '0.0873', quantity: '260' }))
    const seen = async () => (done(await market.as('LARK', 'GET', `/v1/ob/rfqs/${bitcoin}/quotes/`)) as unknown as { asks: Json[] }).asks
    expect(await seen()).toEqual([])
    done(await requote(bitcoin, id, { price: '0.0874', quantity: '270' }))
    await lastSent(socket, (await quote(bitcoin)).id)
    expect(sentOf(socket, id)).toEqual(['ADDED 0.09 250', 'REMOVED 0.09 0'])
    expect(JSON.stringify(socket.frames)).not.toMatch(/0\.0873|0\.0874|"2[67]0"/)
    done(await requote(bitcoin, id, { is_hidden: false, price: '0.0875', quantity: '280' }))
    await lastSent(socket, (await quote(bitcoin)).id)
    expect(sentOf(socket, id).slice(2)).toEqual(['ADDED 0.0875 280'])
    expect((await seen()).map((one) => one.id)).toContain(id)
    socket.close()
    await pullAll()
  })

  it('10.11 goes by its flag, and what is hidden already may be said to be', async () => {
    const [shown, hidden] = [await quote(bitcoin), await quote(bitcoin, { is_hidden: true })]
    await hiding('off')
    const refused = { status: 400, json: { error: 'TypeNotAllowed', data: { member: 'is_hidden', rule: '10.11' } } }
    expect(await requote(bitcoin, shown.id, { is_hidden: true })).toMatchObject(refused)
    expect(await requote(bitcoin, hidden.id, { is_hidden: true, price: '0.091' })).toMatchObject({ status: 200, json: { price: '0.091' } })
    await hiding('on')
    await pullAll()
  })
})

describe('5.22 a replaced order', () => {
  it.each<[string, object, object, object]>([
    ['account_name', {}, { account_name: 'second' }, { account_name: 'second' }],
    ['no account_name', { account_name: 'second' }, { account_name: null }, { account_name: 'second' }],
    ['client_order_id', {}, { client_order_id: 4711 }, { client_order_id: '4711' }],
    ['an empty client_order_id', { client_order_id: 'gone' }, { client_order_id: '' }, { client_order_id: null }],
    ['label', { label: 'wing' }, { label: 'body' }, { label: 'body' }],
    ['an empty label', { label: 'wing' }, { label: '' }, { label: null }],
    ['type', {}, { type: 'HIDDEN' }, { type: 'HIDDEN' }],
    ['no type', { type: 'HIDDEN' }, {}, { type: 'HIDDEN' }],
    ['side and time_in_force', {}, { side: 'SELL', time_in_force: 'GOOD_TILL_CANCELED' }, { time_in_force: 'GOOD_TILL_CANCELED' }],
  ])('5.22 carries out %s: by PUT, and in a batch with the request it is in', async (_member, placed, brought, then) => {
    const rfq_id = await asked()
    const ways = [
      async (id: string) => done(await reorder(id, { rfq_id, ...brought })),
      async (order_id: string) => {
        const body = { orders: [{ order_id, rfq_id, quantity: '50', ...brought }] }
        const { results } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/batch/', body))
        return (results as readonly { readonly order: Json }[])[0]!.order
      },
    ]
    for (const replace of ways) {
      const { id } = await order(rfq_id, placed)
      expect(await replace(id)).toMatchObject({ id, ...then })
      expect(done(await market.as('KEST', 'GET', `/v2/drfq/orders/${id}/`))).toMatchObject(then)
      await pullAll()
    }
  })

  it.each<[string, object, string, string]>([
    ['rfq_id', { rfq_id: 'r_another' }, 'OrderUnknown', '5.22'],
    ['side', { side: 'BUY' }, 'TypeNotAllowed', '5.22'],
    ['time_in_force', { time_in_force: 'FILL_OR_KILL' }, 'TypeNotAllowed', '5.22'],
    ['account_name', { account_name: 'nobody' }, 'AccountUnknown', '5.1'],
    ['allocations', { allocations: [{ account_name: 'main', quantity: '50' }] }, 'AllocationInvalid', '5.22'],
    ['client_order_id', { client_order_id: 'taken' }, 'ClientOrderIdInUse', '5.21'],
    ['legs', { price: '0.04' }, 'OrderPriceMissing', '5.22'],
  ])('5.22 refuses %s by its name, and nothing has changed', async (member, brought, error, rule) => {
    const placed = await order(await asked())
    await quote(ethereum, { client_order_id: 'taken' })
    expect(await reorder(placed.id, brought)).toMatchObject({ status: 400, json: { error, data: { member, rule } } })
    const { results } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/batch/', { orders: [{ order_id: placed.id, ...brought }] }))
    expect(results).toMatchObject([{ order: null, error: { error } }])
    expect(done(await market.as('KEST', 'GET', `/v2/drfq/orders/${placed.id}/`))).toEqual(placed)
    await pullAll()
  })

  it('5.22 refuses leg prices of which one is missing; they would have kept the old ones', async () => {
    const placed = await order(await asked())
    const [first] = legsFor(market, '0.04')
    expect(await reorder(placed.id, { legs: [first] })).toMatchObject({ status: 400, json: { error: 'OrderPriceMissing', data: { member: 'legs' } } }) // prettier-ignore
    await pullAll()
  })

  it('5.22 settles the taker’s in the account of the replacement', async () => {
    const cross = { rfq_id: await asked(), side: 'BUY', quantity: '50', price: '0.01' }
    const { id } = done(await market.as('ORRY', 'POST', '/v2/drfq/orders/', cross))
    const replaced = await market.as('ORRY', 'PUT', `/v2/drfq/orders/${id}/`, { ...cross, account_name: 'fund' })
    expect(replaced).toMatchObject({ status: 200, json: { id, account_name: 'fund' } })
  })

  it('8.2 leaves the taker’s book when it is hidden, as it stood there, and comes back when it is shown', async () => {
    const socket = await listen('ORRY', '/v2/drfq', 'rfq_orders')
    const rfq = await asked()
    const { id } = await order(rfq)
    done(await reorder(id, { type: 'HIDDEN', legs: legsFor(market, '0.0333'), quantity: '60' }))
    done(await reorder(id, { legs: legsFor(market, '0.0334'), quantity: '70' }))
    const book = async () => done(await market.as('ORRY', 'GET', `/v2/drfq/rfqs/${rfq}/orders/`))
    expect(await book()).toMatchObject({ asks: [] })
    const marker = async () => lastSent(socket, (await order(rfq, { side: 'BUY', legs: legsFor(market, '0.01') })).id)
    await marker()
    const words = () => sent(socket).flatMap(({ event, data }) => (data.id === id ? [`${event} ${String(data['price'])} ${String(data['quantity'])}`] : [])) // prettier-ignore
    expect(words()).toEqual(['ADDED 0.031 50', 'REMOVED 0.031 0'])
    expect(JSON.stringify(socket.frames)).not.toMatch(/0\.0333|0\.0334/)
    done(await reorder(id, { type: 'LIMIT' }))
    await socket.next(({ params }) => (params as Params | undefined)?.event === 'ADDED' && (params as Params).data.id === id)
    done(await reorder(id, { legs: legsFor(market, '0.0335') }))
    await socket.next(({ params }) => (params as Params | undefined)?.data.id === id && (params as Params).data['price'] === '0.0335')
    expect(words().slice(2)).toEqual(['ADDED 0.0334 50', 'ADDED 0.0335 50'])
    socket.close()
  })
})

type Verdict = {
  readonly order: Json | null
  readonly quote: Json | null
  readonly error: { readonly error: string; readonly message: string } | null
}
type Sides = readonly [object, object]
const verdictsOf = (answer: Awaited<ReturnType<TradingProduct['as']>>) =>
  (done(answer) as unknown as { readonly results: readonly Verdict[] }).results
const errorsOf = (verdicts: readonly Verdict[]) => verdicts.map(({ error }) => error?.error ?? 'accepted')
const REFUSED = 'OtherSideRefused'

describe('5.23 a two-way quote', () => {
  const twoWay = (orders: Sides, key?: string) => market.as('KEST', 'POST', '/v2/drfq/orders/batch/', { orders, two_way: true }, key)
  const side = (rfq_id: string, word: 'BUY' | 'SELL', at: string, more: object = {}) => ({ ...orderBody(rfq_id), side: word, legs: legsFor(market, at), ...more }) // prettier-ignore
  const openOrders = async () =>
    (done(await market.as('KEST', 'GET', '/v2/drfq/orders/?state=OPEN')) as unknown as { results: Json[] }).results

  // Proves W 5.2.
  it('5.23 stands on both sides, and is replaced on both; refused on one it leaves both as they were, and publishes nothing', async () => {
    const rfq = await asked()
    const placed = verdictsOf(await twoWay([side(rfq, 'BUY', '0.02'), side(rfq, 'SELL', '0.031')]))
    expect(errorsOf(placed)).toEqual(['accepted', 'accepted'])
    const [bid, ask] = placed.map(({ order: one }) => one!.id)
    const moved = verdictsOf(await twoWay([{ order_id: bid, legs: legsFor(market, '0.021') }, { order_id: ask, legs: legsFor(market, '0.032') }])) // prettier-ignore
    expect(moved).toMatchObject([{ order: { id: bid, price: '0.021' } }, { order: { id: ask, price: '0.032' } }])
    const before = await openOrders()
    const socket = await listen('ORRY', '/v2/drfq', 'rfq_orders')
    for (const wrong of [{ quantity: '5' }, { account_name: 'nobody' }]) {
      const verdicts = verdictsOf(await twoWay([{ order_id: bid, legs: legsFor(market, '0.022') }, { order_id: ask, legs: legsFor(market, '0.033'), ...wrong }])) // prettier-ignore
      expect(errorsOf(verdicts)).toEqual([REFUSED, 'quantity' in wrong ? 'QuantityBelowBlockMinimum' : 'AccountUnknown'])
      expect(verdicts[0]!.error!.message).toBe('The other side of this two-way quote was rejected, so neither side was changed.')
    }
    expect(await openOrders()).toEqual(before)
    await lastSent(socket, (await order(await asked())).id)
    expect(JSON.stringify(socket.frames)).not.toMatch(/0\.022|0\.033/)
    socket.close()
    await pullAll()
  })

  it('5.23 does not trade with a hidden limit where the other side is refused, and does where it stands', async () => {
    const rfq = await asked()
    const limit = { rfq_id: rfq, side: 'SELL', quantity: '50', price: '0.02', type: 'HIDDEN' }
    const taken = done(await market.as('ORRY', 'POST', '/v2/drfq/orders/', limit))
    const state = async () => done(await market.as('ORRY', 'GET', `/v2/drfq/orders/${taken.id}/`))['state']
    expect(errorsOf(verdictsOf(await twoWay([side(rfq, 'BUY', '0.02'), side(rfq, 'SELL', '0.031', { quantity: '5' })])))).toEqual([REFUSED, 'QuantityBelowBlockMinimum']) // prettier-ignore
    expect(await state()).toBe('OPEN')
    const verdicts = verdictsOf(await twoWay([side(rfq, 'BUY', '0.02'), side(rfq, 'SELL', '0.031')]))
    expect(verdicts).toMatchObject([{ order: { state: 'CLOSED' } }, { order: { state: 'OPEN' } }])
    expect(await state()).toBe('CLOSED')
    await pullAll()
  })

  it('5.21, 5.23 keeps its names apart from each other and from every market, and frees what it does not take', async () => {
    const rfq = await asked()
    await quote(ethereum, { client_order_id: 'taken' })
    const named = (bid: string, ask: string) => twoWay([side(rfq, 'BUY', '0.02', { client_order_id: bid }), side(rfq, 'SELL', '0.031', { client_order_id: ask })]) // prettier-ignore
    expect(errorsOf(verdictsOf(await named('free', 'taken')))).toEqual([REFUSED, 'ClientOrderIdInUse'])
    expect(errorsOf(verdictsOf(await named('taken', 'free')))).toEqual(['ClientOrderIdInUse', REFUSED])
    expect(errorsOf(verdictsOf(await named('same', 'same')))).toEqual([REFUSED, 'ClientOrderIdInUse'])
    const both = await Promise.all([named('one', 'two'), named('two', 'one')])
    expect(both.map((answer) => errorsOf(verdictsOf(answer)).includes('accepted')).sort()).toEqual([false, true])
    expect(done(await market.as('KEST', 'GET', '/v2/commands/?client_order_id=free'))).toMatchObject({ state: 'REFUSED', error: { error: REFUSED } }) // prettier-ignore
    await pullAll()
  })

  it('5.23 takes a bid and an ask of one request, and nothing else', async () => {
    const [rfq, other] = [await asked(), await asked()]
    const bid = side(rfq, 'BUY', '0.02')
    const wrong: readonly (readonly object[])[] = [
      ...[[bid], [bid, side(other, 'SELL', '0.031')], [bid, side(rfq, 'BUY', '0.021')]],
      [bid, side(rfq, 'SELL', '0.031'), side(rfq, 'SELL', '0.032')],
    ]
    for (const orders of wrong)
      expect(new Set(errorsOf(verdictsOf(await twoWay(orders as unknown as Sides))))).toEqual(new Set(['NotTwoWay']))
    expect(await openOrders()).toEqual([])
  })

  it.each(['/v1/ob', '/v1/grfq'])('10.22 in a market of %s stands on both sides or on neither', async (base) => {
    const rfq_id = Number(bitcoin)
    const send = async (quotes: Sides) => verdictsOf(await market.as('KEST', 'POST', `${base}/quotes/batch/`, { quotes, two_way: true }))
    const [low, high] = [{ rfq_id, side: 'BUY', quantity: '250', price: '0.07' }, { rfq_id, ...quoteBody }] // prettier-ignore
    const placed = await send([low, high])
    expect(errorsOf(placed)).toEqual(['accepted', 'accepted'])
    const [bid, ask] = placed.map(({ quote: one }) => one!.id)
    const book = async () => done(await market.as('LARK', 'GET', `${base}/rfqs/${bitcoin}/quotes/`))
    const before = await book()
    const moved = (more: object) =>
      send([
        { rfq_id, quote_id: bid, price: '0.071' },
        { rfq_id, quote_id: ask, price: '0.091', ...more },
      ])
    expect(errorsOf(await moved({ quantity: '1' }))).toEqual([REFUSED, 'QuantityBelowBlockMinimum'])
    expect(errorsOf(await moved({ ioc: true }))).toEqual(['NotTwoWay', 'NotTwoWay'])
    expect(await book()).toEqual(before)
    expect(await moved({})).toMatchObject([{ quote: { id: bid, price: '0.071' } }, { quote: { id: ask, price: '0.091' } }])
    await pullAll()
  })

  it('9.4, 5.23 is answered as at first when it comes again, also where it was refused', async () => {
    const rfq = await asked()
    for (const [key, quantity] of [
      ['two-1', '5'],
      ['two-2', '50'],
    ] as const) {
      // prettier-ignore
      const sides: Sides = [side(rfq, 'BUY', '0.02'), side(rfq, 'SELL', '0.031', { quantity })]
      const [first, again] = [await twoWay(sides, key), await twoWay(sides, key)]
      expect(again.text).toBe(first.text)
      expect(done(await market.as('KEST', 'GET', `/v2/commands/${key}/`))).toMatchObject({ state: 'DONE', body: first.json })
    }
    expect(await openOrders()).toHaveLength(2)
    await pullAll()
  })
})
