/** The published API, line by line: each call in both spellings, the members of each object, the values of each filter. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls, isTraded, nameOfCall } from '../fuzz/calls.ts'
import type { Json } from './answer.ts'
import { listOf } from './list-writes.ts'
import { GROUP_BASES, openOrderBookFloor, type OrderBookFloor, type Market, type Quote } from './order-book-floor.ts'
import { candlesQuery, PERPETUAL } from './perpetual-writes.ts'
import { auctionPath, auctionReader, isOfAuctions, vaultWork, type HeldAuction } from './vault-writes.ts'
import { orderIn, pickStrategy, type Strategy } from './spread-writes.ts'
import { openSocket } from './wire-socket.ts'

let floor: OrderBookFloor
let rfq: Json & { readonly id: string }
let order: Json & { readonly id: string }
let market: Market
let resting: Quote
let taken: Quote
let strategy: Strategy
let spreadOrder: Json
let held: HeldAuction
let list: Json
beforeAll(async () => {
  floor = await openOrderBookFloor()
  rfq = await floor.ask({ quantity: '100' })
  list = await floor.taker.must(201, 'POST', '/v2/drfq/lists/', listOf(floor))
  order = await floor.quote(rfq.id, 'SELL', floor.priceAt(8))
  const cross = { rfq_id: rfq.id, side: 'BUY', quantity: '25', price: floor.priceAt(8), time_in_force: 'FILL_OR_KILL' }
  await floor.taker.must(201, 'POST', '/v2/drfq/orders/', cross)
  order = await floor.quote(rfq.id, 'SELL', floor.priceAt(9))
  market = await floor.market()
  await floor.calm()
  await floor.rest(floor.maker, market, 'SELL', 4)
  taken = await floor.take(market, 'BUY', 4)
  await floor.calm()
  resting = await floor.rest(floor.maker, market, 'SELL', 8, { client_order_id: 'line' })
  strategy = await pickStrategy(floor.maker)
  spreadOrder = await floor.maker.must(201, 'POST', '/v1/fs/orders/', orderIn(strategy, 'BUY', -50))
  held = await vaultWork(floor).held()
  for (const tape of ['/v2/drfq/trade_tape/', `/v1/ob/trade_tape/?rfq_id=${market.id}`])
    await vi.waitFor(async () => expect((await floor.taker.must(200, 'GET', tape))['results']).not.toEqual([]), 60_000)
}, 240_000)
afterAll(() => floor?.close())

const first = async (path: string, bot = floor.taker): Promise<Json> => {
  const { results } = await bot.must(200, 'GET', path)
  const [one] = results as readonly Json[]
  if (one === undefined) throw new Error(`${path} lists nothing`)
  return one
}

describe('every call that reads', () => {
  const addressOf = (path: string): string => {
    const isGroup = path.startsWith('/v1/')
    const ids: Readonly<Record<string, string>> = {
      '/v2/drfq/instruments/{id}/': String(floor.option.id),
      '/v2/drfq/orders/{id}/': order.id,
      '/v2/drfq/lists/{id}/': String(list['id']),
      '/v2/commands/{idempotency_key}/': 'none-of-ours',
      ...Object.fromEntries(GROUP_BASES.flatMap((base) => [[`${base}/quotes/{id}/`, String(resting.id)], [`${base}/orders/{id}/`, String(taken.id)]])), // prettier-ignore
    }
    const isSpread = path.startsWith('/v1/fs/')
    const ofSpread = path === '/v1/fs/orders/{id}/' ? String(spreadOrder['id']) : strategy.id
    const id = ids[path] ?? (isSpread ? ofSpread : isGroup ? String(market.id) : rfq.id)
    return path
      .replace('{venue}', isSpread ? 'dbt' : 'DBT')
      .replace('{name}', market.option.name)
      .replace('{market}', PERPETUAL)
      .replaceAll(/\{\w+\}/g, id)
  }

  const readsAuctions = async (path: string): Promise<void> => {
    const bot = auctionReader(path, floor)
    const address = auctionPath(path, held)
    const [slashed, bare] = [await bot.send('GET', address), await bot.send('GET', address.replace(/\/(?=\?|$)/, ''))]
    expect([slashed.status, bare.status]).toEqual([200, 200])
    expect(Object.keys(bare.json)).toEqual(Object.keys(slashed.json))
  }

  // Proves T 7.34, T 7.55, T 7.56, W 1.7, W 3.1, W 4.1.
  it.each(calls.filter((call) => isTraded(call) && call.method === 'GET').map((call) => [nameOfCall(call), call] as const))(
    '%s is answered alike with the slash at its end and without it',
    async (_name, { path }) => {
      // The maker reads its own quotes.
      if (isOfAuctions(path)) return readsAuctions(path)
      const bot = /orders\/\{id\}|quotes\/\{id\}/.test(path) && !path.startsWith('/v1/grfq/orders') && !path.startsWith('/v1/ob/orders') ? floor.maker : floor.taker // prettier-ignore
      const address = addressOf(path)
      const query = path.endsWith('/candles/') ? candlesQuery() : ''
      const [slashed, bare] = [await bot.send('GET', address + query), await bot.send('GET', address.replace(/\/$/, '') + query)]
      expect(bare.status).toBe(slashed.status)
      expect(Object.keys(bare.json)).toEqual(Object.keys(slashed.json))
      // Trades have their own ids, no command was sent under that key, and the RFQ does not go to the venue's makers.
      const isRefused = path === '/v2/commands/' || path.endsWith('/venue_quotes/')
      expect(slashed.status).toBe(isRefused ? 400 : /trades\/\{id\}|commands/.test(path) ? 404 : 200)
    },
  )
})

const words = (text: string): readonly string[] => text.split(' ')
/** The members that running clients read; ours may have more. */
const members: [object: string, path: () => string, members: string][] = [
  ['an RFQ of the direct flow', () => '/v2/drfq/rfqs/', 'account_name base_currency clearing_currency closed_reason counterparties created_at description expires_at group_signature id is_taker_anonymous kind label last_updated_at legs product_codes quantity quote_currency role side_layering_limit state strategy_code strategy_description taker_desk_name venue groups'], // prettier-ignore
  ['an instrument', () => '/v2/drfq/instruments/?include_greeks=true', 'id name venue kind option_kind strike margin_kind base_currency expires_at venue_instrument_name min_tick_size min_order_size_increment min_block_size state greeks'], // prettier-ignore
  ['a counterparty', () => '/v2/drfq/counterparties/?group=LP', 'id desk_name firm_name groups venues'],
  [
    'a trade of the direct flow',
    () => '/v2/drfq/trades/',
    'id rfq_id side price mark_price index_price executed_at filled_at description legs state',
  ],
  ['a row of the tape', () => '/v2/drfq/trade_tape/', 'id rfq_id kind description strategy_code quote_currency side quantity price mark_price index_price filled_at executed_at legs product_codes'], // prettier-ignore
  ['a market', () => '/v1/grfq/rfqs/', 'id created latest_activity last_trade legs status quantities desk_role traded venue'],
  ['an order of a taker', () => '/v1/grfq/orders/', 'id rfq_id account client_order_id limit_price quantity execution_side status'],
  ['a trade of the order book', () => '/v1/ob/trades/', 'id rfq_id order_id quote_id status side price quantity mark_price index_price executed_at filled_at legs'], // prettier-ignore
  [
    'a row of its tape',
    () => '/v1/ob/trade_tape/',
    'id rfq_id side price quantity mark_price index_price executed_at filled_at description legs',
  ],
  ['a row of the blotter', () => '/v1/ob/blotter/', 'id rfq_id status side price quantity executed_at'],
]

// Proves W 3.2.
describe('an object has the members that clients read', () => {
  it.each(members)('%s', async (_title, path, wanted) => {
    expect(Object.keys(await first(path()))).toEqual(expect.arrayContaining([...words(wanted)]))
  })

  // Proves W 3.3, W 5.5.
  it('an order of the direct flow, and a quote of the order book, whose quantities add up', async () => {
    const one = await floor.maker.must(200, 'GET', `/v2/drfq/orders/${order.id}/`)
    const wanted = 'id rfq_id side quantity type time_in_force price legs account_name label state created_at filled_quantity canceled_quantity pending_fill_quantity expires_at' // prettier-ignore
    expect(Object.keys(one)).toEqual(expect.arrayContaining([...words(wanted)]))
    const quote = await floor.maker.must(200, 'GET', `/v1/grfq/quotes/${resting.id}/`)
    expect(Object.keys(quote)).toEqual(expect.arrayContaining([...words('price quantity ioc side rfq_id status order remaining_quantity client_order_id lapses_at')])) // prettier-ignore
    expect(quote).toMatchObject({
      ioc: false,
      order: { requested_quantity: '25', filled_quantity: '0' },
      quantities: { original: '25', filled: '0', remaining: '25', canceled: '0', completed: '0' },
    })
  })

  // Proves W 3.4.
  it('a bbo, with greeks of eight decimals, leg prices on the tick and amounts as texts', async () => {
    const bbo = await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${rfq.id}/bbo/`)
    const wanted =
      'rfq_id min_price max_price mark_price best_bid_price best_ask_price best_bid_amount best_ask_amount created_at legs greeks'
    expect(Object.keys(bbo)).toEqual(expect.arrayContaining([...words(wanted)]))
    const [leg] = bbo['legs'] as readonly Json[]
    const ofLeg = 'instrument_id instrument_name best_bid_price best_ask_price best_bid_amount best_ask_amount best_bid_iv best_ask_iv mark_price mark_price_iv greeks' // prettier-ignore
    expect(Object.keys(leg!)).toEqual(expect.arrayContaining([...words(ofLeg)]))
    for (const value of Object.values(bbo['greeks'] as object)) expect(value).toMatch(/^-?\d+\.\d{8}$/)
    expect(leg!['mark_price']).toMatch(new RegExp(`^\\d+\\.\\d{${floor.option.tick.split('.')[1]!.length}}$`))
  })
})

describe.each(GROUP_BASES)('the filters of %s', (base) => {
  const idsOf = async (path: string, bot = floor.maker) =>
    ((await bot.must(200, 'GET', `${base}/${path}`))['results'] as readonly { readonly id: number }[]).map(({ id }) => id)

  // Proves T 7.45, W 4.7.
  it.each([
    ['rfq_id={market}&side=SELL&status=OPEN', true],
    ['side=Sell&status=OPEN,CLOSED&currency=BTC&venue=DBT', true],
    ['client_order_id=line&page_size=1', true],
    ['side=BUY', false],
    ['status=CLOSED', false],
    ['currency=ETH', false],
    ['rfq_id=1', false],
  ])('a resting quote is found by %s: %s', async (query, isFound) => {
    expect((await idsOf(`quotes/?page_size=1000&${query.replace('{market}', String(market.id))}`)).includes(resting.id)).toBe(isFound)
  })

  // Proves T 7.36, W 4.2.
  it.each([
    ['rfq_id={market}', true],
    ['status=ACTIVE&strategies=CL&product_codes=DO', true],
    ['status=EXPIRED', false],
    ['strategies=PT', false],
    ['product_codes=EH', false],
  ])('the market is found by %s: %s', async (query, isFound) => {
    expect((await idsOf(`rfqs/?page_size=1000&${query.replace('{market}', String(market.id))}`)).includes(market.id)).toBe(isFound)
  })

  // Proves T 7.48, W 4.9.
  it('are for side and price of what is cancelled, and leave the rest', async () => {
    const [low, high] = [await floor.rest(floor.maker, market, 'BUY', -9), await floor.rest(floor.maker, market, 'BUY', -8)]
    const report = await floor.maker.must(200, 'DELETE', `${base}/quotes/?rfq_id=${market.id}&side=BUY&price=${market.priceAt(-9)}`)
    expect(report).toMatchObject({ action_id: expect.any(String), count: 1, quote_ids: [low.id] })
    expect(await floor.maker.must(200, 'DELETE', `${base}/quotes/?side=Buy`)).toMatchObject({
      quote_ids: expect.arrayContaining([high.id]),
    })
    expect(await floor.maker.must(200, 'GET', `${base}/quotes/${resting.id}/`)).toMatchObject({ status: 'OPEN' })
  })

  // Proves T 7.50, W 4.10.
  it('are for instruments by asset, type, kind and name, in an order of their own, 1000 a page', async () => {
    const listed = async (query: string) =>
      (await floor.taker.must(200, 'GET', `${base}/instruments/?${query}`))['results'] as readonly Json[]
    const options = await listed('venue=DBT&asset=BTC&type=OPTION&page_size=1000&ordering=name')
    expect(options.length).toBeGreaterThan(50)
    const named = options.map(({ name }) => String(name))
    expect(named).toEqual(named.toSorted())
    expect((await listed('venue=DBT&asset=BTC&type=OPTION&page_size=1000&ordering=-name')).map(({ name }) => name)).toEqual(
      named.toReversed(),
    )
    const wrong = await floor.taker.send('GET', `${base}/instruments/?ordering=nonsense`)
    expect(wrong).toMatchObject({ status: 400, json: { code: 1002, data: { member: 'ordering', value: 'nonsense' } } })
    expect(new Set(options.map(({ kind, base_currency }) => `${String(kind)} ${String(base_currency)}`))).toEqual(new Set(['OPTION BTC']))
    expect(await listed(`venue=DBT&name=${market.option.name}`)).toMatchObject([{ id: market.option.id }])
    expect((await listed('venue=DBT&asset=BTC&kind=FUTURE')).every(({ kind }) => kind === 'FUTURE')).toBe(true)
  })
})

describe('what else the network publishes', () => {
  const calls = {
    'the direct flow before its second version': ['GET drfq/rfqs/', 'POST drfq/rfqs/'],
  }

  // Proves W 7.1.
  it.each(Object.entries(calls))('%s: no call of it is here, and each says so in JSON, with a body or without', async (_what, paths) => {
    for (const [method = '', path = ''] of paths.map((line) => line.split(' '))) {
      const answer = await floor.maker.send(method, `/v1/${path}`, method === 'GET' ? undefined : { venue: 'DBT' })
      const found = { path, status: answer.status, code: answer.json['code' as never], type: answer.headers.get('content-type') }
      expect(found).toEqual({ path, status: 404, code: -32601, type: expect.stringContaining('application/json') })
    }
  })

  // Proves W 7.6.
  it('13.1 a key reads what its desk holds at the venues, by venue, product and account, and has it read anew', async () => {
    const { results } = await floor.taker.must(200, 'GET', '/v1/positions/?venue=DBT&product_code=DO&account_name=nobodys')
    expect(results).toEqual([])
    expect(await floor.taker.must(202, 'POST', '/v1/positions/refresh/')).toMatchObject({ accounts: expect.any(Number) as number })
    expect(await floor.taker.send('GET', '/v1/positions/?venue=CME')).toMatchObject({ status: 400 })
  })

  // Proves W 7.5.
  it('20.1 a key reads the ranks of firms, by every published filter, and the choice of a name is a person’s', async () => {
    const filters = 'currencies=BTC,ETH&venues=DBT&instrument_kinds=OPTION&protocols=D1,OB,RFQ&strategies=CL,CS&start=1795000000000'
    for (const path of ['trade_volume', 'liquidity/fills', 'liquidity/responses']) {
      const answer = await floor.taker.send('GET', `/v1/leaderboard/${path}?${filters}&end=${1_795_000_000_000 + 86_400_000}`)
      expect([path, answer.status, answer.json['results']]).toEqual([path, 200, []])
      expect(await floor.taker.send('GET', `/v1/leaderboard/${path}/?protocols=FSPD`)).toMatchObject({ status: 400 })
    }
    expect(await floor.taker.send('PUT', '/v1/leaderboard/preferences', { disabled_leaderboard_anonymity: true })).toMatchObject({
      status: 403,
      json: { error: 'InsufficientPermissions' },
    })
  })

  it.each(['/v1/drfq/'])('%s is no door for a socket', async (path) => {
    const key = floor.maker.keys.accessKey
    await expect(openSocket(`${floor.product.baseUrl}${path}?api-key=${key}&cancel_on_disconnect=false`)).rejects.toThrow('no socket at')
  })

  // Proves W 7.2.
  it('a spread of futures is asked for in the direct flow, and quoted at a price that has its sign', async () => {
    const { results } = await floor.taker.must(200, 'GET', '/v2/drfq/instruments/?venue=DBT&base_currency=BTC&kind=FUTURE&state=ACTIVE')
    const dated = (results as readonly { readonly id: number; readonly expires_at: number | null }[]).filter(
      (one) => one.expires_at !== null,
    )
    const [near, far] = dated.toSorted((a, b) => a.expires_at! - b.expires_at!)
    const ask = (bought: number, sold: number) => {
      const legs = [
        { instrument_id: bought, ratio: '1', side: 'BUY' },
        { instrument_id: sold, ratio: '1', side: 'SELL' },
      ]
      return floor.ask({ legs, quantity: '200000' })
    }
    const first = await ask(far!.id, near!.id)
    expect(first).toMatchObject({ kind: 'FUTURE', strategy_code: 'FS' })
    const bbo = await vi.waitFor(() => floor.maker.must(200, 'GET', `/v2/drfq/rfqs/${first.id}/bbo/`), 60_000)
    const marks = (bbo['legs'] as readonly { readonly instrument_id: number; readonly mark_price: string }[])
      .map(({ instrument_id, mark_price }) => ({ instrument_id, price: Math.round(Number(mark_price)) }))
      .toSorted((a, b) => a.price - b.price)
    // The bought leg is cheaper than the sold one although the marks were equal, so the spread is negative.
    const [low, high] = [{ ...marks[0]!, price: marks[0]!.price - 5 }, marks[1]!]
    const { id } = await ask(low.instrument_id, high.instrument_id)
    const legs = [low, high].map(({ instrument_id, price }) => ({ instrument_id, price: String(price) }))
    const quote = { rfq_id: id, side: 'BUY', quantity: '200000', account_name: 'prop-1', legs }
    expect(await floor.maker.must(201, 'POST', '/v2/drfq/orders/', quote)).toMatchObject({
      price: String(low.price - high.price),
      state: 'OPEN',
    })
  })
})

// Last, because it cancels every quote of the maker.
describe('market maker protection of the direct flow', () => {
  // Proves W 1.20.
  it('carries kind and rate_limit_hit on its channel, in both its names, and is reset by a PATCH', async () => {
    const socket = await floor.socketOf(floor.maker)
    for (const name of ['market_maker_protection', 'mmp']) await socket.subscribe(name)
    const [one, other] = [await floor.ask(), await floor.ask()]
    for (const { id } of [one, other]) await floor.quote(id, 'SELL', floor.priceAt(7))
    for (const { id } of [one, other])
      await floor.taker.must(201, 'POST', '/v2/drfq/orders/', { rfq_id: id, side: 'BUY', quantity: '25', price: floor.priceAt(7), time_in_force: 'FILL_OR_KILL' }) // prettier-ignore
    for (const name of ['market_maker_protection', 'mmp'])
      await socket.receives(name, (data) => data['kind'] === 'TRIGGERED' && data['rate_limit_hit'] === true)
    expect(await floor.maker.must(200, 'GET', '/v2/drfq/mmp/status/')).toEqual({ rate_limit_hit: true })
    await floor.calm()
    await socket.receives('mmp', (data) => data['kind'] === 'RESET' && data['rate_limit_hit'] === false)
  })
})
