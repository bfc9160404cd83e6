/** A block trade between two bots: signed calls and sockets on one side, the venue's own protocol on the other, and no mocks in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type ChannelMessage, type Client, type Socket } from '@parley/client'
import {
  accountCalls,
  catalogueCalls,
  directRfqCalls as calls,
  reconciliationCalls,
  type InstrumentView,
  type RfqView,
} from '@parley/contracts'
import { createServer, type RunningServer, unhurried } from '@parley/server'
import { createDeribitVenue } from '@parley/venues'
import { ownDatabase } from '../test/own-database.ts'
import { createDeribitSimulator, type DeribitSimulator } from './deribit/simulator.ts'

const PATIENCE = { timeout: 55_000, interval: 25 }
const desks = ['ORRY', 'KEST', 'LARK', 'MERL'] as const
type Desk = (typeof desks)[number]
type Received = { readonly channel: string; readonly event: string | undefined; readonly data: Record<string, unknown> }

let venue: DeribitSimulator
let server: RunningServer
let spread: readonly [InstrumentView, InstrumentView]
const bots = new Map<Desk, { readonly client: Client; readonly socket: Socket; readonly received: Received[] }>()
let database: Awaited<ReturnType<typeof ownDatabase>> | undefined

beforeAll(async () => {
  venue = await createDeribitSimulator({ seed: 7, tickMs: 200, accounts: desks.map(venueAccount) })
  database = await ownDatabase('block_trade')
  server = await createServer({
    dataDir: database.dataDir,
    databaseUrl: database.url,
    port: 0,
    venues: [createDeribitVenue({ url: venue.url })],
    rates: { ...unhurried, rfqsPerDesk: { most: 100, withinMs: 1_000 } },
  })
  for (const ticker of desks) bots.set(ticker, await openBot(ticker))
  for (const maker of desks.slice(1)) await server.operator.approveMutually('ORRY', maker)
}, 120_000)
// The same maker is lifted several times within a second, which would trigger any desk's protection, and the venue's marks keep moving.
beforeEach(async () => {
  spread = await pickSpread(bot('ORRY').client)
  await bot('KEST').client.call(calls.resetMmp, { body: {} })
})
afterAll(async () => {
  for (const { socket } of bots.values()) socket.close()
  await server?.close()
  await venue?.close()
  await database?.drop()
})

const venueAccount = (ticker: Desk) => ({ clientId: `client-${ticker}`, clientSecret: `secret-${ticker}`, name: `${ticker}-main` })

function bot(ticker: Desk) {
  const found = bots.get(ticker)
  if (found === undefined) throw new Error(`no bot ${ticker}`)
  return found
}

async function openBot(ticker: Desk) {
  const { operator, baseUrl } = server
  await operator.createFirm({ name: `${ticker} firm` })
  await operator.createDesk({ ticker, name: `${ticker} desk`, firmName: `${ticker} firm`, isMaker: ticker !== 'ORRY', limits: 'NONE' })
  const { clientId, clientSecret, name } = venueAccount(ticker)
  await operator.addVenueAccount(ticker, { venue: 'DBT', name, clientId, clientSecret, isDefault: true })
  const { accessKey, secretKey } = await operator.createApiKey(ticker, 'bot')
  const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false })
  const socket = client.socket({ cancelOnDisconnect: false })
  const received: Received[] = []
  for (const channel of ['rfqs', 'rfq_orders', 'orders', 'trades', 'trade_tape'])
    socket.subscribe<Record<string, unknown>>(channel, (message: ChannelMessage<Record<string, unknown>>) => {
      if (message.event !== 'SNAPSHOT') received.push({ channel, event: message.event, data: message.data })
    })
  await vi.waitFor(() => expect(socket.state()).toBe('OPEN'), PATIENCE)
  return { client, socket, received }
}

/** An at-the-money call and one a few strikes higher, in an expiry some weeks away, as soon as the venue's marks have arrived. */
const pickSpread = (client: Client): Promise<readonly [InstrumentView, InstrumentView]> =>
  vi.waitFor(async () => {
    const found = await listed(client)
    if (found === undefined) throw new Error('the venue has sent no marks yet')
    return found
  }, PATIENCE)

async function listed(client: Client): Promise<readonly [InstrumentView, InstrumentView] | undefined> {
  const query = { venue: 'DBT', base_currency: 'BTC', kind: 'OPTION', include_greeks: 'true', page_size: 1000 } as const
  const { results } = await client.call(catalogueCalls.listInstruments, { query })
  const marked = results.filter((one) => one.option_kind === 'CALL' && one.greeks !== null)
  const expiries = [...new Set(marked.map((one) => one.expires_at!))].sort((a, b) => a - b)
  const chain = marked
    .filter((one) => one.expires_at === expiries[Math.floor(expiries.length / 2)])
    .sort((a, b) => Number(a.strike) - Number(b.strike))
  const near = chain.findIndex((one) => Number(one.strike) >= Number(one.greeks!.underlying_price))
  const [low, high] = [chain[near], chain[near + 2]]
  return low === undefined || high === undefined ? undefined : [low, high]
}

const ask = (change: object = {}): Promise<RfqView> =>
  bot('ORRY').client.call(calls.createRfq, {
    body: {
      venue: 'DBT',
      quantity: '25',
      legs: [
        { instrument_id: spread[0].id, ratio: '1', side: 'BUY' },
        { instrument_id: spread[1].id, ratio: '1', side: 'SELL' },
      ],
      ...change,
    },
  })

/** The marks rounded to the grid, moved a few ticks against the taker. */
function legPrices(ticks: number) {
  const [low, high] = spread.map((one) => Math.round(Number(one.greeks!.mark_price) * 10_000)) as [number, number]
  const priced = [
    { instrument_id: spread[0].id, price: String((low + ticks) / 10_000) },
    { instrument_id: spread[1].id, price: String(high / 10_000) },
  ]
  return { legs: priced, price: String((low + ticks - high) / 10_000) }
}

const quote = (by: Desk, rfq_id: string, ticks: number) =>
  bot(by).client.call(calls.createOrder, {
    body: { rfq_id, side: 'SELL', quantity: '25', legs: legPrices(ticks).legs, account_name: `${by}-main` },
  })

const lift = (rfq_id: string, ticks: number) =>
  bot('ORRY').client.call(calls.createOrder, {
    body: { rfq_id, side: 'BUY', quantity: '25', price: legPrices(ticks).price, type: 'LIMIT', time_in_force: 'FILL_OR_KILL' },
  })

const received = (by: Desk, channel: string, id: string) =>
  bot(by).received.filter((one) => one.channel === channel && (one.data['id'] === id || one.data['rfq_id'] === id))

const tradeStates = (by: Desk, rfqId: string) => received(by, 'trades', rfqId).map(({ data }) => data['state'])

describe('7. a block trade by two key pairs over REST and socket', () => {
  it('is requested, quoted, lifted, settled at the venue, and reported to all parties', async () => {
    const rfq = await ask()
    await expect.poll(() => received('KEST', 'rfqs', rfq.id).length, PATIENCE).toBe(1)
    const offer = await quote('KEST', rfq.id, 3)
    await quote('LARK', rfq.id, 5)
    await expect.poll(() => received('ORRY', 'rfq_orders', rfq.id).length, PATIENCE).toBe(2)
    const cross = await lift(rfq.id, 4)
    expect(cross).toMatchObject({ state: 'CLOSED', pending_fill_quantity: '25' })

    await expect.poll(() => tradeStates('ORRY', rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'FILLED'])
    await expect.poll(() => tradeStates('KEST', rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'FILLED'])
    const [, filled] = received('ORRY', 'trades', rfq.id)
    expect(filled!.data).toMatchObject({ price: legPrices(3).price, counterparty_desk_name: 'KEST', order_id: cross.id })
    const block = venue.blocks().find(({ id }) => id === filled!.data['venue_trade_id'])
    expect(block).toBeDefined()

    await expect
      .poll(() => received('MERL', 'rfqs', rfq.id).map(({ event, data }) => [event, data['traded']]), PATIENCE)
      .toEqual([
        ['ADDED', false],
        ['REMOVED', false],
      ])
    await expect
      .poll(() => received('KEST', 'rfqs', rfq.id).at(-1)!.data, PATIENCE)
      .toMatchObject({ state: 'CLOSED', closed_reason: 'EXECUTION_LIMIT', traded: true })
    await expect.poll(() => received('MERL', 'trade_tape', filled!.data['tape_id'] as string).length, PATIENCE).toBe(1)
    expect(received('MERL', 'trade_tape', rfq.id)).toEqual([])
    expect(received('LARK', 'rfq_orders', rfq.id)).toEqual([])
    expect(received('MERL', 'trades', rfq.id)).toEqual([])
    const own = await bot('KEST').client.call(calls.getOrder, { params: { id: offer.id } })
    expect(own).toMatchObject({ state: 'CLOSED', filled_quantity: '25', pending_fill_quantity: '0' })
  })

  it("7.3 is rejected with the venue's message for both, and the RFQ stays open", async () => {
    const rfq = await ask()
    await quote('KEST', rfq.id, 3)
    const before = venue.blocks().length
    venue.faults.order({
      method: 'private/execute_block_trade',
      fault: { kind: 'REJECT', code: 10009, message: 'not_enough_funds' },
      times: 1,
    })
    await lift(rfq.id, 3)
    for (const desk of ['ORRY', 'KEST'] as const) {
      await expect.poll(() => tradeStates(desk, rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'REJECTED'])
      expect(received(desk, 'trades', rfq.id).at(-1)!.data['rejection']).toContain('not_enough_funds')
    }
    expect(venue.blocks().length).toBe(before)
    expect(await bot('ORRY').client.call(calls.getRfq, { params: { id: rfq.id } })).toMatchObject({ state: 'OPEN', filled_quantity: '0' })
  })

  it.each(['DISCONNECT_AFTER', 'DISCONNECT_BEFORE'] as const)('7.6 is settled once when the venue is cut off: %s', async (kind) => {
    const rfq = await ask()
    await quote('KEST', rfq.id, 3)
    const before = venue.blocks().length
    venue.faults.order({ method: 'private/execute_block_trade', fault: { kind }, times: 1 })
    await lift(rfq.id, 3)
    await expect.poll(() => tradeStates('ORRY', rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'FILLED'])
    expect(venue.blocks().length).toBe(before + 1)
  })

  it('the same Idempotency-Key gives the same order again', async () => {
    const rfq = await ask()
    const { client } = bot('KEST')
    const body = { rfq_id: rfq.id, side: 'SELL', quantity: '25', legs: legPrices(3).legs } as const
    const first = await client.call(calls.createOrder, { body, idempotencyKey: 'once-only' })
    const again = await client.call(calls.createOrder, { body, idempotencyKey: 'once-only' })
    expect(again).toEqual(first)
    await client.call(calls.cancelOrder, { params: { id: first.id } })
    await expect(client.call(calls.cancelOrder, { params: { id: first.id } })).rejects.toMatchObject({ status: 400, code: 3001 })
    await bot('ORRY').client.call(calls.cancelRfq, { params: { id: rfq.id } })
    await expect(client.call(calls.createOrder, { body })).rejects.toMatchObject({ status: 400, code: 2001 })
  })
})

const day = new Date().toISOString().slice(0, 10)

/** Settles one block and returns its trade as the taker reads it. */
async function settled() {
  await bot('KEST').client.call(calls.resetMmp, { body: {} })
  const rfq = await ask()
  await quote('KEST', rfq.id, 3)
  await lift(rfq.id, 3)
  await expect.poll(() => tradeStates('ORRY', rfq.id), PATIENCE).toEqual(['PENDING_SETTLEMENT', 'FILLED'])
  const [trade] = (await bot('ORRY').client.call(calls.listTrades, { query: { rfq_id: rfq.id } })).results
  return trade!
}

/** Signed in as the desk's administrator, the only role that can start comparisons and close differences. */
async function administratorOf(desk: Desk): Promise<Client> {
  const person = {
    email: `boss@${desk.toLowerCase()}.example`,
    password: 'a long enough pass phrase 7',
    desk,
    role: 'administrator',
  } as const
  await server.operator.createUser({ ...person, firstName: 'Ada', lastName: 'Moreau' })
  const { baseUrl } = server
  const { email, password } = person
  const { token } = await createClient({ baseUrl, pacing: false }).call(accountCalls.login, { body: { email, password } })
  return createClient({ baseUrl, credentials: { kind: 'session', token: () => token, onToken: () => undefined }, pacing: false })
}

async function compared(boss: Client) {
  const asked = await boss.call(reconciliationCalls.compareDay, { params: { day }, body: {} })
  expect(asked).toEqual({ day, accounts: 1 })
  const isDone = async () => (await boss.call(reconciliationCalls.getDay, { params: { day } })).accounts.map(({ state }) => state)
  await expect.poll(isDone, PATIENCE).toEqual(['COMPARED'])
  return boss.call(reconciliationCalls.getDay, { params: { day } })
}

describe('14. the venue charges, and its record is compared with ours', () => {
  // Proves W 5.7.
  it('14.1 14.9 each desk, and no other, reads the fee of its own side', async () => {
    const trade = await settled()
    const feesOf = async (desk: Desk) => (await bot(desk).client.call(calls.getTrade, { params: { id: trade.id } })).venue_fees
    for (const desk of ['ORRY', 'KEST'] as const)
      await expect.poll(() => feesOf(desk), PATIENCE).toEqual([{ currency: 'BTC', amount: '0.015' }])
    await expect(feesOf('MERL')).rejects.toMatchObject({ status: 404 })
  })

  // Proves W 5.8.
  it('14.3 14.6 14.8 blocks that were altered, removed and added there are found, reported by email, closed, and then gone', async () => {
    const [first, second, third] = [await settled(), await settled(), await settled()]
    const boss = await administratorOf('ORRY')
    const before = await compared(boss)
    expect(before.differences).toEqual([])
    expect(before.accounts[0]).toMatchObject({ missing_there: 0, missing_here: 0, differs: 0, open: 0 })
    expect(before.accounts[0]!.matched).toBe(before.accounts[0]!.ours)

    const leg = {
      instrument: spread[0].name,
      makerSide: 'SELL',
      price: '0.05',
      quantity: '30',
      makerFee: '0.009',
      takerFee: '0.009',
    } as const
    expect(venue.tamper({ kind: 'ALTER', block: first.venue_trade_id!, leg: 1, fee: { of: 'TAKER', amount: '0.00375' } })).toBeDefined()
    expect(venue.tamper({ kind: 'REMOVE', block: second.venue_trade_id! })).toBeDefined()
    expect(venue.tamper({ kind: 'ALTER', block: third.venue_trade_id!, leg: 0, price: '0.5' })).toBeDefined()
    const added = venue.tamper({ kind: 'ADD', maker: 'client-KEST', taker: 'client-ORRY', at: Date.now() - 300_000, legs: [leg] })
    const after = await compared(boss)
    expect(after.accounts[0]).toMatchObject({ missing_there: 1, missing_here: 1, differs: 2, open: 4 })
    const kinds = after.differences.map(({ kind, also, venue_trade_id: block }) => [kind, also, block])
    expect(new Set(kinds)).toEqual(
      new Set([
        ['FEE', [], first.venue_trade_id],
        ['MISSING_THERE', [], second.venue_trade_id],
        ['PRICE', [], third.venue_trade_id],
        ['MISSING_HERE', [], added],
      ]),
    )
    expect(after.differences.find(({ kind }) => kind === 'FEE')).toMatchObject({
      ours: '0.015 BTC',
      theirs: '0.01125 BTC',
      side: 'BUY',
      quantity: '25',
    })

    await closing(
      boss,
      after.differences.find(({ kind }) => kind === 'PRICE')!.id,
      after.differences.find(({ kind }) => kind === 'FEE')!.id,
    )
    venue.tamper({ kind: 'ALTER', block: first.venue_trade_id!, leg: 1, fee: { of: 'TAKER', amount: '0.004' } })
    const again = await compared(boss)
    const states = (kind: string) => again.differences.find((one) => one.kind === kind)!.state
    // The fee was accepted as it was; it has changed since.
    expect(['FEE', 'PRICE', 'MISSING_THERE', 'MISSING_HERE'].map(states)).toEqual(['OPEN', 'EXPLAINED', 'OPEN', 'OPEN'])
    const other = await administratorOf('KEST')
    await expect(other.call(reconciliationCalls.getDifference, { params: { id: again.differences[0]!.id } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

/** The first difference is explained, and the fee of the second is accepted. Other requests are refused. */
async function closing(boss: Client, price: string, fee: string): Promise<void> {
  const close = (id: string, how: 'EXPLAIN' | 'ACCEPT', reason: string) =>
    boss.call(reconciliationCalls.closeDifference, { params: { id }, body: { how, reason } })
  await expect(close(price, 'EXPLAIN', '  ')).rejects.toMatchObject({ fields: { reason: [expect.stringMatching('A reason is required')] } })
  await expect(close(price, 'ACCEPT', 'it is theirs')).rejects.toThrow('only if nothing else differs')
  expect(await close(price, 'EXPLAIN', 'A bust at the venue.')).toMatchObject({
    state: 'EXPLAINED',
    closed_by: 'Ada Moreau',
    reason: 'A bust at the venue.',
  })
  expect(await close(fee, 'ACCEPT', 'A discount for the second leg.')).toMatchObject({ state: 'ACCEPTED' })
  await expect(close(fee, 'EXPLAIN', 'Again.')).rejects.toThrow('Only an open difference can be closed')
  await expect(
    bot('ORRY').client.call(reconciliationCalls.closeDifference, { params: { id: fee }, body: { how: 'EXPLAIN', reason: 'By a key.' } }),
  ).rejects.toMatchObject({ status: 403 })
}
