/** Blocks in perpetuals between bots: signed calls and sockets on one side, the protocol of Paradex on the other, and no mocks in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type ChannelMessage, type Client, type Socket } from '@parley/client'
import { catalogueCalls, directRfqCalls as calls, obCalls, type InstrumentView, type RfqView } from '@parley/contracts'
import { createServer, unhurried, type RunningServer } from '@parley/server'
import { createDeribitVenue, createParadexVenue } from '@parley/venues'
import { ownDatabase } from '../../test/own-database.ts'
import { createDeribitSimulator, type DeribitSimulator } from '../deribit/simulator.ts'
import { LEG } from './block-service.ts'
import { createParadexSimulator, type ParadexSimulator } from './simulator.ts'

const PATIENCE = { timeout: 55_000, interval: 25 }
/** ORRY sends RFQs and KEST quotes at Paradex. MERL has an account there without block trading, and LARK has none. */
const desks = ['ORRY', 'KEST', 'MERL', 'LARK'] as const
type Desk = (typeof desks)[number]
type Received = { readonly channel: string; readonly data: Record<string, unknown> }
type Bot = { readonly client: Client; readonly socket: Socket; readonly received: Received[] }

let venue: ParadexSimulator
let deribit: DeribitSimulator
let server: RunningServer
let database: Awaited<ReturnType<typeof ownDatabase>>
let perpetual: InstrumentView
const bots = new Map<Desk, Bot>()

const accountAt = (ticker: Desk) => {
  const digit = String(desks.indexOf(ticker) + 1)
  return { clientId: `0x${digit.repeat(40)}`, clientSecret: `0x${digit.repeat(60)}`, name: 'perpetuals' }
}

beforeAll(async () => {
  venue = await createParadexSimulator({
    ...{ seed: 7, tickMs: 200 },
    accounts: desks.map((ticker) => ({
      ...accountAt(ticker),
      scopes: ticker === 'MERL' ? ['read', 'trade'] : ['read', 'trade', 'block_trade'],
    })),
  })
  deribit = await createDeribitSimulator({ tickMs: 200, accounts: desks.map((ticker) => ({ clientId: ticker, clientSecret: ticker, name: ticker })) }) // prettier-ignore
  database = await ownDatabase('block_perpetuals')
  server = await createServer({
    ...{ dataDir: database.dataDir, databaseUrl: database.url, port: 0 },
    venues: [createDeribitVenue({ url: deribit.url })],
    paradex: createParadexVenue(venue),
    rates: { ...unhurried, rfqsPerDesk: { most: 100, withinMs: 1_000 } },
  })
  for (const ticker of desks) bots.set(ticker, await openBot(ticker))
  for (const maker of desks.slice(1)) await server.operator.approveMutually('ORRY', maker)
  perpetual = await vi.waitFor(async () => {
    const { results } = await listed('ORRY', { venue: 'PRDX', base_currency: 'BTC', include_greeks: 'true' })
    if (results[0]?.greeks == null) throw new Error('the venue has sent no marks yet')
    return results[0]
  }, PATIENCE)
}, 120_000)
afterAll(async () => {
  for (const { socket } of bots.values()) socket.close()
  await server?.close()
  await venue?.close()
  await deribit?.close()
  await database?.drop()
})

// The same maker is lifted several times within a second, which would trigger any desk's protection.
beforeEach(async () => void (await bot('KEST').client.call(calls.resetMmp, { body: {} })))

const bot = (ticker: Desk): Bot => bots.get(ticker)!

async function openBot(ticker: Desk): Promise<Bot> {
  const { operator, baseUrl } = server
  await operator.createFirm({ name: `${ticker} firm` })
  await operator.createDesk({ ticker, name: `${ticker} desk`, firmName: `${ticker} firm`, isMaker: ticker !== 'ORRY', limits: 'NONE' })
  await operator.addVenueAccount(ticker, { venue: 'DBT', name: 'main', clientId: ticker, clientSecret: ticker, isDefault: true })
  if (ticker !== 'LARK') await operator.addVenueAccount(ticker, { venue: 'PRDX', ...accountAt(ticker), isDefault: true })
  const { accessKey, secretKey } = await operator.createApiKey(ticker, 'bot')
  const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false })
  const socket = client.socket({ cancelOnDisconnect: false })
  const received: Received[] = []
  for (const channel of ['rfqs', 'rfq_orders', 'trades', 'trade_tape', 'venue_states'])
    socket.subscribe<Record<string, unknown>>(channel, (message: ChannelMessage<Record<string, unknown>>) => {
      if (message.event !== 'SNAPSHOT') received.push({ channel, data: message.data })
    })
  await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), PATIENCE)
  return { client, socket, received }
}

const listed = (by: Desk, query: object) => bot(by).client.call(catalogueCalls.listInstruments, { query })
const mark = (): number => venue.market.mark(venue.market.contract(perpetual.name)!)
const priceAt = (share: number): string => String(Math.round(mark() * share))
const legs = () => [{ instrument_id: perpetual.id, ratio: '1', side: 'BUY' as const }]
const ask = (by: Desk = 'ORRY', quantity = '0.5'): Promise<RfqView> =>
  bot(by).client.call(calls.createRfq, { body: { venue: 'PRDX', quantity, legs: legs() } })
const quote = (by: Desk, rfq_id: string, price: string) =>
  bot(by).client.call(calls.createOrder, {
    body: { rfq_id, side: 'SELL', quantity: '0.5', legs: [{ instrument_id: perpetual.id, price }] },
  })
const lift = (rfq_id: string, price: string) =>
  bot('ORRY').client.call(calls.createOrder, {
    body: { rfq_id, side: 'BUY', quantity: '0.5', price, type: 'LIMIT', time_in_force: 'FILL_OR_KILL' },
  })
const received = (by: Desk, channel: string, id: string) =>
  bot(by).received.filter(({ channel: name, data }) => name === channel && (data['id'] === id || data['rfq_id'] === id))
const tradeStates = (by: Desk, rfqId: string) => received(by, 'trades', rfqId).map(({ data }) => data['state'])

/** Sends an RFQ, quotes and lifts it; returns the RFQ and the price. */
async function dealt() {
  const rfq = await ask()
  const price = priceAt(1.0005)
  await quote('KEST', rfq.id, price)
  await lift(rfq.id, price)
  return { rfq, price }
}

describe('7. a block in perpetuals', () => {
  // Proves T 3.40.
  it('is requested, quoted, lifted and settled at Paradex, and is on the tape only for desks that are offered Paradex', async () => {
    const before = venue.positions(accountAt('ORRY').clientId).get(perpetual.name) ?? 0
    const { rfq, price } = await dealt()
    expect(rfq).toMatchObject({ venue: 'PRDX', description: expect.stringMatching(/^Perp/), product_codes: ['QB'] })
    for (const desk of ['ORRY', 'KEST'] as const)
      await expect.poll(() => tradeStates(desk, rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'FILLED'])
    const { data: filled } = received('ORRY', 'trades', rfq.id).at(-1)!
    expect(filled).toMatchObject({ price, counterparty_desk_name: 'KEST' })
    expect(venue.blocks().map(({ parentId }) => parentId)).toContain(filled['venue_trade_id'])
    expect(venue.positions(accountAt('ORRY').clientId).get(perpetual.name)).toBe(before + 500_000)

    await expect.poll(() => received('MERL', 'trade_tape', filled['tape_id'] as string).length, PATIENCE).toBe(1)
    const tape = (by: Desk) => bot(by).client.call(calls.listTape, { query: {} })
    expect((await tape('KEST')).results.map(({ id }) => id)).toContain(filled['tape_id'])
    expect((await tape('LARK')).results).toEqual([])
    expect(received('LARK', 'trade_tape', filled['tape_id'] as string)).toEqual([])
    expect(received('LARK', 'rfqs', rfq.id)).toEqual([])
  })

  it("7.3 is rejected with the venue's message for both, and the RFQ stays open", async () => {
    const before = venue.blocks().length
    venue.faults.order({ method: LEG, fault: { kind: 'REJECT', code: 400, message: 'not enough margin of the taker' }, times: 1 })
    const { rfq } = await dealt()
    for (const desk of ['ORRY', 'KEST'] as const) {
      await expect.poll(() => tradeStates(desk, rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'REJECTED'])
      expect(received(desk, 'trades', rfq.id).at(-1)!.data['rejection']).toContain('not enough margin of the taker')
    }
    expect(venue.blocks().length).toBe(before)
    expect(await bot('ORRY').client.call(calls.getRfq, { params: { id: rfq.id } })).toMatchObject({ state: 'OPEN' })
  })

  it.each([
    ['POST /block-trades/{}/execute', 'DISCONNECT_AFTER'],
    ['POST /block-trades/{}/execute', 'DISCONNECT_BEFORE'],
    ['POST /block-trades/{}/offers', 'DISCONNECT_AFTER'],
  ] as const)('7.6 is settled once when the venue is cut off at %s: %s', async (method, kind) => {
    const before = venue.blocks().length
    venue.faults.order({ method, fault: { kind }, times: 1 })
    const { rfq } = await dealt()
    await expect.poll(() => tradeStates('ORRY', rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'FILLED'])
    expect(venue.blocks().length).toBe(before + 1)
  })

  it('10.1 has an order-book market too, and settles from there', async () => {
    const [taker, maker, stranger] = (['ORRY', 'KEST', 'LARK'] as const).map((desk) => bot(desk).client)
    const market = await taker!.call(obCalls.createRfq, { body: { venue: 'PRDX', legs: legs() } })
    const price = priceAt(1.0005)
    await maker!.call(obCalls.createQuote, { params: { id: market.id }, body: { side: 'SELL', quantity: '0.5', price } })
    await taker!.call(obCalls.createQuote, {
      params: { id: market.id },
      body: { side: 'BUY', quantity: '0.5', price, ioc: true },
    })
    const states = async (client: Client) =>
      (await client.call(obCalls.listTrades, { query: { hide_public: 'true' } })).results.map(({ status }) => status)
    await expect.poll(() => states(maker!), PATIENCE).toEqual(['COMPLETED'])
    const markets = async (client: Client) => (await client.call(obCalls.listRfqs, { query: {} })).results.map(({ id }) => id)
    expect(await markets(maker!)).toContain(market.id)
    expect(await markets(stranger!)).toEqual([])
    expect((await stranger!.call(obCalls.listTrades, { query: {} })).results).toEqual([])
    expect((await stranger!.call(obCalls.listTape, { query: {} })).results).toEqual([])
    for (const call of [obCalls.getRfq, obCalls.getRfqBbo, obCalls.getRfqQuotes])
      await expect(stranger!.call(call, { params: { id: market.id } })).rejects.toMatchObject({ status: 404 })
  })

  it('3.23 is not offered to a desk without a Paradex account, which is shown how to get one', async () => {
    const { client } = bot('LARK')
    expect((await listed('LARK', {})).results.filter(({ venue: code }) => code === 'PRDX')).toEqual([])
    await expect(listed('LARK', { venue: 'PRDX' })).rejects.toMatchObject({ status: 400, code: 1002 })
    expect((await client.call(catalogueCalls.listMarkets, {})).results.map(({ venue: code }) => code)).not.toContain('PRDX')
    await expect(client.call(catalogueCalls.getInstrument, { params: { id: String(perpetual.id) } })).rejects.toMatchObject({ status: 404 })
    await expect(ask('LARK')).rejects.toThrow('Blocks at Paradex require an account there')
    await expect(client.call(obCalls.createRfq, { body: { venue: 'PRDX', legs: legs() } })).rejects.toThrow('Blocks at Paradex')
    const venuesOfOthers = (by: Desk) =>
      bot(by).client.call(calls.listCounterparties, { query: {} }).then(({ results }) => results.flatMap(({ venues }) => venues)) // prettier-ignore
    expect(await venuesOfOthers('LARK')).not.toContain('PRDX')
    expect(await venuesOfOthers('ORRY')).toContain('PRDX')
    expect((await client.call(calls.listCounterparties, { query: { venues: 'PRDX' } })).results).toEqual([])
    const states = (by: Desk) => bot(by).received.find(({ channel }) => channel === 'venue_states')!.data['venues'] as object[]
    expect(states('LARK')).toEqual([expect.objectContaining({ venue: 'DBT' })])
    expect(states('ORRY')).toEqual([expect.objectContaining({ venue: 'DBT' }), expect.objectContaining({ venue: 'PRDX' })])
  })

  it('2.22 cannot be quoted by an account without block trading at Paradex, once Paradex has reported that', async () => {
    const rfq = await ask()
    const refusal = () =>
      quote('MERL', rfq.id, priceAt(1.0005)).then(
        () => 'taken',
        ({ message }: Error) => message,
      )
    await expect.poll(refusal, PATIENCE).toContain('Paradex does not accept block trades from this account')
  })

  it('3.5 has a minimum size, and consists of perpetuals only', async () => {
    await expect(ask('ORRY', '0.01')).rejects.toMatchObject({ status: 400, message: expect.stringContaining('0.1') })
    const names = (await listed('ORRY', { venue: 'PRDX' })).results.map(({ name }) => name)
    expect(names.toSorted()).toEqual(['BTC-USD-PERP', 'ETH-USD-PERP'])
  })

  it('3.23 is offered as soon as the account exists, including what is already open', async () => {
    const before = bot('LARK')
    await server.operator.addVenueAccount('LARK', { venue: 'PRDX', ...accountAt('LARK'), isDefault: true })
    await expect.poll(async () => (await listed('LARK', { venue: 'PRDX' })).count, PATIENCE).toBe(2)
    const rfq = await ask()
    const { results } = await bot('LARK').client.call(calls.listRfqs, { query: { state: 'OPEN' } })
    expect(results.map(({ id }) => id)).toContain(rfq.id)
    // Its socket was closed, and the client has reconnected.
    await expect
      .poll(() => before.received.filter(({ channel }) => channel === 'venue_states').at(-1)!.data['venues'], PATIENCE)
      .toHaveLength(2)
  })
})
