/** The requirements of running bots on the sockets at /v1/grfq/ and /v1/ob/: each problem that they have had is a separate test. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shakeHands, signedHeaders } from './bot.ts'
import { GROUP_BASES, openOrderBookFloor, type Base, type OrderBookFloor, type Market } from './order-book-floor.ts'
import { callAs, signIn } from './session.ts'
import { openSignedSocket, openSocket, type Frame, type WireSocket } from './wire-socket.ts'

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

type Data = Readonly<Record<string, unknown>>
const quoteIn = (data: Data): Data => data['quote'] as Data
const rpc = (id: unknown, method: string, params?: object) => ({ id, jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })
/** The first message whose named object matches. */
const receives = (socket: WireSocket, channel: string, name: string, fits: (object: Data, kind: unknown) => boolean) =>
  socket.receives(channel, (data) => data[name] !== undefined && fits(data[name] as Data, data['kind']))

describe.each(GROUP_BASES)('the socket at %s', (base: Base) => {
  // Proves W 1.1.
  it.each([0, 1, 7_000_000, randomUUID()])('answers an id of %j with it, with an array for a result', async (id) => {
    const socket = await floor.door(base, floor.taker)
    socket.send(rpc(id, 'subscribe', { channel: 'rfq' }))
    expect(await socket.frame((frame) => frame.id === id, 'an answer')).toEqual({ id, jsonrpc: '2.0', result: ['rfq'] })
    await socket.close()
  })

  // Proves W 1.3.
  it('answers a heartbeat without a result', async () => {
    const socket = await floor.door(base, floor.taker)
    socket.send(rpc(11, 'heartbeat'))
    expect(await socket.frame((frame) => frame.id === 11, 'an answer')).toEqual({ id: 11, jsonrpc: '2.0' })
    await socket.close()
  })

  it.each([
    ['no JSON', '{', -32700],
    ['a list', '[]', -32600],
    ['no version', '{"id":1,"method":"heartbeat"}', -32600],
    ['a method there is not', JSON.stringify(rpc(1, 'login')), -32601],
    ['a channel of another door', JSON.stringify(rpc(1, 'subscribe', { channel: 'rfq_orders' })), -32602],
    ['a channel that is a list', JSON.stringify(rpc(1, 'subscribe', { channel: ['rfq'] })), -32602],
    ['the book of no market', JSON.stringify(rpc(1, 'subscribe', { channel: 'quote_book.1' })), 1003],
  ])('answers %s with an error, and goes on', async (_name, text, code) => {
    const socket = await floor.door(base, floor.taker)
    socket.send(text)
    expect((await socket.frame((frame) => frame.error !== undefined, 'an error')).error).toMatchObject({ code })
    expect(await socket.subscribe('trade_tape')).toMatchObject({ result: ['trade_tape'] })
    await socket.close()
  })

  // Proves W 1.4.
  it('echoes the spelling that was subscribed, and speaks twice to who subscribed both', async () => {
    const socket = await floor.door(base, floor.maker)
    for (const name of ['quote', 'quotes', 'rfq', 'rfqs', 'order', 'orders', 'trade', 'trades', 'mmp', 'market_maker_protection'])
      expect(await socket.subscribe(name)).toMatchObject({ result: [name] })
    const { id } = await floor.rest(floor.maker, market, 'SELL', 8)
    for (const name of ['quote', 'quotes']) await receives(socket, name, 'quote', (quote, kind) => quote['id'] === id && kind === 'NEW')
    await socket.close()
  })

  // Proves W 1.19, W 1.31.
  it('tells the creator of a market of its book, ids as the create reply had them', async () => {
    const socket = await floor.door(base, floor.taker)
    for (const channel of ['rfq', 'quote_book']) await socket.subscribe(channel)
    const fresh = await floor.market()
    const { data } = await receives(socket, 'rfq', 'rfq', (rfq) => rfq['id'] === fresh.id)
    expect(data).toMatchObject({ kind: 'ADDED', rfq: { status: 'ACTIVE', venue: 'DBT', legs: [{ instrument: fresh.option.name, side: 'BUY' }] } }) // prettier-ignore
    const placed = await floor.rest(floor.maker, fresh, 'SELL', 8)
    expect((await receives(socket, 'quote_book', 'quote', (quote) => quote['id'] === placed.id)).data).toMatchObject({
      kind: 'ADDED',
      quote: { rfq_id: fresh.id, side: 'SELL', price: expect.any(String), remaining_quantity: '25' },
    })
    await floor.maker.must(200, 'DELETE', `${base}/quotes/${placed.id}/`)
    await receives(socket, 'quote_book', 'quote', (quote, kind) => quote['id'] === placed.id && kind === 'REMOVED')
    await socket.close()
  })

  // Proves T 7.67, W 4.24.
  it('says kind and the object named for it: order, trade and tape of one trade', async () => {
    const [takerSocket, makerSocket] = [await floor.door(base, floor.taker), await floor.door(base, floor.maker)]
    for (const channel of ['order', 'quote', 'trade', 'trade_tape']) {
      await takerSocket.subscribe(channel)
      await makerSocket.subscribe(channel)
    }
    const rested = await floor.rest(floor.maker, market, 'SELL', 4)
    const order = await floor.take(market, 'BUY', 4)
    await receives(makerSocket, 'quote', 'quote', (quote, kind) => quote['id'] === rested.id && kind === 'PENDING_FILL')
    const { data } = await receives(takerSocket, 'trade', 'trade', (trade, kind) => trade['order_id'] === order.id && kind === 'COMPLETED')
    const trade = data['trade'] as Data
    expect(trade).toMatchObject({ status: 'COMPLETED', quote_id: base === '/v1/ob' ? order.id : rested.id, rfq_id: market.id })
    await receives(
      makerSocket,
      'trade',
      'trade',
      (one, kind) => one['id'] === trade['id'] && one['quote_id'] === rested.id && kind === 'COMPLETED',
    )
    await receives(takerSocket, 'order', 'order', (one) => one['id'] === order.id && one['status'] === 'CLOSED')
    expect((await receives(takerSocket, 'trade_tape', 'trade', (one) => one['id'] === trade['id'])).data).toMatchObject({ kind: 'ADDED' })
    await Promise.all([takerSocket.close(), makerSocket.close()])
  })

  // Proves T 7.70, W 1.20.
  it('carries market maker protection as both kinds of client read it', async () => {
    const socket = await floor.door(base, floor.maker)
    await socket.subscribe('market_maker_protection')
    await floor.rest(floor.maker, market, 'SELL', 4)
    await floor.rest(floor.maker, market, 'SELL', 5)
    await floor.take(market, 'BUY', 5, { quantity: '50' })
    await socket.receives('market_maker_protection', (data) => data['kind'] === 'TRIGGERED' && data['rate_limit_hit'] === true)
    await floor.calm()
    await socket.receives('market_maker_protection', (data) => data['kind'] === 'RESET' && data['rate_limit_hit'] === false)
    await socket.close()
  })

  // Proves W 1.5.
  it('sends no frame without an id that is not a notification of a channel', async () => {
    const socket = await floor.door(base, floor.taker)
    for (const channel of ['rfq', 'quote', 'quote_book', 'order', 'trade', 'trade_tape', `quote_book.${market.id}`, `bbo.${market.id}`])
      await socket.subscribe(channel, { snapshot: true })
    await socket.receives(`bbo.${market.id}`, () => true)
    for (const frame of socket.frames.filter(({ id }) => id === undefined))
      expect(frame).toMatchObject({ jsonrpc: '2.0', method: 'subscription', params: { channel: expect.any(String) } })
    await socket.close()
  })

  it.each(['', '/'])('opens with the path ending in %j and the key in the query', async (slash) => {
    const { accessKey } = floor.taker.keys
    expect(await shakeHands(floor.product.baseUrl, `${base}${slash}?api-key=${accessKey}&cancel_on_disconnect=false`)).toBe(101)
  })

  // Proves T 7.61, W 1.23.
  it('opens with signed headers beside the key, with a token, and with a ticket once', async () => {
    const { keys } = floor.taker
    const { baseUrl } = floor.product
    expect(await shakeHands(baseUrl, `${base}/?api-key=${keys.accessKey}&cancel-on-disconnect=0`, signedHeaders(keys, 'GET', `${base}/`))).toBe(101) // prettier-ignore
    const session = await signIn(floor.product, 'AMBR')
    expect(await shakeHands(baseUrl, `${base}/?token=${session.token}&cancel_on_disconnect=false`)).toBe(101)
    const { json } = await callAs(session, 'POST', '/account/socket-ticket/')
    const path = `${base}/?ticket=${String(json['ticket'])}&cancel_on_disconnect=false`
    expect([await shakeHands(baseUrl, path), await shakeHands(baseUrl, path)]).toEqual([101, 403])
  })

  // Proves W 2.6.
  it.each(['?api-key=unknown', '?cancel_on_disconnect=perhaps', ''])('refuses %j with 403 before it opens', async (query) => {
    expect(await shakeHands(floor.product.baseUrl, `${base}/${query}`)).toBe(403)
  })
})

describe('quote_status', () => {
  const statusOf = (socket: WireSocket, id: string) => socket.receives('quote_status', (data) => data['client_order_id'] === id)

  // Proves W 4.16.
  it('says in ob what the reply has said already: accepted, refused, cancelled', async () => {
    const socket = await floor.door('/v1/ob', floor.maker)
    await socket.subscribe('quote_status')
    const [good, bad] = [randomUUID(), randomUUID()]
    const legs = (ticks: number) => [{ instrument: market.option.name, price: market.priceAt(ticks) }]
    const body = { account: 'prop-1', side: 'SELL', legs: legs(8) }
    const path = `/v1/ob/rfqs/${market.id}/quotes/`
    const placed = await floor.maker.must(201, 'POST', path, { ...body, quantity: '25', client_order_id: good })
    expect((await statusOf(socket, good)).data).toMatchObject({ kind: 'ACCEPTED', quote: { id: placed['id'] }, error: null })
    const answer = await floor.maker.send('POST', path, { ...body, quantity: '1', client_order_id: bad })
    expect(answer).toMatchObject({ status: 400, json: { error: 'QuantityBelowBlockMinimum' } })
    const { data } = await statusOf(socket, bad)
    expect(data).toMatchObject({ kind: 'REJECTED', quote: null, error: { error: 'QuantityBelowBlockMinimum', code: answer.json['code'] } })
    await floor.maker.must(200, 'DELETE', `/v1/ob/quotes/${String(placed['id'])}/`)
    await socket.receives('quote_status', (one) => one['kind'] === 'CANCELED' && quoteIn(one)['id'] === placed['id'])
    await socket.close()
  })

  // Proves T 7.68, W 4.16.
  it('is heard by its own desk alone, and of ob alone', async () => {
    const other = await floor.door('/v1/ob', floor.taker)
    await other.subscribe('quote_status')
    await other.subscribe('quote')
    await other.subscribe('quote_book')
    const { id } = await floor.rest(floor.maker, market, 'SELL', 8)
    await receives(other, 'quote_book', 'quote', (quote) => quote['id'] === id)
    const own = (frame: Frame) => frame.params?.channel === 'quote_status' || frame.params?.channel === 'quote'
    expect(other.frames.filter(own)).toEqual([])
    await other.close()
    const grfq = await floor.door('/v1/grfq', floor.taker)
    expect((await grfq.subscribe('quote_status')).error).toMatchObject({ code: -32602 })
    await grfq.close()
  })
})

describe('a hidden quote', () => {
  // Proves W 4.20.
  it('is on the channels of its own desk alone, and trades in its place', async () => {
    const other = await floor.door('/v1/ob', floor.taker)
    for (const channel of ['quote_book', 'quote_book.' + String(market.id), 'trade']) await other.subscribe(channel, { snapshot: true })
    const hidden = await floor.maker.send('POST', `/v1/ob/rfqs/${market.id}/quotes/`, {
      ...{ account: 'prop-1', quantity: '25', side: 'SELL', is_hidden: true },
      legs: [{ instrument: market.option.name, price: market.priceAt(4) }],
    })
    // Behind a flag: if it is off, the call is refused and no order rests.
    if (hidden.status !== 201) return expect(hidden).toMatchObject({ status: 400, json: { error: expect.any(String) } })
    const shown = await floor.rest(floor.maker, market, 'SELL', 8)
    await receives(other, 'quote_book', 'quote', (quote) => quote['id'] === shown.id)
    expect(JSON.stringify(other.frames)).not.toContain(`"id":${String(hidden.json['id'])},`)
    const order = await floor.take(market, 'BUY', 4)
    await receives(other, 'trade', 'trade', (trade) => trade['quote_id'] === order.id)
    await other.close()
  })
})

describe.each(GROUP_BASES)('cancel on disconnect at %s', (base: Base) => {
  const stateOf = async (id: number) => (await floor.maker.must(200, 'GET', `${base}/quotes/${id}/`))['status']

  // Proves W 2.7.
  it.each(['', 'cancel_on_disconnect=true', 'cancel-on-disconnect=1'])(
    'with %j pulls the quotes of a key when its last socket is gone',
    async (query) => {
      const open = () => openSignedSocket(floor.product.baseUrl, floor.maker.keys, `${base}/`, query)
      const [first, last] = [await open(), await open()]
      const { id } = await floor.rest(floor.maker, market, 'SELL', 8)
      await first.close()
      expect(await stateOf(id)).toBe('OPEN')
      await last.close()
      await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('CLOSED')
    },
  )

  it.each(['', '&cancel_on_disconnect=true', '&cancel_on_disconnect=false'])(
    '2.15 a socket of a compatible key, opened by its name alone with %j, cancels as a signed one does',
    async (query): Promise<void> => {
      const named = await openSocket(`${floor.product.baseUrl}${base}/?api-key=${floor.maker.keys.accessKey}${query}`)
      const { id } = await floor.rest(floor.maker, market, 'SELL', 8)
      await named.close()
      if (!query.endsWith('false')) return expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('CLOSED')
      await floor.rest(floor.maker, market, 'SELL', 9)
      expect(await stateOf(id)).toBe('OPEN')
    },
  )

  it.each(['cancel_on_disconnect=false', 'cancel-on-disconnect=0'])('with %s leaves them', async (query) => {
    const socket = await floor.door(base, floor.maker, query)
    const { id } = await floor.rest(floor.maker, market, 'SELL', 8)
    await socket.close()
    await floor.rest(floor.maker, market, 'SELL', 9)
    expect(await stateOf(id)).toBe('OPEN')
  })
})
