/** /v1/fs over HTTP, as published clients call it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../test/database.ts'
import { startSpreadProduct, type Json, type SpreadProduct } from '../../../../test/spread-product.ts'
import { TEST_REJECTION } from '../../../../test/settlement-venue.ts'

const database = withTestDatabase()
const PATIENCE = { timeout: 55_000, interval: 20 }
const ID = /^\d{18}$/
let floor: SpreadProduct
let strategy: Json
beforeAll(async () => {
  floor = await startSpreadProduct(database.url)
  strategy = await floor.strategy()
})
afterAll(() => floor?.close())
beforeEach(() => floor.calm())

type Ticker = Parameters<SpreadProduct['as']>[0]
const listOf = async (path: string, ticker: Ticker = 'ORRY') => (await floor.must(200, ticker, 'GET', path))['results'] as Json[]
const orderBody = (side: 'BUY' | 'SELL', price: string | number, more: object = {}) => ({
  ...{ strategy_id: strategy.id, side, price, amount: 100_000, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
  ...more,
})
const place = (ticker: Ticker, ...order: Parameters<typeof orderBody>) =>
  floor.must(201, ticker, 'POST', '/v1/fs/orders', orderBody(...order))
const refused = async (...asked: Parameters<SpreadProduct['as']>) => {
  const { status, json, headers } = await floor.as(...asked)
  const { code, data } = json as { code: number; data?: { member?: string } }
  expect(headers['content-type']).toContain('application/json')
  return [status, code, data?.member]
}

describe('the listing', () => {
  // Proves T 3.41, W 6.4.
  it('17.1 has the strategies in their published types', async () => {
    const [first] = await listOf(`/v1/fs/strategies/?id=${strategy.id}`)
    expect(first).toEqual(strategy)
    expect(strategy).toMatchObject({
      ...{ id: expect.stringMatching(ID), venue: 'DBT', kind: 'FUTURE', state: 'ACTIVE', margin_type: 'INVERSE', product_codes: ['CF'] },
      ...{ base_currency: 'BTC', settlement_currency: 'BTC', quote_currency: 'USD', min_tick_size: '0.5', min_order_size: 10 },
      ...{ min_block_size: 100_000, strategy_code: 'FS', created_at: 1_800_000_000_000_000_000, expires_at: 1_806_048_000_000_000_000 },
      legs: [
        { instrument_name: 'BTC-PERPETUAL', side: 'SELL', ratio: '1', expires_at: 0, contract_size: 10 },
        { instrument_name: 'BTC-26MAR27', side: 'BUY', ratio: '1', expires_at: 1_806_048_000_000_000_000 },
      ],
    })
  })

  // Proves T 7.23, W 6.2.
  it.each([
    ['', 3],
    ['?venue=DBT&base_currency=BTC&margin_type=INVERSE&state=ACTIVE&page_size=100', 3],
    ['?venue=ALL&kind=ANY', 3],
    ['?kind=FUTURE&marginType=INVERSE&baseCurrency=BTC', 3],
    ['?margin_type=LINEAR', 0],
    ['?settlementCurrency=BTC', 3],
    ['?settlement_currency=USDC', 0],
    ['?venue=BYB', 0],
    ['?state=EXPIRED', 0],
    ['?kind=SPOT_FUTURE', 0],
    ['?id=1', 0],
  ])('17.1 of %j has %i strategies', async (query, count) => {
    expect(await listOf(`/v1/fs/strategies${query}`)).toHaveLength(count)
  })

  // Proves T 9.8.
  it('is paged by a cursor that is null at the end', async () => {
    const ids: string[] = []
    for (let cursor = ''; ;) {
      const page = await floor.must(200, 'ORRY', 'GET', `/v1/fs/strategies?page_size=2${cursor}`)
      ids.push(...(page['results'] as Json[]).map(({ id }) => id))
      if (page['next'] === null) break
      cursor = `&cursor=${String(page['next'])}`
    }
    expect(new Set(ids).size).toBe(3)
  })

  // Proves T 7.24, W 6.3, W 6.7.
  it.each(['strategies', 'instruments'])('finds one, its book and its summary under %s, with the slash and without it', async (under) => {
    await place('KEST', 'BUY', '990')
    for (const slash of ['', '/']) {
      const at = `/v1/fs/${under}/${strategy.id}`
      expect(await floor.must(200, 'ORRY', 'GET', at + slash)).toEqual(strategy)
      expect(await floor.must(200, 'ORRY', 'GET', `${at}/order-book${slash}`)).toMatchObject({ id: strategy.id, bids: [{ price: '990' }] })
      expect(await floor.must(200, 'ORRY', 'GET', `${at}/order-book-summary${slash}`)).toMatchObject({
        ...{ id: strategy.id, best_bid_price: '990', best_bid_amount: 100_000, best_bid_amount_decimal: '100000', best_ask_price: null },
      })
    }
  })

  // Proves T 3.29, T 7.22, T 9.7, W 6.1.
  it('has the instruments that are legs', async () => {
    const all = await listOf('/v1/fs/instruments?page_size=100')
    expect(all.map(({ name }) => name)).toEqual(['BTC-PERPETUAL', 'BTC-26MAR27', 'BTC-25JUN27'])
    expect(all[1]).toMatchObject({
      ...{ product_code: 'CF', base_currency: 'BTC', margin_type: 'INVERSE', kind: 'FUTURE', venue: 'DBT', quote_currency: 'USD' },
      ...{ min_order_size: 10, min_tick_size: '0.01', contract_size: 10, min_block_size: 200_000 },
    })
    expect(await listOf('/v1/fs/instruments?kind=SPOT')).toEqual([])
    expect(await listOf('/v1/fs/instruments?kind=ANY&settlementCurrency=BTC&state=ACTIVE')).toHaveLength(3)
  })

  it('refuses an unknown value, and an unused id', async () => {
    expect(await refused('ORRY', 'GET', '/v1/fs/strategies?state=SOME')).toEqual([400, 1002, 'state'])
    expect(await refused('ORRY', 'GET', '/v1/fs/strategies?colour=red')).toEqual([400, -32602, 'colour'])
    for (const end of ['', '/order-book', '/order-book-summary'])
      expect(await refused('ORRY', 'GET', `/v1/fs/strategies/100000000000000001${end}`)).toEqual([404, 1003, 'strategy_id'])
    expect(await refused('ORRY', 'GET', `/v1/fs/strategies/${strategy.id}/order-book?level=L4`)).toEqual([400, 1002, 'level'])
  })
})

describe('an order', () => {
  // Proves T 3.42, T 7.26, W 6.8.
  it('17.3 is placed with numbers or texts and unknown members, and is answered in full', async () => {
    const sent = orderBody('BUY', 35.0, {
      amount: '150000',
      post_only: true,
      label: 'stairs',
      order_number: 7,
      replacing_order: null,
      account_name: 'main',
    })
    const order = await floor.must(201, 'KEST', 'POST', '/v1/fs/orders/', sent)
    expect(order).toMatchObject({
      ...{ id: expect.stringMatching(ID), strategy_id: strategy.id, venue: 'DBT', kind: 'FUTURE', side: 'BUY', price: '35', state: 'OPEN' },
      ...{ type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', amount: 150_000, amount_decimal: '150000', resting_amount: 150_000 },
      ...{ filled_amount: 0, pending_fill_amount: 0, canceled_amount: 0, canceled_amount_decimal: '0', post_only: true, label: 'stairs' },
      ...{ account_name: 'main', expires_at: 0, created_at: floor.clock.now * 1e6 },
    })
    expect(await floor.must(200, 'KEST', 'GET', `/v1/fs/orders/${order.id}`)).toEqual(order)
    expect(await refused('ORRY', 'GET', `/v1/fs/orders/${order.id}`)).toEqual([404, 1003, 'id'])
  })

  // Proves W 6.9.
  it('17.2 has a signed price, and needs no account if the desk has one', async () => {
    expect(await place('KEST', 'BUY', '-3.0')).toMatchObject({ price: '-3', account_name: 'main' })
    expect(await place('KEST', 'BUY', '35.0', { amount: undefined, amount_decimal: '100000' })).toMatchObject({ price: '35' })
  })

  // Proves W 6.10.
  it('17.3 at the market needs neither price nor time in force, takes what is there, and names no price', async () => {
    await place('LARK', 'SELL', '1010')
    const sent = { strategy_id: strategy.id, side: 'buy', type: 'MARKET', amount: 300_000 }
    expect(await floor.must(201, 'KEST', 'POST', '/v1/fs/orders/', sent)).toMatchObject({
      ...{ type: 'MARKET', time_in_force: 'IMMEDIATE_OR_CANCEL', price: null, state: 'CLOSED', canceled_amount: 200_000 },
      cancel_reason: 'NOT_FILLED_AT_ONCE',
    })
    const [listed] = await listOf('/v1/fs/orders?type=MARKET', 'KEST')
    expect(listed).toMatchObject({ type: 'MARKET', amount: 300_000 })
    // A market order with a price trades up to that price.
    await place('LARK', 'SELL', '1020')
    expect(await floor.must(201, 'KEST', 'POST', '/v1/fs/orders/', { ...sent, price: '1015' })).toMatchObject({ canceled_amount: 300_000 })
  })

  // Proves W 6.11.
  it('17.3 ends at a time of its own, in seconds from now', async () => {
    const timed = (expires_in: unknown) => orderBody('BUY', '980', { time_in_force: 'GOOD_TILL_EXPIRES', expires_in })
    const order = await floor.must(201, 'KEST', 'POST', '/v1/fs/orders/', timed(60))
    expect(order).toMatchObject({ time_in_force: 'GOOD_TILL_EXPIRES', expires_at: (floor.clock.now + 60_000) * 1e6 })
    for (const wrong of [0, 2_592_001, undefined, '60000000000'])
      expect(await refused('KEST', 'POST', '/v1/fs/orders/', timed(wrong))).toEqual([400, 3507, 'expires_in'])
    // Its replacement expires at the time at which the original would have.
    const inTime = { price: '981', not_after: floor.clock.now + 3_000 }
    const replaced = await floor.must(201, 'KEST', 'POST', `/v1/fs/orders/${order.id}/replace`, inTime)
    expect(replaced).toMatchObject({ price: '981', expires_at: order['expires_at'] })
  })

  it.each<[string, object, readonly unknown[]]>([
    ['17.2 off the step', { price: '990.3' }, [400, 3502, 'price']],
    ['17.2 below the block', { amount: 10 }, [400, 2011, 'amount']],
    ['17.2 off the increment', { amount: 100_005 }, [400, 2012, 'amount']],
    ['17.2 of two amounts', { amount: 100_000, amount_decimal: '200000' }, [400, -32602, 'amount']],
    ['17.2 of none', { amount: undefined }, [400, -32602, 'amount']],
    ['5.25 later than it may be decided', { not_after: 1_000_000_000_000 }, [400, 3511, 'not_after']],
    ['17.3 without a price', { price: undefined }, [400, 3501, 'price']],
    ['17.3 at the market that would rest', { type: 'MARKET', price: undefined }, [400, 3507, 'time_in_force']],
    ['17.4 outside the band', { side: 'SELL', price: '3000.5' }, [400, 3503, 'price']],
    ['21.8 too far on the losing side', { price: '2000' }, [400, 3536, 'price']],
    ['17.1 of no strategy', { strategy_id: '100000000000000001' }, [404, 1003, 'strategy_id']],
    ['of no account', { account_name: 'nobodys' }, [400, 2017, 'account_name']],
    ['with a side that is none', { side: 'HOLD' }, [400, 1002, 'side']],
  ])('%s is refused with the member at fault, and nothing is placed', async (_title, more, then) => {
    expect(await refused('KEST', 'POST', '/v1/fs/orders/', orderBody('BUY', '990', more))).toEqual(then)
    expect(await listOf('/v1/fs/orders?state=OPEN', 'KEST')).toEqual([])
  })

  it('17.5 that would trade with its own desk is refused, or cancels the resting one if it specifies that', async () => {
    const own = await place('KEST', 'SELL', '1000')
    expect(await refused('KEST', 'POST', '/v1/fs/orders/', orderBody('BUY', '1000'))).toEqual([400, 3504, 'price'])
    expect(await place('KEST', 'BUY', '1000', { own_orders: 'CANCEL_RESTING' })).toMatchObject({ state: 'OPEN' })
    expect(await floor.must(200, 'KEST', 'GET', `/v1/fs/orders/${own.id}/`)).toMatchObject({ state: 'CLOSED', cancel_reason: 'OWN_ORDER' })
  })

  it('10.8 that is post-only does not trade at once', async () => {
    await place('LARK', 'SELL', '1000')
    expect(await refused('KEST', 'POST', '/v1/fs/orders/', orderBody('BUY', '1000', { post_only: true }))).toEqual([400, 3520, 'price'])
  })

  // Proves T 7.27, W 6.12.
  it('17.7 is replaced by a new one with an id of its own, without side and strategy', async () => {
    const old = await place('KEST', 'BUY', '990', { label: 'mine', post_only: true })
    const at = `/v1/fs/orders/${old.id}/replace`
    const fresh = await floor.must(201, 'KEST', 'POST', at, { order_id: old.id, price: 991, amount: 200_000 })
    expect(fresh).toMatchObject({ side: 'BUY', price: '991', amount: 200_000, label: 'mine', post_only: true, state: 'OPEN' })
    expect(fresh.id).not.toBe(old.id)
    expect(await floor.must(200, 'KEST', 'GET', `/v1/fs/orders/${old.id}`)).toMatchObject({ state: 'CLOSED', cancel_reason: 'REPLACED' })
    // It may have been filled. Published clients check for this code.
    expect(await refused('KEST', 'POST', at, { price: '992' })).toEqual([403, 4003, 'id'])
    expect(await refused('LARK', 'POST', `/v1/fs/orders/${fresh.id}/replace/`, { price: '992' })).toEqual([404, 1003, 'id'])
    expect(await refused('KEST', 'POST', `/v1/fs/orders/${fresh.id}/replace/`, { order_id: old.id, price: '992' })).toEqual([
      400,
      -32602,
      'order_id',
    ])
  })

  it('8.17 is among the refused orders under its id here, if its replacement was refused', async () => {
    const old = await place('KEST', 'BUY', '990')
    expect(await refused('KEST', 'POST', `/v1/fs/orders/${old.id}/replace/`, { price: '990.25' })).toEqual([400, 3502, 'price'])
    const newest = async () => (await listOf('/v2/refused-orders/?flow=fs&page_size=1', 'KEST'))[0]
    const about = { flow: 'fs', rfq_id: strategy.id, price: '990.25', error: { error: 'PriceOffTick' } }
    await expect.poll(newest, PATIENCE).toMatchObject({ ...about, order_id: old.id })
    await refused('KEST', 'POST', '/v1/fs/orders/', orderBody('SELL', '1010.25'))
    await expect.poll(newest, PATIENCE).toMatchObject({ side: 'SELL', order_id: null })
  })

  // Proves T 7.28, W 6.13.
  it('5.17 is cancelled with 204, and then is dead', async () => {
    const order = await place('KEST', 'BUY', '990')
    const { status, text } = await floor.as('KEST', 'DELETE', `/v1/fs/orders/${order.id}`)
    expect([status, text]).toEqual([204, ''])
    expect(await refused('KEST', 'DELETE', `/v1/fs/orders/${order.id}/`)).toEqual([403, 4003, 'id'])
    expect(await refused('LARK', 'DELETE', `/v1/fs/orders/${order.id}/`)).toEqual([404, 1003, 'id'])
  })

  it('9.4 has one answer under one key, and so has what replaces it', async () => {
    const twice = async (path: string, body: object, key: string) => [
      await floor.must(201, 'KEST', 'POST', path, body, key),
      await floor.must(201, 'KEST', 'POST', path, body, key),
    ]
    const [order, again] = await twice('/v1/fs/orders/', orderBody('BUY', '990'), 'fs-1')
    expect(again).toEqual(order)
    const [fresh, repeated] = await twice(`/v1/fs/orders/${order!.id}/replace/`, { price: '991' }, 'fs-2')
    expect(repeated).toEqual(fresh)
    expect(await listOf('/v1/fs/orders?state=OPEN', 'KEST')).toMatchObject([{ id: fresh!.id }])
    expect(await floor.must(200, 'KEST', 'GET', '/v2/commands/fs-2/')).toMatchObject({
      state: 'DONE',
      status: 201,
      body: { id: fresh!.id },
    })
  })

  // Proves T 7.30, W 6.14.
  it('is listed by strategy, side of the market and state, from one of them on', async () => {
    const first = await place('KEST', 'BUY', '990')
    floor.clock.now += 1
    const second = await place('KEST', 'BUY', '991')
    const ids = async (query: string) => (await listOf(`/v1/fs/orders?${query}`, 'KEST')).map(({ id }) => id)
    expect(await ids(`strategyId=${strategy.id}&state=OPEN&venue=DBT&kind=FUTURE&settlement_currency=BTC&type=LIMIT`)).toEqual([
      second.id,
      first.id,
    ])
    expect(await ids(`fromOrderId=${second.id}`)).toEqual([second.id])
    const { now } = floor.clock
    expect([await ids(`start=${now}`), await ids(`start=${now - 1}&end=${now}`)]).toEqual([[second.id], [first.id]])
    expect(await ids(`fromOrderId=${first.id}&start=${now}`)).toEqual([second.id])
    expect(await ids(`fromOrderId=${second.id}&start=${now - 1}`)).toEqual([second.id])
    expect(await refused('KEST', 'GET', '/v1/fs/orders?start=2&end=2')).toEqual([400, expect.any(Number), 'start'])
    expect(await ids('settlement_currency=USDC')).toEqual([])
    expect(await ids('strategy_id=100000000000000001')).toEqual([])
    expect(await refused('KEST', 'GET', '/v1/fs/orders?from_order_id=100000000000000001')).toEqual([404, 1003, 'from_order_id'])
  })
})

it('8.17 a refused order is in the history of its desk, under the id of its strategy, and apart from those of other flows', async () => {
  await floor.as('KEST', 'POST', '/v1/fs/orders/', orderBody('SELL', '3001'))
  // The record is written after the response.
  const newest = async () => (await listOf('/v2/refused-orders/?flow=fs&page_size=1', 'KEST'))[0]
  const kept = { flow: 'fs', rfq_id: strategy.id, side: 'SELL', price: '3001', error: { error: 'PriceOutsideBand' } }
  await expect.poll(newest, PATIENCE).toMatchObject(kept)
  expect(await listOf('/v2/refused-orders/?flow=grfq', 'KEST')).toEqual([])
  expect((await listOf('/v2/refused-orders/?flow=fs', 'LARK')).filter(({ price }) => price === kept.price)).toEqual([])
})

describe('a book', () => {
  const bookOf = (query = '') => floor.must(200, 'KEST', 'GET', `/v1/fs/strategies/${strategy.id}/order-book${query}`)

  // Proves T 3.44, T 7.25, W 6.6.
  it('10.6 is of the best, of prices or of orders, as deep as is asked', async () => {
    const first = await place('KEST', 'BUY', '990')
    const second = await place('LARK', 'BUY', '990', { amount: 200_000 })
    for (const price of ['989', '988', '987', '986', '985']) await place('KEST', 'BUY', price)
    await place('LARK', 'SELL', '1010')
    const prices = async (query: string) => ((await bookOf(query))['bids'] as Json[]).map(({ price }) => price)
    expect(await bookOf('?level=L1&depth=ALL')).toMatchObject({
      bids: [{ price: '990', amount: 300_000, amount_decimal: '300000' }],
      asks: [{ price: '1010', amount: 100_000 }],
    })
    expect(await prices('')).toEqual(['990', '989', '988', '987', '986', '985'])
    expect(await prices('?depth=1')).toEqual(['990'])
    expect(await prices('?depth=5&level=L2')).toEqual(['990', '989', '988', '987', '986'])
    expect((await bookOf('?level=L3&depth=5'))['bids']).toMatchObject([
      { order_id: first.id, price: '990', amount: 100_000, is_own: true },
      { order_id: second.id, price: '990', amount: 200_000, is_own: false },
      ...[{ price: '989' }, { price: '988' }, { price: '987' }],
    ])
    const { results } = await floor.must(200, 'KEST', 'GET', '/v1/fs/order-book-summaries/?venue=DBT')
    expect(results).toHaveLength(3)
    expect(results).toContainEqual(await floor.must(200, 'KEST', 'GET', `/v1/fs/strategies/${strategy.id}/order-book-summary/`))
  })

  it('8.4 does not reveal the owner of any order', async () => {
    await place('LARK', 'SELL', '1010', { label: 'secret' })
    for (const level of ['L1', 'L2', 'L3']) expect(JSON.stringify(await bookOf(`?level=${level}`))).not.toMatch(/LARK|secret|main/)
  })
})

describe('a trade', () => {
  // Proves T 3.43, T 7.31, T 7.32, W 6.7, W 6.15.
  it('17.6 is each side’s own with two legs, and on the tape without desks and sides once it has settled', async () => {
    const maker = await place('LARK', 'SELL', '1010', { amount: 300_000 })
    const taker = await place('KEST', 'BUY', '1012')
    expect(taker).toMatchObject({ pending_fill_amount: 100_000, state: 'CLOSED' })
    const tradeOf = async (ticker: Ticker) => (await listOf(`/v1/fs/trades?strategyId=${strategy.id}&page_size=1`, ticker))[0]!
    await expect.poll(async () => (await tradeOf('KEST'))['state'], PATIENCE).toBe('FILLED')
    const trade = await tradeOf('KEST')
    expect(trade).toMatchObject({
      ...{
        id: expect.stringMatching(ID),
        order_id: taker.id,
        role: 'TAKER',
        side: 'BUY',
        price: '1010',
        amount: 100_000,
        mark_price: '1000',
      },
      ...{ executed_at: floor.clock.now * 1e6, filled_at: floor.clock.now * 1e6, venue_error: null },
      legs: [
        { instrument_name: 'BTC-PERPETUAL', side: 'SELL', price: '90000', quantity: '100000' },
        { instrument_name: 'BTC-26MAR27', side: 'BUY', price: '91010', quantity: '100000' },
      ],
    })
    expect(await floor.must(200, 'KEST', 'GET', `/v1/fs/trades/${trade.id}`)).toEqual(trade)
    expect(await tradeOf('LARK')).toMatchObject({ id: trade.id, order_id: maker.id, role: 'MAKER', side: 'SELL' })
    expect(await refused('ORRY', 'GET', `/v1/fs/trades/${trade.id}/`)).toEqual([404, 1003, 'id'])
    expect(await listOf('/v1/fs/trades?role=MAKER&state=FILLED', 'KEST')).toEqual([])
    expect(await floor.must(200, 'LARK', 'GET', `/v1/fs/orders/${maker.id}`)).toMatchObject({
      filled_amount: 100_000,
      resting_amount: 200_000,
      state: 'OPEN',
    })
    const [printed] = await listOf(`/v1/fs/trade_tape?strategy_id=${strategy.id}&kind=FUTURE&venue=DBT&settlement_currency=BTC`)
    expect(printed).toMatchObject({ id: trade.id, state: 'FILLED', price: '1010', amount: 100_000 })
    const { now } = floor.clock
    const between = async (path: string, query: string) =>
      (await listOf(`/v1/fs/${path}?${query}`, 'KEST')).some(({ id }) => id === trade.id)
    for (const path of ['trades', 'trade_tape'])
      expect([path, await between(path, `start=${now}`), await between(path, `end=${now}`)]).toEqual([path, true, false])
    expect(JSON.stringify(printed)).not.toMatch(/side|role|account|KEST|LARK/)
    expect(await floor.must(200, 'ORRY', 'GET', `/v1/fs/strategies/${strategy.id}/order-book-summary`)).toMatchObject({
      last_trade_price: '1010',
      last_trade_amount: 100_000,
    })
  })

  // Proves W 6.16.
  it('17.8 that the venue rejects takes both orders with it, and tells both desks why', async () => {
    floor.settling.goWrong('VERIFY', 'REJECT')
    const maker = await place('LARK', 'SELL', '1010', { amount: 300_000 })
    const taker = await place('KEST', 'BUY', '1010')
    const orderOf = (ticker: Ticker, { id }: Json) => floor.must(200, ticker, 'GET', `/v1/fs/orders/${id}/`)
    await expect.poll(() => orderOf('LARK', maker), PATIENCE).toMatchObject({ state: 'CLOSED', canceled_amount: 300_000 })
    expect(await orderOf('KEST', taker)).toMatchObject({ state: 'CLOSED', canceled_amount: 100_000, filled_amount: 0 })
    for (const ticker of ['LARK', 'KEST'] as const)
      expect(await listOf('/v1/fs/trades?state=REJECTED', ticker)).toMatchObject([
        { state: 'REJECTED', filled_at: 0, venue_error: TEST_REJECTION },
      ])
  })
})

describe('access', () => {
  // Proves W 6.18.
  it('11.1 resets market maker protection by a PATCH with an empty body', async () => {
    for (const price of ['1010', '1011']) await place('LARK', 'SELL', price)
    await place('KEST', 'BUY', '1011', { amount: 200_000 })
    expect(await floor.must(200, 'LARK', 'GET', '/v1/fs/mmp/status')).toEqual({ rate_limit_hit: true })
    expect(await refused('LARK', 'POST', '/v1/fs/orders/', orderBody('SELL', '1020'))).toEqual([400, 3530, undefined])
    expect(await floor.must(200, 'LARK', 'PATCH', '/v1/fs/mmp/status', {})).toMatchObject({ rate_limit_hit: false })
    await place('LARK', 'SELL', '1020')
  })

  it('answers callers without credentials, and a viewer who tries to trade, in JSON', async () => {
    const { status, headers } = await floor.product.send('GET', '/v1/fs/strategies')
    expect([status, headers['content-type']]).toEqual([401, expect.stringContaining('application/json')])
    const token = await floor.product.signIn('vera@orrery.example')
    const sent = { headers: { authorization: `Token ${token}` }, body: JSON.stringify(orderBody('BUY', '990')) }
    expect((await floor.product.send('POST', '/v1/fs/orders', sent)).status).toBe(403)
  })
})
