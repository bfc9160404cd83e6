/** Every kind of order above the notional of its desk waits for approval as it was sent, and is carried out once (rulebook 11.14 to 11.16). */
import { price, quantity } from '@parley/core'
import type { OrderRequest, ParadexVenue, PerpetualMarket, PerpetualOrder, PerpetualSummary } from '@parley/venues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { openTestDesk, type TestDesk } from '../../../test/desk.ts'
import { createPaperParadex, paperOrder } from '../../../test/paper-paradex.ts'
import { PASSWORD, type Answer, type TestProduct } from '../../../test/product.ts'
import { startSpreadProduct, type SpreadProduct } from '../../../test/spread-product.ts'
import { startTradingProduct, type TradingProduct } from '../../../test/trading-product.ts'

type Json = Record<string, unknown>
type Asks = (method: string, path: string, body?: object) => Promise<Omit<Answer, 'json'> & { readonly json: Json }>
/** Two people of a desk who trade: one sends, and the other approves. */
type Pair = Awaited<ReturnType<typeof pairOf>>

async function pairOf(product: TestProduct, desk: string, above: string) {
  const asks = async (name: string, role: 'trader' | 'administrator'): Promise<Asks> => {
    const email = `${name}@${desk.toLowerCase()}.example`
    await product.server.operator.createUser({ email, password: PASSWORD, firstName: name, lastName: 'Test', desk, role })
    const headers = { authorization: `Token ${await product.signIn(email)}` }
    return async (method, path, body) => {
      const answer = await product.send(method, path, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      return { ...answer, json: (answer.json ?? {}) as Json }
    }
  }
  const [sends, approves] = [await asks('tia', 'trader'), await asks('bea', 'administrator')]
  const bounds = (most_notional: string | null = null) =>
    approves('PUT', '/v2/protection/bounds/', { most_notional, most_deviation_percent: null, approval_above: above })
  expect((await bounds()).status).toBe(200)
  return {
    ...{ sends, approves, bounds },
    /** Sends what has to be held. Returns what its approver reads, and a function that approves it. */
    async held(...request: Parameters<Asks>) {
      const { status, text, json } = await sends(...request)
      const data = json['data'] as { readonly held_request?: string } | undefined
      expect([status, json['error'], typeof data?.held_request], text).toEqual([400, 'ApprovalRequired', 'string'])
      const { results } = (await approves('GET', '/v2/protection/held_requests/')).json as { results: readonly (Json & { id: string })[] }
      const { id, summary } = results.find((one) => one.id === data!.held_request)!
      const approve = async () => (await approves('POST', `/v2/protection/held_requests/${id}/approve/`)).json
      return { summary: summary as string, approve }
    },
  }
}
const sent = (status: number) => ({ state: 'APPROVED', result: { status, error: null } })

describe('in RFQs, lists and order books', () => {
  const database = withTestDatabase()
  let floor: TradingProduct
  let taker: Pair
  let maker: Pair
  let rfq: string
  let list: Json & { readonly lines: readonly { readonly rfq_id: string }[] }
  let market: number
  const legsAt = (total: number) => [
    { instrument_id: floor.spread[0]!.instrument_id, price: (total + 0.05).toFixed(4) },
    { instrument_id: floor.spread[1]!.instrument_id, price: '0.05' },
  ]
  const must = async (desk: 'ORRY' | 'KEST', method: string, path: string, body: object): Promise<Json> => {
    const { status, text, json } = await floor.as(desk, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
    return json as Json
  }
  const quoteIn = (rfq_id: string, size: string, total = 0.03) => ({
    ...{ rfq_id, side: 'SELL', quantity: size, type: 'LIMIT', time_in_force: 'GOOD_TILL_CANCELED', legs: legsAt(total) },
  })
  beforeAll(async () => {
    floor = await startTradingProduct(database.url)
    const terms = { venue: 'DBT', counterparties: ['KEST', 'LARK'], account_name: 'main' }
    rfq = (await must('ORRY', 'POST', '/v2/drfq/rfqs/', { ...terms, quantity: '1000', legs: floor.spread }))['id'] as string
    const lines = [1, 2].map((row) => ({ row, side: 'BUY', quantity: '50', legs: floor.spread }))
    list = (await must('ORRY', 'POST', '/v2/drfq/lists/', { ...terms, shows_sides: true, lines })) as typeof list
    market = (await must('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: floor.spread }))['id'] as number
    taker = await pairOf(floor.product, 'ORRY', '5000000')
    maker = await pairOf(floor.product, 'KEST', '5000000')
  })
  afterAll(() => floor?.close())

  it('11.14 11.16 a quote of a maker, its replacement, and the trade of the taker', async () => {
    const quoted = await maker.held('POST', '/v2/drfq/orders/', quoteIn(rfq, '100'))
    expect(quoted.summary).toMatch(/^Sell 100 × .+, worth 9,799,000 USD\.$/)
    const { result, ...approved } = await quoted.approve()
    expect(approved).toMatchObject({ state: 'APPROVED' })
    const id = (result as { object_id: string }).object_id
    const replace = (size: string, total: number) => ['PUT', `/v2/drfq/orders/${id}/`, { quantity: size, legs: legsAt(total) }] as const
    // Smaller at the same price, though still above the notional.
    expect(await maker.sends(...replace('80', 0.03))).toMatchObject({ status: 200, json: { quantity: '80' } })
    const dearer = await maker.held(...replace('80', 0.031))
    expect(dearer.summary).toMatch(/^Replace an order with 80 × .+, worth 7,839,200 USD\.$/)
    expect(await dearer.approve()).toMatchObject(sent(200))
    expect((await maker.sends(...replace('50', 0.032))).status).toBe(200)
    const trade = { rfq_id: rfq, side: 'BUY', quantity: '60', price: '0.04', time_in_force: 'GOOD_TILL_CANCELED', account_name: 'main' }
    const taken = await taker.held('POST', '/v2/drfq/orders/', trade)
    expect(taken.summary).toMatch(/^Buy 60 × .+ at 0\.04, worth 5,879,400 USD\.$/)
    expect(await taken.approve()).toMatchObject(sent(201))
    const trades = (await floor.as('ORRY', 'GET', `/v2/drfq/trades/?rfq_id=${rfq}`)).json as { results: readonly object[] }
    expect(trades.results).toMatchObject([{ quantity: '50' }])
  })

  it('11.14 22.14 a net price of a list, and the trade of the list', async () => {
    const [first, second] = list.lines
    for (const line of [first!, second!])
      expect((await maker.sends('POST', '/v2/drfq/orders/', quoteIn(line.rfq_id, '50'))).status).toBe(201)
    const net = await maker.held('PUT', `/v2/drfq/lists/${String(list['id'])}/net_price/`, { net_price: '2.9' })
    expect(net.summary).toMatch(/^Quote the list 50 × .+; 50 × .+, worth 9,799,000 USD\.$/)
    expect(await net.approve()).toMatchObject(sent(200))
    const lines = [1, 2].map((line) => ({ line, price: '0.03' }))
    const trade = await taker.held('POST', `/v2/drfq/lists/${String(list['id'])}/trade/`, { way: 'BEST_PER_LINE', lines })
    expect(trade.summary).toMatch(/^Trade the list 50 × .+; 50 × .+, worth 9,799,000 USD\.$/)
    expect(await trade.approve()).toMatchObject(sent(201))
    const traded = (await floor.as('ORRY', 'GET', `/v2/drfq/trades/?rfq_id=${first!.rfq_id}`)).json as { results: readonly object[] }
    expect(traded.results).toHaveLength(1)
    const one = await taker.sends('POST', `/v2/drfq/lists/${String(list['id'])}/trade/`, { way: 'BEST_PER_LINE', lines: lines.slice(1) })
    expect(one.json['error']).not.toBe('ApprovalRequired')
  })

  it('11.14 an order and a quote of an order book, and the order of a group RFQ', async () => {
    // The trades before have triggered the maker's protection.
    await maker.sends('POST', '/v2/protection/reset/', {})
    const quote = { side: 'SELL', quantity: '60', legs: legsAt(0.031) }
    const quoted = await maker.held('POST', `/v1/ob/rfqs/${market}/quotes/`, quote)
    expect(quoted.summary).toMatch(/^Sell 60 × .+, worth 5,879,400 USD\.$/)
    expect(await quoted.approve()).toMatchObject(sent(201))
    const order = { execution_side: 'BUY', limit_price: '0.032', quantity: '60', account: 'main' }
    const bought = await taker.held('POST', `/v1/grfq/rfqs/${market}/orders/`, order)
    expect(bought.summary).toMatch(/^Buy 60 × .+ at 0\.032, worth 5,879,400 USD\.$/)
    expect(await bought.approve()).toMatchObject(sent(201))
    const both = {
      quotes: ['BUY', 'SELL'].map((side) => ({ rfq_id: market, side, quantity: '60', price: side === 'BUY' ? '0.01' : '0.05' })),
      two_way: true,
    }
    const batch = await maker.sends('POST', '/v1/ob/quotes/batch/', both)
    expect(batch.text).toContain('ApprovalRequired')
    expect(batch.text).not.toContain('held_request')
  })
})

describe('of listed spreads', () => {
  const database = withTestDatabase()
  let floor: SpreadProduct
  let pair: Pair
  beforeAll(async () => {
    floor = await startSpreadProduct(database.url)
    pair = await pairOf(floor.product, 'ORRY', '1000000')
  })
  afterAll(() => floor?.close())

  it('11.14 an order is held, and a replacement unless it is only smaller', async () => {
    const { id: strategy } = await floor.strategy()
    const order = { strategy_id: strategy, side: 'BUY', price: '-9', amount: 2_000_000 }
    const placed = await pair.held('POST', '/v1/fs/orders/', order)
    expect(placed.summary).toMatch(/^Buy 2000000 × .+ at -9, worth 2,000,000 USD\.$/)
    const { result } = (await placed.approve()) as { result: { status: number; object_id: string } }
    expect(result).toMatchObject({ status: 201, error: null })
    const replace = (of: string, terms: object) => ['POST', `/v1/fs/orders/${of}/replace/`, terms] as const
    const smaller = await pair.sends(...replace(result.object_id, { amount: 1_500_000 }))
    expect(smaller.status, smaller.text).toBeLessThan(300)
    const dearer = await pair.held(...replace(String(smaller.json['id']), { price: '-8' }))
    expect(dearer.summary).toMatch(/^Replace an order with 1500000 × .+ at -8, worth 1,500,000 USD\.$/)
    expect((await dearer.approve())['result']).toMatchObject({ error: null })
    const { results } = (await floor.as('ORRY', 'GET', '/v1/fs/orders/?state=OPEN')).json as { results: readonly object[] }
    expect(results).toMatchObject([{ price: '-8', amount: 1_500_000 }])
  })
})

const perpetual: PerpetualMarket = {
  ...{ name: 'BTC-USD-PERP', baseCurrency: 'BTC', quoteCurrency: 'USD', settlementCurrency: 'USDC', tickSize: price('0.5') },
  ...{ quantityIncrement: quantity('0.001'), leastNotional: 10, largestOrder: quantity('100'), largestPosition: undefined },
  ...{ largestLeverage: 50, fundingPeriodHours: 8, makerFee: 0, takerFee: 0.0003, takes: 'ORDERS' },
}
const summary = (at: number): PerpetualSummary => ({
  ...{ market: perpetual.name, markPrice: 90_000, indexPrice: 90_000, lastPrice: undefined, bidPrice: undefined, askPrice: undefined },
  ...{ fundingRate: 0.0001, openInterest: 12, change24h: 0.01, volume24h: 1_000, at },
})

/** A venue with one market, which accepts every order and keeps what was sent to it. */
function createOpenParadex(placed: OrderRequest[], amended: object[]): ParadexVenue {
  const now = () => 1_800_000_000_000
  const paper = createPaperParadex(now)
  const account = paper.perpetuals.account({ clientId: '0x1', clientSecret: '0x2' } as never)
  const done = <Value>(value: Value) => Promise.resolve({ outcome: 'DONE', value } as const)
  const open: PerpetualOrder = { ...paperOrder, quantity: quantity('3'), remaining: quantity('3') }
  const trading: typeof account = {
    ...account,
    openOrders: () => done([open]),
    place(request) {
      placed.push(request)
      return done({ ...paperOrder, clientId: request.clientId, quantity: request.quantity, remaining: request.quantity })
    },
    amend(_order, terms) {
      amended.push(terms)
      return done({ ...open, ...terms })
    },
  }
  const perpetuals = {
    ...paper.perpetuals,
    markets: () => done([perpetual]),
    summaries: () => done([summary(now())]),
    account: () => trading,
  }
  return { ...paper, perpetuals }
}

describe('of perpetuals', () => {
  const database = withTestDatabase()
  const [placed, amended]: [OrderRequest[], object[]] = [[], []]
  let desk: TestDesk
  let pair: Pair
  beforeAll(async () => {
    desk = await openTestDesk(database.url, { paradex: createOpenParadex(placed, amended) })
    const account = { venue: 'PRDX', name: 'perps', clientId: '0x1', clientSecret: '0x2', isDefault: true } as const
    await desk.product.server.operator.addVenueAccount('ORRY', account)
    pair = await pairOf(desk.product, 'ORRY', '150000')
  })
  afterAll(() => desk?.close())
  const ORDERS = '/v2/perpetuals/orders/'
  const order = (size: string, more: object = {}) => ({
    ...{ market: perpetual.name, side: 'BUY', kind: 'LIMIT', quantity: size, price: '89000', ...more },
  })

  it('11.14 an order is held and placed once, and one that only reduces is not held', async () => {
    const held = await pair.held('POST', ORDERS, order('2'))
    expect(held.summary).toBe('Buy 2 × BTC-USD-PERP at 89000, worth 180,000 USD.')
    expect(placed).toEqual([])
    const answers = await Promise.all([held.approve(), held.approve(), held.approve()])
    expect(answers.filter(({ state }) => state === 'APPROVED')).toMatchObject([sent(201)])
    expect(placed).toMatchObject([{ market: perpetual.name, side: 'BUY', quantity: quantity('2') }])
    expect((await pair.sends('POST', ORDERS, order('1'))).status).toBe(201)
    expect((await pair.sends('POST', ORDERS, order('2', { effect: 'REDUCE_ONLY' }))).status).toBe(201)
    expect(placed).toHaveLength(3)
  })

  it('11.14 an amendment is held unless it is only smaller', async () => {
    const amend = (terms: object) => ['PUT', `${ORDERS}${paperOrder.id}/`, terms] as const
    expect((await pair.sends(...amend({ quantity: '2.5' }))).status).toBe(200)
    expect(amended).toHaveLength(1)
    const held = await pair.held(...amend({ quantity: '4' }))
    expect(held.summary).toBe('Replace an order with 4 × BTC-USD-PERP at 90000, worth 360,000 USD.')
    expect(amended).toHaveLength(1)
    expect(await held.approve()).toMatchObject(sent(200))
    expect(amended).toMatchObject([{}, { quantity: quantity('4') }])
  })

  it('11.16 an approved order meets the limits and stops of that moment, and does not reach the venue', async () => {
    const before = placed.length
    const limited = await pair.held('POST', ORDERS, order('2'))
    await pair.bounds('160000')
    expect(await limited.approve()).toMatchObject({ state: 'APPROVED', result: { status: 400, error: 'NotionalAboveLimit' } })
    await pair.bounds()
    const waiting = await pair.held('POST', ORDERS, order('2'))
    await pair.sends('POST', '/v2/protection/stop_me/', {})
    expect(await waiting.approve()).toMatchObject({ error: 'HeldRequestEnded' })
    const stopped = await pair.held('POST', ORDERS, order('2'))
    expect(await stopped.approve()).toMatchObject({ result: { error: 'TradingIsStopped' } })
    expect(placed).toHaveLength(before)
  })
})
