/**
 * The calls of sample programs that are published for the API, with their literal bodies: the same members and values, written as Python writes
 * JSON. Only ids, names of desks, accounts and instruments, and prices are those of this market.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuctionProduct, type AuctionProduct } from '../../../test/auction-product.ts'
import { withTestDatabase } from '../../../test/database.ts'
import { call, markOf } from '../../../test/instruments.ts'
import { signatureHeaders, type Key } from '../../../test/product.ts'
import { march, perpetual } from '../../../test/spread-market.ts'
import { startSpreadProduct, type Json, type SpreadProduct } from '../../../test/spread-product.ts'

/** JSON with a space after each comma and colon, as the samples sign and send it. */
function python(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${python(member)}`)
  return `{${members.join(', ')}}`
}

const database = withTestDatabase()
let floor: SpreadProduct
let taker: Key
let maker: Key
let option: Json
let strategy: Json
beforeAll(async () => {
  floor = await startSpreadProduct(database.url, [[call, markOf(call, 0.08, { minPrice: 0.01, maxPrice: 0.2 })]])
  const { operator } = floor.product.server
  for (const other of ['KEST', 'LARK']) await operator.approveMutually('ORRY', other)
  taker = await operator.createApiKey('ORRY', 'taker', 'COMPATIBLE')
  maker = await operator.createApiKey('KEST', 'maker', 'COMPATIBLE')
  strategy = await floor.strategy()
  const listed = await ok(taker, 'GET', '/v2/drfq/instruments/?venue=DBT&kind=OPTION&base_currency=BTC')
  option = (listed['results'] as readonly Json[])[0]!
})
afterAll(() => floor?.close())

let sent = 0
async function send(key: Key, method: string, path: string, body?: object) {
  const text = body === undefined ? '' : python(body)
  const { status, json } = await floor.product.send(method, path, {
    headers: signatureHeaders(key, floor.clock.now + ++sent, method, path, text),
    ...(text === '' ? {} : { body: text }),
  })
  return { status, json: json as Json }
}
async function ok(...asked: Parameters<typeof send>): Promise<Json> {
  const { status, json } = await send(...asked)
  if (status >= 300) throw new Error(`${asked[1]} ${asked[2]}: ${status} ${JSON.stringify(json)}`)
  return json
}
/** Past the rates of new RFQs and of executions. */
function later(): void {
  floor.clock.now += 10_000
  floor.mark()
}

describe('W 3 the samples of direct RFQs', () => {
  const rfqBody = (side: 'BUY' | 'SELL') => ({
    venue: 'DBT',
    quantity: '100',
    is_taker_anonymous: true,
    counterparties: ['KEST', 'LARK'],
    legs: [{ instrument_id: option.id, ratio: '1', side }],
  })

  // Proves W 3.8.
  it('create an RFQ, quote it, replace the quote, cross it and read the trade', async () => {
    later()
    const rfq = await send(taker, 'POST', '/v2/drfq/rfqs', { ...rfqBody('BUY'), is_taker_anonymous: false })
    expect(rfq).toMatchObject({ status: 201, json: { quantity: '100', is_taker_anonymous: false, side_layering_limit: 1 } })
    const quote = {
      ...{ rfq_id: rfq.json.id, account_name: 'main', label: 'hmm', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
      ...{ legs: [{ instrument_id: option.id, price: 0.0805 }], quantity: '100', side: 'SELL' },
    }
    const order = await send(maker, 'POST', '/v2/drfq/orders', quote)
    expect(order).toMatchObject({ status: 201, json: { state: 'OPEN', label: 'hmm', price: '0.0805' } })
    const replacement = {
      ...{ account_name: 'main', label: 'just for me', type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED' },
      ...{ legs: [{ instrument_id: option.id, price: '0.081' }], amount: '50', side: 'SELL', rfq_id: rfq.json.id },
    }
    const replaced = await send(maker, 'PUT', `/v2/drfq/orders/${order.json.id}`, replacement)
    expect(replaced).toMatchObject({ status: 200, json: { label: 'just for me', quantity: '50', price: '0.081' } })
    const cross = {
      ...{ rfq_id: rfq.json.id, account_name: 'main', label: 'mmh', type: 'LIMIT', time_in_force: 'FILL_OR_KILL' },
      ...{ price: '0.081', quantity: '50', side: 'BUY' },
    }
    expect(await send(taker, 'POST', '/v2/drfq/orders', cross)).toMatchObject({ status: 201, json: { canceled_quantity: '0' } })
    const trades = await ok(taker, 'GET', '/v2/drfq/trades')
    const [trade] = trades['results'] as readonly Json[]
    expect(await ok(taker, 'GET', `/v2/drfq/trades/${trade!.id}`)).toMatchObject({ id: trade!.id, quantity: '50', price: '0.081' })
    await ok(taker, 'GET', '/v2/drfq/trade_tape?venue=DBT&product_codes=DO&page_size=100')
  })

  it('sell a single leg to two makers anonymously, for which later published rules have their refusals', async () => {
    const bought = 'At least one leg that is not a hedge must be bought. Reverse every side and trade the opposite way.'
    const anonymous = 'To send an Anonymous RFQ, please select at least 3x LPs'
    expect((await send(taker, 'POST', '/v2/drfq/rfqs', rfqBody('SELL'))).json).toMatchObject({ code: 2010, message: bought })
    expect((await send(taker, 'POST', '/v2/drfq/rfqs', rfqBody('BUY'))).json).toMatchObject({ code: 2015, message: anonymous })
  })

  it('create an RFQ as the market-making sample does: ratios as numbers, and a quantity with a decimal point', async () => {
    later()
    const body = {
      ...{ account_name: 'main', venue: 'DBT', is_taker_anonymous: false, counterparties: ['KEST'] },
      legs: [{ instrument_id: option.id, ratio: '1', side: 'BUY' }],
      quantity: '25.0',
    }
    expect(await send(taker, 'POST', '/v2/drfq/rfqs/', body)).toMatchObject({ status: 201, json: { quantity: '25' } })
  })

  it('reset the protection, and echo', async () => {
    expect(await send(maker, 'PATCH', '/v2/drfq/mmp/status/', { rate_limit_hit: false })).toMatchObject({ status: 200 })
    expect(await send(maker, 'POST', '/v2/drfq/echo/', { message: 'hello' })).toMatchObject({ json: { message: 'hello' } })
    expect(await send(maker, 'DELETE', '/v2/drfq/orders/')).toMatchObject({ json: { successes: expect.anything() } })
  })
})

describe('W 4 the samples of the order book', () => {
  const legs = [
    { instrument: perpetual.name, ratio: 1, side: 'BUY' },
    { instrument: march.name, ratio: 1, side: 'SELL' },
  ]

  // Proves W 4.5.
  it('open a market, read its best prices with a body, quote it, change the quote and take it', async () => {
    later()
    const scenario = { legs: [{ ratio: 1, side: 'BUY', instrument: call.name }], venue: 'DBT' }
    const market = await send(taker, 'POST', '/v1/grfq/rfqs/', scenario)
    expect(market).toMatchObject({ status: 201, json: { id: expect.any(Number) } })
    const at = `/v1/grfq/rfqs/${market.json.id}`
    const bbo = await ok(maker, 'GET', `${at}/bbo/`, {})
    expect(await ok(maker, 'GET', `${at}/bbo`)).toMatchObject({ leg_prices: [{ instrument: call.name }] })
    expect(bbo).toMatchObject({ leg_prices: [{ instrument: call.name }] })
    const quote = {
      ...{ account: 'main', client_order_id: '8b4f9a9e-3a1f-4f0c-8f0e-0d9a4c7d2b11', quantity: '25', side: 'SELL' },
      ...{ legs: [{ instrument: call.name, price: '0.08' }], post_only: false },
    }
    const quoted = await send(maker, 'POST', `${at}/quotes/`, quote)
    expect(quoted).toMatchObject({ status: 201, json: { id: expect.any(Number), status: 'OPEN' } })
    const patch = {
      ...{ account: 'main', client_order_id: '456', quantity: '50', side: 'SELL' },
      ...{ legs: [{ instrument: call.name, price: '0.082' }], post_only: true },
    }
    expect(await send(maker, 'PATCH', `${at}/quotes/`, patch)).toMatchObject({ status: 200, json: { price: '0.082' } })
    const order = {
      ...{ account: 'main', client_order_id: '2c1f4bb0-5f0e-4c36-9a42-6d2a8e0c7d55', limit_price: '0.082' },
      ...{ quantity: '50', execution_side: 'BUY' },
    }
    expect(await send(taker, 'POST', `${at}/orders/`, order)).toMatchObject({ status: 201, json: { id: expect.any(Number) } })
  })

  // Proves W 4.3.
  it('open a market of a future against the perpetual, and have its price divided among the legs', async () => {
    later()
    expect(await send(taker, 'POST', '/v1/grfq/rfqs/', { venue: 'DBT', legs })).toMatchObject({ status: 201 })
    const pricing = {
      ...{ venue: 'DBT', bid_price: '-1050', ask_price: '-950' },
      legs: legs.map(({ instrument, side }) => ({ ratio: '1', instrument, side })),
    }
    const priced = await ok(taker, 'POST', '/v1/grfq/pricing/', pricing)
    expect(priced['leg_prices']).toMatchObject([{ instrument: perpetual.name }, { instrument: march.name }])
  })
})

describe('W 6 the samples of listed spreads', () => {
  const orderBody = () => ({
    ...{ side: 'BUY', strategy_id: strategy.id, price: '990.0', amount: 100_010, type: 'LIMIT', label: `${strategy.id}-BUY-0` },
    ...{ time_in_force: 'GOOD_TILL_CANCELED', account_name: 'main' },
  })

  // Proves W 6.8, W 6.12, W 6.13.
  it('cancel all, read the strategies, place an order with members of their own, and replace it without side and strategy', async () => {
    expect((await send(maker, 'DELETE', '/v1/fs/orders')).status).toBe(204)
    const page = await ok(maker, 'GET', `/v1/fs/strategies?page_size=100&id=${strategy.id}`)
    expect(page['results']).toMatchObject([{ id: strategy.id, min_block_size: 100_000 }])
    const order = await send(maker, 'POST', '/v1/fs/orders', { ...orderBody(), order_number: 0, replacing_order: false })
    expect(order).toMatchObject({ status: 201, json: { label: `${strategy.id}-BUY-0`, amount: 100_010 } })
    const { side: _side, strategy_id: _strategy, ...terms } = orderBody()
    const replacement = { ...terms, price: '991.5', order_id: order.json.id }
    expect(await send(maker, 'POST', `/v1/fs/orders/${order.json.id}/replace`, replacement)).toMatchObject({
      ...{ status: 201, json: { price: '991.5', state: 'OPEN' } },
    })
    expect(await send(maker, 'POST', `/v1/fs/orders/${order.json.id}/replace`, replacement)).toMatchObject({
      status: 403,
      json: { code: 4003 },
    })
    expect((await send(maker, 'DELETE', '/v1/fs/orders')).status).toBe(204)
  })

  // Proves W 6.11.
  it('17.3 place an order that expires in ten seconds', async () => {
    const timed = { ...orderBody(), time_in_force: 'GOOD_TILL_EXPIRES', expires_in: 10 }
    const order = await ok(maker, 'POST', '/v1/fs/orders', timed)
    expect(order).toMatchObject({ state: 'OPEN', expires_at: (floor.clock.now + 10_000) * 1e6 })
  })

  // Proves W 6.10.
  it('send a market order to a strategy, without price and time in force', async () => {
    const body = { account_name: 'main', strategy_id: strategy.id, type: 'MARKET', amount: 100_000, side: 'SELL' }
    expect(await send(taker, 'POST', '/v1/fs/orders', body)).toMatchObject({ status: 201, json: { type: 'MARKET' } })
  })
})

describe('W 7 the samples of vault auctions', () => {
  const own = withTestDatabase()
  let auctions: AuctionProduct
  beforeAll(async () => {
    auctions = await openAuctionProduct(own.url)
  })
  afterAll(() => auctions?.close())

  // Proves W 7.3.
  it('create an auction, find it in the list, and have a bid priced', async () => {
    const { kest } = auctions
    const { id, domain } = await auctions.auction()
    const { json: listed } = await auctions.by(kest, 'GET', '/v1/vrfq/rfqs')
    expect(listed['results']).toMatchObject([{ id, domain: { contract_name: expect.any(String), version: expect.any(String) } }])
    expect(domain).toMatchObject({ chain_id: 31_337 })
    const asked = { account: 'hot', price: '3.5', use_delegated_wallet: false, nonce: 48_213_377 }
    const priced = await auctions.by(kest, 'POST', `/v1/vrfq/rfqs/${id}/pricing/`, asked)
    expect(priced).toMatchObject({ status: 200, json: { nonce: '48213377', signer_wallet: expect.stringMatching(/^0x/) } })
  })

  // Proves T 7.20.
  it('find the wallets for an auction by the symbol of its bidding token, and by the address that the auction has', async () => {
    const { bidding_token: token, domain } = await auctions.auction()
    const namesFor = async (wanted: string) => {
      const query = `swap_address=${domain.verifying_contract}&bidding_token=${wanted}`
      const { json } = await auctions.by(auctions.lark, 'GET', `/trading-desk/ribbon/api-credentials/?${query}`)
      return (json['results'] as readonly { readonly name: string }[]).map(({ name }) => name)
    }
    for (const wanted of [token.symbol, token.symbol.toLowerCase(), token.address, token.address.toLowerCase()])
      expect(await namesFor(wanted)).toEqual(['hot'])
    expect(await namesFor(domain.verifying_contract)).toEqual([])
  })
})
