/** The order-book flow as a desk reads it: statuses and quantities, windows, flags, and the venue's own texts. */
import { wireLimits } from '@parley/contracts'
import { expiryOn, price, quantity, type Instrument } from '@parley/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, ether, higher, markOf } from '../../../../test/instruments.ts'
import { createTestVenue as createListing } from '../../../../test/market-venue.ts'
import { withTestDatabase } from '../../../../test/database.ts'
import { createTestVenue as createSettling, TEST_REJECTION } from '../../../../test/settlement-venue.ts'
import {
  openTestSocket,
  signatureHeaders,
  startTestProduct,
  type Key,
  type TestProduct,
  type TestSocket,
} from '../../../../test/product.ts'

type Json = Readonly<Record<string, unknown>> & { readonly id: number }
const PATIENCE = { timeout: 55_000, interval: 20 }
const BASES = ['/v1/grfq', '/v1/ob'] as const

const toncoin: Instrument = {
  ...call,
  id: 9_100,
  name: 'TON-25DEC37-5-C',
  venue: 'BIT',
  productCode: 'OJ',
  baseCurrency: 'TON',
  quoteCurrency: 'USD',
  strike: price('5'),
  tickSize: price('0.001'),
  minBlockSize: quantity('1'),
}

const database = withTestDatabase()
const clock = { now: 1_800_000_000_000 }
/** An option that only the test of its expiry trades. Before it, every test may take a day. */
const march = expiryOn({ year: 2028, month: 3, day: 31 })
const soon: Instrument = { ...call, id: 9_101, name: 'BTC-31MAR28-100000-C', expiresAt: march }
const settling = createSettling(() => clock.now)
const keys = new Map<string, Key>()
let product: TestProduct
beforeAll(async () => {
  const now = () => clock.now
  const listed = createListing('DBT', [call, higher, ether, soon], now)
  const { verifyBlock, executeBlock, findBlock, checkAccount, readHoldings, readBlocks } = settling.venue
  const settles = { verifyBlock, executeBlock, findBlock, checkAccount, readHoldings, readBlocks }
  const venues = [{ ...listed, ...settles }, createListing('BIT', [toncoin], now)]
  product = await startTestProduct(database.url, { now, venues })
  listed.mark(markOf(call, 0.08), markOf(higher, 0.05), markOf(soon, 0.08))
  await product.server.operator.createDesk({ ticker: 'LARK', name: 'Larkspur', firmName: 'Larkspur Ltd', isMaker: true, limits: 'NONE' })
  for (const ticker of ['ORRY', 'KEST', 'LARK']) {
    const account = { name: 'main', clientId: ticker, clientSecret: 'secret', isDefault: true }
    for (const venue of ['DBT', 'BIT'] as const) await product.server.operator.addVenueAccount(ticker, { venue, ...account })
    keys.set(ticker, await product.server.operator.createApiKey(ticker, 'book', 'COMPATIBLE'))
  }
})
afterAll(() => product?.close())

/** The markets of the previous test have ended, and its fills no longer count for market maker protection. */
const passDay = () => {
  clock.now += Math.max(wireLimits.marketInactivityMs, wireLimits.quoteLifeMs)
}
beforeEach(passDay)

const as = async (ticker: string, method: string, path: string, body?: object) => {
  // Each signature has its own time.
  clock.now += 1
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = signatureHeaders(keys.get(ticker)!, clock.now, method, path, text)
  const { status, json } = await product.send(method, path, { body: text, headers })
  return { status, json: json as Json }
}
const done = async (...asked: Parameters<typeof as>): Promise<Json> => {
  const { status, json } = await as(...asked)
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(json)}`)
  return json
}
const open = (instrument: Instrument, side = 'BUY') =>
  as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: instrument.venue, legs: [{ instrument: instrument.name, ratio: '1', side }] })
const quote = (id: number, more: object = {}) =>
  as('KEST', 'POST', `/v1/ob/rfqs/${id}/quotes/`, { side: 'SELL', quantity: '50', price: '0.09', ...more })
const take = (id: number, amount: string, limit_price = '0.09') =>
  done('ORRY', 'POST', `/v1/grfq/rfqs/${id}/orders/`, { execution_side: 'BUY', limit_price, quantity: amount })
const listenAs = async (ticker: string, base: string, ...channels: readonly string[]): Promise<TestSocket> => {
  const socket = await openTestSocket(product.server.baseUrl, `${base}/?api-key=${keys.get(ticker)!.accessKey}&cancel_on_disconnect=false`)
  for (const [id, channel] of channels.entries()) {
    socket.send({ jsonrpc: '2.0', id, method: 'subscribe', params: { channel } })
    await socket.next((frame) => frame['id'] === id)
  }
  return socket
}
type Notification = { readonly channel: string; readonly data: Readonly<Record<string, unknown>> }
const sentOn = async (socket: TestSocket, channel: string, kind: string): Promise<Notification['data']> => {
  const fits = (frame: Readonly<Record<string, unknown>>) => {
    const params = frame['params'] as Notification | undefined
    return params?.channel === channel && params.data['kind'] === kind
  }
  await expect.poll(() => socket.frames.some(fits), PATIENCE).toBe(true)
  return (socket.frames.find(fits)!['params'] as Notification).data
}

describe('10.14 the status of a desk in a market', () => {
  // Proves T 3.55, T 3.60 to 3.62, T 3.64, W 4.18.
  it('10.14 is OPEN, FILLED while the venue has it, COMPLETED once it is settled, with every quantity', async () => {
    const { id } = (await open(call)).json
    const part = async (ticker: string) => {
      const { desk_role, desk_status, quantities, traded } = await done(ticker, 'GET', `/v1/grfq/rfqs/${id}/`)
      return { desk_role, desk_status, quantities, traded }
    }
    const { legs, min_block_size } = await done('KEST', 'GET', `/v1/grfq/rfqs/${id}/`)
    expect(legs).toMatchObject([{ instrument: call.name, instrument_name: call.name, ratio: '1', quantity: min_block_size }])
    expect(await part('KEST')).toEqual({ desk_role: null, desk_status: null, quantities: null, traded: false })
    const { id: quoteId } = (await quote(id)).json
    expect(await part('KEST')).toMatchObject({
      desk_role: 'Maker',
      desk_status: 'OPEN',
      quantities: { original: '50', filled: '0', remaining: '50', canceled: '0', completed: '0' },
    })
    const verified = () => settling.calls.filter((one) => one === 'VERIFY').length
    const before = verified()
    settling.goWrong('VERIFY', 'HANG')
    await take(id, '50')
    expect(await part('KEST')).toMatchObject({
      desk_status: 'FILLED',
      quantities: { original: '50', filled: '50', remaining: '0', canceled: '0', completed: '0' },
      traded: false,
    })
    expect(await done('KEST', 'GET', `/v1/ob/quotes/${quoteId}/`)).toMatchObject({
      status: 'CLOSED',
      pending_fill_quantity: '50',
      order: { filled_quantity: '50' },
    })
    const listed = async (ticker: string, path: string) => (await done(ticker, 'GET', `${path}&rfq_id=${id}`))['results']
    expect(await listed('KEST', '/v1/ob/quotes/?status=PENDING_FILL')).toMatchObject([{ id: quoteId }])
    expect(await listed('ORRY', '/v1/grfq/orders/?status=OPEN')).toMatchObject([{ status: 'OPEN', pending_fill_quantity: '50' }])
    expect(await listed('ORRY', '/v1/grfq/orders/?status=CLOSED')).toEqual([])
    await expect.poll(verified, PATIENCE).toBe(before + 1)
    // The three statuses are also filters of the list, by the reader's own part.
    const markets = async (ticker: string, status: string) =>
      ((await listed(ticker, `/v1/grfq/rfqs/?status=${status}`)) as readonly { readonly id: number }[]).map((market) => market.id)
    expect([await markets('KEST', 'FILLED'), await markets('KEST', 'COMPLETED'), await markets('LARK', 'FILLED')]).toEqual([[id], [], []])
    settling.release()
    await expect.poll(async () => (await part('KEST')).desk_status, PATIENCE).toBe('COMPLETED')
    expect([await markets('KEST', 'COMPLETED,FILLED'), await markets('KEST', 'ACTIVE')]).toEqual([[id], [id]])
    const all = { original: '50', filled: '50', remaining: '0', canceled: '0', completed: '50' }
    expect(await part('KEST')).toMatchObject({ desk_role: 'Maker', quantities: all, traded: true })
    expect(await part('ORRY')).toMatchObject({ desk_role: 'Taker', desk_status: 'COMPLETED', quantities: all })
    expect(await done('KEST', 'GET', `/v1/ob/quotes/${quoteId}/`)).toMatchObject({
      status: 'CLOSED',
      closed_reason: 'FILLED',
      cancel_reason: null,
    })
    expect(await listed('ORRY', '/v1/grfq/orders/?status=OPEN')).toEqual([])
    expect(await listed('ORRY', '/v1/grfq/orders/?status=CLOSED')).toMatchObject([{ status: 'CLOSED', filled_quantity: '50' }])
  })
})

describe('the list of trades', () => {
  let dealt: string
  beforeAll(async () => {
    passDay()
    const { id } = (await open(higher)).json
    dealt = `rfq_id=${String(id)}`
    await quote(id, { price: '0.05' })
    await take(id, '50', '0.05')
    const settled = async () => (await done('KEST', 'GET', `/v1/ob/trades/?${dealt}&status=COMPLETED`))['results']
    await vi.waitFor(async () => expect(await settled()).toHaveLength(1), PATIENCE)
  })

  // Proves T 7.52, W 4.11.
  it.each(BASES)(
    'at %s has the settled ones of everybody beside the own, without their parties, unless hide_public says otherwise',
    async (base) => {
      const trades = async (ticker: string, query: string) =>
        (await done(ticker, 'GET', `${base}/trades/?${dealt}&${query}`))['results'] as readonly Json[]
      // The venue's fee for each party arrives shortly after the trade has settled.
      for (const party of ['KEST', 'ORRY'])
        await expect.poll(async () => (await trades(party, 'hide_public=true'))[0], PATIENCE).toHaveProperty('venue_fees')
      const [own] = await trades('KEST', 'hide_public=true&status=COMPLETED')
      expect(own).toMatchObject({ role: 'MAKER', account: 'main' })
      const nobody = { role: null, account: null, order_id: null, quote_id: null, venue_trade_id: null, venue_error: null }
      const shown = { id: own!.id, status: 'COMPLETED', price: '0.05', quantity: '50', side: 'BUY' }
      for (const query of ['', 'hide_public=false', 'status=COMPLETED,REJECTED&product_codes=DO', 'strategies=CL'])
        expect(await trades('LARK', query)).toMatchObject([{ ...shown, ...nobody }])
      // Everything in a list can also be found by its id, in the same form.
      for (const ticker of ['LARK', 'KEST', 'ORRY'])
        expect([await done(ticker, 'GET', `${base}/trades/${String(own!.id)}/`)]).toEqual(await trades(ticker, ''))
      for (const query of ['hide_public=true', 'hide_public=1', 'status=PENDING', 'status=REJECTED', 'strategies=PT', 'product_codes=CF'])
        expect(await trades('LARK', query)).toEqual([])
      expect(await trades('KEST', '')).toEqual([own])
      expect(JSON.stringify(await trades('LARK', ''))).not.toMatch(/KEST|ORRY|main/)
    },
  )
})

describe('quote_status', () => {
  it('10.12 reports the outcome of the commands on a quote, and nothing when it trades and settles', async () => {
    const { id } = (await open(call)).json
    const socket = await listenAs('KEST', '/v1/ob', 'quote', 'quote_status')
    const { id: resting } = (await quote(id, { quantity: '100' })).json
    await take(id, '50')
    await expect
      .poll(async () => (await done('KEST', 'GET', `/v1/ob/quotes/${resting}/`))['quantities'], PATIENCE)
      .toMatchObject({ completed: '50', remaining: '50' })
    await done('KEST', 'PUT', `/v1/ob/rfqs/${id}/quotes/${resting}/`, { quantity: '100', price: '0.091' })
    await done('KEST', 'DELETE', `/v1/ob/quotes/${resting}/`)
    await sentOn(socket, 'quote_status', 'CANCELED')
    const of = (channel: string) =>
      socket.frames.map(({ params }) => params as Notification | undefined).filter((sent) => sent?.channel === channel).map((sent) => sent!.data['kind']) // prettier-ignore
    expect(of('quote_status')).toEqual(['ACCEPTED', 'REPLACED', 'CANCELED'])
    expect(of('quote').length).toBeGreaterThan(4)
    socket.close()
  })
})

describe('a command that is refused', () => {
  const kinds = (socket: TestSocket) =>
    socket.frames.flatMap(({ method, params }) => {
      if (method !== 'subscription') return []
      const { data, meta } = params as Notification & { meta: { seq_group: number; seq_num: number; prev_seq_num?: number } }
      const error = (data['error'] as { error: string } | null)?.error ?? null
      return [
        { kind: data['kind'], name: data['client_order_id'], error, group: meta.seq_group, seq: meta.seq_num, prev: meta.prev_seq_num },
      ]
    })
  const subscribed = async (from_seq?: object) => {
    const socket = await listenAs('KEST', '/v1/ob')
    socket.send({ jsonrpc: '2.0', id: 9, method: 'subscribe', params: { channel: 'quote_status', ...(from_seq === undefined ? {} : { from_seq }) } }) // prettier-ignore
    await socket.next((frame) => frame['id'] === 9)
    return socket
  }

  // Proves W 4.15.
  it('9.8 has a number on quote_status, and readers who were away resume from there, once and in order', async () => {
    const { id } = (await open(call)).json
    const small = (name: string) => quote(id, { quantity: '1', client_order_id: name })
    const stranger = await listenAs('LARK', '/v1/ob', 'quote_status')
    const first = await subscribed()
    await small('heard')
    await sentOn(first, 'quote_status', 'REJECTED')
    const [received] = kinds(first)
    expect(received).toMatchObject({ kind: 'REJECTED', name: 'heard', error: 'QuantityBelowBlockMinimum' })
    first.close()
    await small('missed')
    const { id: resting } = (await quote(id, { quantity: '25', client_order_id: 'between' })).json
    await as('KEST', 'POST', '/v1/ob/quotes/batch/', { quotes: [{ rfq_id: id, side: 'SELL', quantity: '1', price: '0.09', client_order_id: 'batch' }] }) // prettier-ignore
    await as('KEST', 'DELETE', '/v1/ob/quotes/1/')
    const again = await subscribed({ [received!.group]: received!.seq })
    await expect.poll(() => kinds(again).length, PATIENCE).toBe(3)
    const missed = [received!.seq, ...kinds(again).map(({ seq }) => seq)]
    expect(missed).toEqual([...new Set(missed)].toSorted((a, b) => a - b))
    expect(kinds(again).map(({ kind, name, error, prev }) => [kind, name, error, prev])).toEqual([
      ['REJECTED', 'missed', 'QuantityBelowBlockMinimum', missed[0]],
      ['REJECTED', 'batch', 'QuantityBelowBlockMinimum', missed[1]],
      ['REJECTED', null, 'OrderUnknown', missed[2]],
    ])
    await small('live')
    await expect.poll(() => kinds(again).at(-1), PATIENCE).toMatchObject({ name: 'live', prev: missed[3] })
    again.close()
    stranger.close()
    expect(kinds(stranger)).toEqual([])
    await done('KEST', 'DELETE', `/v1/ob/quotes/${resting}/`)
  })

  // Proves W 4.15.
  it.each([
    ['of ob', 'POST', '/v1/ob/rfqs/ID/quotes/', { side: 'SELL', quantity: '1', price: '0.09' }, 'QuantityBelowBlockMinimum'],
    ['of grfq', 'PATCH', '/v1/grfq/rfqs/ID/quotes/', { side: 'SELL', quantity: '25', price: '-0.09' }, 'PriceOutsideBand'],
    ['that takes', 'POST', '/v1/grfq/rfqs/ID/orders/', { execution_side: 'BUY', quantity: '25', limit_price: '0.09', account: 'no' }, 'AccountUnknown'], // prettier-ignore
    ['of the direct flow', 'POST', '/v2/drfq/orders/', { rfq_id: 'r_none', side: 'SELL', quantity: '25', price: '0.09' }, 'RfqClosed'],
  ])('10.17 %s is found by the name alone that it came with', async (title, method, path, body, error) => {
    const { id } = (await open(call)).json
    const name = `lost ${title}`
    const outcome = (ticker = 'KEST') => as(ticker, 'GET', `/v2/commands/?client_order_id=${encodeURIComponent(name)}`)
    expect((await outcome()).status).toBe(404)
    const called = path.replace('ID', String(id))
    const answer = await as('KEST', method, called, { ...body, client_order_id: name })
    expect(answer).toMatchObject({ status: 400, json: { error } })
    const { code, message } = answer.json as unknown as { code: number; message: string }
    expect((await outcome()).json).toMatchObject({
      state: 'REFUSED',
      call: `${method} ${called.replace(/\/$/, '')}`,
      status: 400,
      body: null,
      error: { code, error, message },
    })
    expect((await outcome('LARK')).status).toBe(404)
    clock.now += 1
    const placed = (await quote(id, { quantity: '25', client_order_id: name })).json
    expect((await outcome()).json).toMatchObject({ state: 'DONE', body: { id: placed.id } })
    expect((await quote(id, { quantity: '25', client_order_id: name })).json).toMatchObject({ error: 'ClientOrderIdInUse' })
    expect((await outcome()).json).toMatchObject({ state: 'DONE', body: { id: placed.id } })
    await done('KEST', 'DELETE', `/v1/ob/quotes/${placed.id}/`)
  })
})

describe('10.15 the reason of the venue when it rejects', () => {
  // Proves T 7.69, W 4.17.
  it.each(BASES)('10.15 is in the notifications of %s: of the trade, of the quote and of the order', async (base) => {
    const { id } = (await open(call)).json
    const making = await listenAs('KEST', base, 'trade', 'quote', ...(base === '/v1/ob' ? ['quote_status'] : []))
    const taker = await listenAs('ORRY', base, 'trade', 'order')
    const { id: resting } = (await quote(id, { quantity: '25' })).json
    settling.goWrong('EXECUTE', 'REJECT')
    await take(id, '25')
    for (const socket of [making, taker])
      expect(await sentOn(socket, 'trade', 'REJECTED')).toMatchObject({
        venue_error: TEST_REJECTION,
        trade: { status: 'REJECTED', venue_error: TEST_REJECTION },
      })
    expect(await sentOn(making, 'quote', 'CANCELED')).toMatchObject({ venue_error: TEST_REJECTION, quote: { id: resting } })
    expect(await sentOn(taker, 'order', 'REMOVED')).toMatchObject({ venue_error: TEST_REJECTION, order: { canceled_quantity: '25' } })
    if (base === '/v1/ob') expect(await sentOn(making, 'quote_status', 'CANCELED')).toMatchObject({ venue_error: TEST_REJECTION })
    making.close()
    taker.close()
  })
})

describe("the operator's flags", () => {
  const flag = (name: string, value: 'on' | 'off') => product.server.operator.setFeatureFlag(name, value)

  // Proves W 4.21.
  it('10.1 an option whose product is not for the order book is opened with the flag of alt coins alone', async () => {
    const listed = async () => ((await done('ORRY', 'GET', '/v1/grfq/instruments/?venue=BIT'))['results'] as Json[]).map(({ name }) => name)
    await flag('feature_alt_coins', 'off')
    expect(await listed()).toEqual([])
    expect(await open(toncoin)).toMatchObject({ status: 400, json: { error: 'ProductDisabled', data: { member: 'legs.0', rule: '10.1' } } })
    await flag('feature_alt_coins', 'on')
    expect(await listed()).toEqual([toncoin.name])
    expect(await open(toncoin)).toMatchObject({ status: 201, json: { venue: 'BIT', product_codes: ['OJ'] } })
  })

  // Proves W 4.20.
  it('10.11 a hidden quote is accepted with its flag, appears in no book, and is refused without it', async () => {
    const { id } = (await open(call)).json
    const hidden = { is_hidden: true, quantity: '25', price: '0.095' }
    await flag('um_rfq_hidden_limit_order', 'off')
    expect(await quote(id, hidden)).toMatchObject({
      status: 400,
      json: { error: 'TypeNotAllowed', data: { member: 'is_hidden', rule: '10.11' } },
    })
    await flag('um_rfq_hidden_limit_order', 'on')
    expect(await quote(id, hidden)).toMatchObject({ status: 201, json: { is_hidden: true } })
    expect(await done('ORRY', 'GET', `/v1/ob/rfqs/${id}/quotes/`)).toMatchObject({ asks: [] })
    await done('KEST', 'DELETE', '/v1/ob/quotes/?rfq_id=' + String(id))
  })
})

describe('10.4 windows', () => {
  // Proves W 4.19.
  it('10.4 quotes lapse and a market ends by themselves, after the times that are published, and joining opens it anew', async () => {
    const { id } = (await open(higher)).json
    // The next command of the shard closes whatever has expired by then.
    const after = async (ms: number) => {
      clock.now += ms
      const socket = await listenAs('ORRY', '/v1/ob', 'rfq', 'quote_book')
      await done('KEST', 'DELETE', '/v1/ob/quotes/?side=BUY')
      return socket
    }
    const resting = (await quote(id, { quantity: '25' })).json
    expect(resting['lapses_at']).toBe(Number(resting['created']) + wireLimits.quoteLifeMs)
    const expiring = await after(wireLimits.quoteLifeMs)
    expect(await sentOn(expiring, 'quote_book', 'REMOVED')).toMatchObject({ quote: { id: resting.id } })
    expect(await done('KEST', 'GET', `/v1/ob/quotes/${resting.id}/`)).toMatchObject({
      status: 'CLOSED',
      closed_reason: 'CANCELED',
      cancel_reason: 'LIFETIME_ENDED',
    })
    const ending = await after(wireLimits.marketInactivityMs)
    expect(await sentOn(ending, 'rfq', 'REMOVED')).toMatchObject({ rfq: { id, status: 'EXPIRED' } })
    expect((await quote(id, { quantity: '25' })).json).toMatchObject({ error: 'RfqClosed' })
    expect((await open(higher)).json.id).not.toBe(id)
    expiring.close()
    ending.close()
  })

  // Proves W 4.19.
  it('10.4 no quote is taken in the last minute before the first leg expires', async () => {
    clock.now = march - wireLimits.quotesEndBeforeExpiryMs - 10_000
    const { id, ...market } = (await open(soon)).json
    expect(market['expires_at']).toBe(march)
    expect((await quote(id)).status).toBe(201)
    clock.now = march - wireLimits.quotesEndBeforeExpiryMs + 1
    expect(await quote(id)).toMatchObject({ status: 400, json: { error: 'QuoteWindowClosed', data: { rule: '10.4' } } })
  })
})
