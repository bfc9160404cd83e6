/** The members that a replacement brings beside size and price, in either flow, over HTTP as a desk sends it: carried out or refused, never dropped. */
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
  // The pace of such cancels is a matter of other tests.
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
/** Of one quote, in words: what happened to it, and at which price with how much of it. */
const sentOf = (socket: TestSocket, id: string) =>
  sent(socket).flatMap(({ data: { kind, quote: one } }) =>
    one?.id === id ? [`${kind} ${String(one['price'])} ${String(one['remaining_quantity'])}`] : [],
  )
/** Once this is sent, so was all before it. */
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

  it('10.20 keeps its quantity where a replacement says none, by PUT and in a batch; one that is not there stays unknown', async () => {
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

  it('5.22 refuses leg prices of which one is missing, where it would have kept the old ones', async () => {
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
