/** The socket at /v1/fs, as published clients use it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../test/database.ts'
import { openTestSocket, type TestSocket } from '../../../../test/product.ts'
import { NEXT_FUNDING_AT, startSpreadProduct, type Json, type SpreadProduct } from '../../../../test/spread-product.ts'

const database = withTestDatabase()
let floor: SpreadProduct
let strategy: Json
const sockets: TestSocket[] = []
beforeAll(async () => {
  floor = await startSpreadProduct(database.url)
  strategy = await floor.strategy()
})
afterAll(() => floor?.close())
beforeEach(() => floor.calm())
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()))

type Ticker = Parameters<SpreadProduct['socket']>[0]
type Frame = Record<string, unknown>
type Meta = { readonly seq_group: number; readonly seq_num: number }
type Notice = { readonly channel: string; readonly data: Json; readonly event?: string; readonly meta: Meta }

let nextId = 1
async function open(ticker: Ticker = 'ORRY'): Promise<TestSocket> {
  const socket = await floor.socket(ticker)
  sockets.push(socket)
  return socket
}
const request = (method: string, channel?: string) => ({
  ...{ id: nextId++, jsonrpc: '2.0', method, request_timestamp: Date.now(), request_uuid: `uuid-${nextId}`, connection_id: 'c-1' },
  ...(channel === undefined ? {} : { params: { channel } }),
})
async function ask(socket: TestSocket, method: string, channel?: string): Promise<Frame> {
  const sent = request(method, channel)
  socket.send(sent)
  return socket.next((frame) => frame['id'] === sent.id)
}
const noticeOf = (frame: Frame) => frame['params'] as Notice
async function notice(socket: TestSocket, channel: string, fits: (data: Json) => boolean = () => true): Promise<Notice> {
  return noticeOf(
    await socket.next((frame) => frame['method'] === 'subscription' && noticeOf(frame).channel === channel && fits(noticeOf(frame).data)),
  )
}
const receivedOn = (socket: TestSocket, channel: string): readonly Json[] =>
  socket.frames
    .filter((frame) => frame['method'] === 'subscription' && noticeOf(frame).channel === channel)
    .map((frame) => noticeOf(frame).data)
const place = (ticker: Ticker, side: 'BUY' | 'SELL', price: string, more: object = {}) =>
  floor.must(201, ticker, 'POST', '/v1/fs/orders/', { strategy_id: strategy.id, side, price, amount: 100_000, ...more })
/** Once this is answered and a tenth of a second has passed, everything sent before has been received. */
const settle = async (socket: TestSocket) => {
  await place('ORRY', 'BUY', '-999')
  await ask(socket, 'heartbeat')
}

describe('requests', () => {
  // Proves T 7.57 to 7.59, W 6.19.
  it('are answered with an object, a heartbeat without a result, whatever members more they have', async () => {
    const socket = await open()
    expect(await ask(socket, 'subscribe', 'orders.ALL.ALL.ALL')).toMatchObject({
      jsonrpc: '2.0',
      result: { channel: 'orders.ALL.ALL.ALL' },
    })
    expect(await ask(socket, 'heartbeat')).toEqual({ id: nextId - 1, jsonrpc: '2.0' })
    expect(await ask(socket, 'unsubscribe', 'orders.ALL.ALL.ALL')).toMatchObject({ result: { channel: 'orders.ALL.ALL.ALL' } })
  })

  // Proves W 6.20.
  it('that are sent one after another are all answered before any channel speaks', async () => {
    const socket = await open()
    const sent = [
      request('heartbeat'),
      ...['venue_bbo.ALL', 'orders.ALL.ALL.ALL', 'strategy_state.ALL.ALL'].map((name) => request('subscribe', name)),
    ]
    for (const one of sent) socket.send(one)
    await notice(socket, 'venue_bbo.ALL')
    expect(socket.frames.slice(0, sent.length).map((frame) => frame['id'])).toEqual(sent.map(({ id }) => id))
  })

  // Proves T 7.60, W 6.29.
  it.each([
    'orders',
    'orders.ALL.ALL',
    'orders.CME.ALL.ALL',
    'trades.DBT.OPTION.ALL',
    'trade_tape.ALL.ALL.12',
    'order_book.ALL.L9',
    'order_book.100000000000000001.L2',
    'venue_bbo.100000000000000001',
    'strategy_states.ALL.ALL',
    'rfqs',
  ])('for %s are refused in words', async (channel) => {
    expect(await ask(await open(), 'subscribe', channel)).toMatchObject({
      error: { message: expect.any(String) as string, data: { member: 'channel' } },
    })
  })
})

describe('orders, trades and the tape', () => {
  // Proves T 7.60, W 6.21, W 6.22.
  it('send OPEN after each order, OPEN and CLOSED after a replacement, under the subscribed name', async () => {
    const socket = await open('KEST')
    const names = ['orders.ALL.ALL.ALL', 'orders.DBT.FUTURE.ALL', `orders.ALL.ANY.${strategy.id}`]
    for (const name of names) await ask(socket, 'subscribe', name)
    await ask(socket, 'subscribe', 'orders.BYB.ALL.ALL')
    const order = await place('KEST', 'BUY', '990', { label: 'mine' })
    for (const name of names) expect((await notice(socket, name)).data).toEqual(order)
    const fresh = await floor.must(201, 'KEST', 'POST', `/v1/fs/orders/${order.id}/replace/`, { price: '991' })
    const received = await Promise.all(
      ['CLOSED', 'OPEN'].map((state) =>
        notice(socket, names[0]!, (data) => data['state'] === state && (data.id !== order.id) === (state === 'OPEN')),
      ),
    )
    expect(received.map(({ data }) => [data.id, data['state'], data['label']])).toEqual([
      [order.id, 'CLOSED', 'mine'],
      [fresh.id, 'OPEN', 'mine'],
    ])
    await settle(socket)
    expect(receivedOn(socket, 'orders.BYB.ALL.ALL')).toEqual([])
  })

  // Proves T 7.60, W 6.23.
  it('8.7 send each side its own trades, and all readers the tape without sides', async () => {
    const [maker, taker, other] = [await open('LARK'), await open('KEST'), await open('ORRY')]
    for (const socket of [maker, taker, other])
      for (const name of ['orders.ALL.ALL.ALL', 'trades.ALL.ALL.ALL', `trade_tape.DBT.FUTURE.${strategy.id}`])
        await ask(socket, 'subscribe', name)
    await place('LARK', 'SELL', '1010')
    await place('KEST', 'BUY', '1010')
    for (const [socket, role] of [
      [maker, 'MAKER'],
      [taker, 'TAKER'],
    ] as const) {
      expect((await notice(socket, 'trades.ALL.ALL.ALL')).data).toMatchObject({ state: 'PENDING_SETTLEMENT', role, price: '1010' })
      expect((await notice(socket, 'trades.ALL.ALL.ALL', ({ state }) => state === 'FILLED')).data).toMatchObject({ role, amount: 100_000 })
    }
    const printed = await notice(other, `trade_tape.DBT.FUTURE.${strategy.id}`)
    expect(printed.data).toMatchObject({ state: 'FILLED', price: '1010' })
    expect(JSON.stringify(printed.data)).not.toMatch(/"side"|"role"|KEST|LARK/)
    await settle(other)
    expect([
      ...receivedOn(other, 'trades.ALL.ALL.ALL'),
      ...receivedOn(other, 'orders.ALL.ALL.ALL').filter(({ price }) => price !== '-999'),
    ]).toEqual([])
  })

  it('with a snapshot begin with the part that is named', async () => {
    const order = await place('KEST', 'BUY', '990')
    const socket = await open('KEST')
    const listOf = async (channel: string) => {
      socket.send({ ...request('subscribe'), params: { channel, snapshot: true } })
      return (await notice(socket, channel)).data
    }
    expect(await listOf(`orders.DBT.FUTURE.${strategy.id}`)).toMatchObject([{ id: order.id }])
    expect(await listOf('orders.BIT.ALL.ALL')).toEqual([])
    expect(await listOf('strategy_state.DBT.FUTURE')).toHaveLength(3)
  })
})

describe('order_book', () => {
  type Row = { readonly price: string; readonly amount_decimal: string; readonly order_id?: string }
  type Book = Json & { readonly seq_id: number; readonly prev_seq_id: number; readonly bids: readonly Row[]; readonly asks: readonly Row[] }
  const bookOver = async (level: string) =>
    (await floor.must(200, 'ORRY', 'GET', `/v1/fs/strategies/${strategy.id}/order-book?level=${level}`)) as unknown as Book

  // Proves T 7.60, W 6.24.
  it.each(['L1', 'L2', 'L3'])('of %s joins the book over REST by its numbers, and is that book after every change', async (level) => {
    const channel = `order_book.${strategy.id}.${level}`
    const [socket, every] = [await open(), await open()]
    await ask(socket, 'subscribe', channel)
    await ask(every, 'subscribe', `order_book.ALL.${level}`)
    await place('KEST', 'BUY', '990')
    const start = await bookOver(level)
    const orders = [
      await place('LARK', 'BUY', '990'),
      await place('KEST', 'SELL', '1010', { amount: 300_000 }),
      await place('KEST', 'BUY', '991'),
    ]
    await floor.must(201, 'LARK', 'POST', `/v1/fs/orders/${orders[0]!.id}/replace/`, { price: '990.5' })
    await place('LARK', 'BUY', '1010', { time_in_force: 'IMMEDIATE_OR_CANCEL' })
    await floor.must(204, 'KEST', 'DELETE', '/v1/fs/orders/?side=BUY')
    const end = await bookOver(level)
    await notice(socket, channel, (data) => Number(data['seq_id']) >= (level === 'L1' ? start.seq_id + 1 : end.seq_id))
    await place('LARK', 'BUY', '1009')
    const last = await bookOver(level)
    await notice(socket, channel, (data) => data['seq_id'] === last.seq_id)
    await notice(every, `order_book.ALL.${level}`, (data) => data['seq_id'] === last.seq_id)
    for (const reader of [receivedOn(socket, channel), receivedOn(every, `order_book.ALL.${level}`)] as (readonly Book[])[]) {
      const later = reader.filter(({ seq_id }) => seq_id > start.seq_id)
      let { seq_id: seq } = start
      const sides = { bids: new Map(start.bids.map((row) => [keyOf(row), row])), asks: new Map(start.asks.map((row) => [keyOf(row), row])) }
      for (const delta of later) {
        if (level !== 'L1') expect(delta.prev_seq_id).toBe(seq)
        seq = delta.seq_id
        for (const side of ['bids', 'asks'] as const) {
          if (level === 'L1') sides[side].clear()
          for (const row of delta[side]) if (row.amount_decimal === '0') sides[side].delete(keyOf(row))
            else sides[side].set(keyOf(row), row) // prettier-ignore
        }
      }
      for (const side of ['bids', 'asks'] as const) {
        const text = ({ price, amount_decimal, order_id }: Row) => `${order_id ?? ''} ${price} ${amount_decimal}`
        expect([...sides[side].values()].map(text).sort()).toEqual(last[side].map(text).sort())
      }
    }
  })
  const keyOf = (row: Row): string => row.order_id ?? row.price
})

describe('the venue and the platform', () => {
  // Proves T 3.44, T 7.60, W 6.26.
  it('venue_bbo covers every active strategy soon, with a mark if there is a band, and again when marks move', async () => {
    const socket = await open()
    await ask(socket, 'subscribe', 'venue_bbo.ALL')
    const seen = new Map<string, Json>()
    while (seen.size < 3) {
      const { data } = await notice(socket, 'venue_bbo.ALL')
      seen.set(data.id, data)
    }
    expect(seen.get(strategy.id)).toMatchObject({
      ...{ min_price: '-1000', max_price: '3000', mark_price: '1000', best_bid_price: '998', best_ask_price: '1002' },
      ...{ best_bid_amount: 50_000, best_ask_amount_decimal: '50000' },
      legs: [
        {
          ...{ instrument_name: 'BTC-PERPETUAL', side: 'SELL', mark_price: '90000.00' },
          funding: { rate: '0.00012', interval: 28_800_000_000_000, next_at: NEXT_FUNDING_AT * 1e6 },
        },
        { side: 'BUY', funding: null },
      ],
    })
    floor.mark(50)
    expect((await notice(socket, 'venue_bbo.ALL', ({ mark_price: mark }) => mark === '2050')).data).toMatchObject({
      best_bid_price: '2048',
    })
    const one = await open()
    await ask(one, 'subscribe', `venue_bbo.${strategy.id}`)
    expect((await notice(one, `venue_bbo.${strategy.id}`)).data).toMatchObject({ id: strategy.id, mark_price: '1000' })
  })

  // Proves T 7.60, W 6.28.
  it('send their state immediately, and market maker protection when it triggers', async () => {
    const socket = await open('LARK')
    for (const name of ['platform_state', 'system_state', 'market_maker_protection']) await ask(socket, 'subscribe', name)
    expect((await notice(socket, 'platform_state')).data).toMatchObject({ platform_state: 'AVAILABLE', next_platform_state: null })
    expect((await notice(socket, 'system_state')).data).toMatchObject({ state: 'AVAILABLE' })
    for (const price of ['1010', '1011']) await place('LARK', 'SELL', price)
    await place('KEST', 'BUY', '1011', { amount: 200_000 })
    expect((await notice(socket, 'market_maker_protection', ({ kind }) => kind === 'TRIGGERED')).data).toMatchObject({
      rate_limit_hit: true,
    })
  })

  it('open a socket to a session’s token, with cancel-on-disconnect=0', async () => {
    const token = await floor.product.signIn()
    const socket = await openTestSocket(floor.product.server.baseUrl, `/v1/fs/?cancel-on-disconnect=0&token=${token}`)
    sockets.push(socket)
    expect(await ask(socket, 'subscribe', 'system_state')).toMatchObject({ result: { channel: 'system_state' } })
    await expect(openTestSocket(floor.product.server.baseUrl, '/v1/fs?api-key=nobody')).rejects.toThrow('Invalid API Access Key')
  })

  // Proves T 7.60, W 6.27.
  it('strategy_state has no list on subscribing', async () => {
    const socket = await open()
    await ask(socket, 'subscribe', 'strategy_state.ALL.ALL')
    await ask(socket, 'subscribe', 'orders.ALL.ALL.ALL')
    await place('ORRY', 'BUY', '-999')
    // A list would have arrived first.
    await notice(socket, 'orders.ALL.ALL.ALL')
    expect(receivedOn(socket, 'strategy_state.ALL.ALL')).toEqual([])
  })
})

// Last, because it lists more spreads, ends existing ones and stops the platform.
describe('a day that goes on', () => {
  it('17.9 strategy_state reports which spreads are listed and which have ended, and venue_bbo.ALL follows', async () => {
    const socket = await open()
    for (const name of ['strategy_state.DBT.FUTURE', 'strategy_state.BYB.ALL', 'venue_bbo.ALL']) await ask(socket, 'subscribe', name)
    floor.listMore()
    const added = await notice(socket, 'strategy_state.DBT.FUTURE')
    expect(added).toMatchObject({ event: 'ADDED', data: { state: 'ACTIVE', venue: 'DBT', kind: 'FUTURE' } })
    await notice(socket, 'venue_bbo.ALL', ({ id }) => id === added.data.id)
    floor.clock.now = Number(strategy['expires_at']) / 1e6
    // A decision of its market, which first processes whatever is due. The socket has been silent for months of test time, so another one is used.
    await floor.as('KEST', 'DELETE', '/v1/fs/orders/')
    const later = await open()
    const { seq_group: group, seq_num: seq } = added.meta
    later.send({ ...request('subscribe'), params: { channel: 'strategy_state.DBT.FUTURE', from_seq: { [group]: seq } } })
    const removed = await notice(later, 'strategy_state.DBT.FUTURE', ({ id }) => id === strategy.id)
    expect(removed).toMatchObject({ event: 'REMOVED', data: { state: 'EXPIRED' } })
    const order = { strategy_id: strategy.id, side: 'BUY', price: '990', amount: 100_000 }
    expect((await floor.as('KEST', 'POST', '/v1/fs/orders/', order)).json).toMatchObject({ code: expect.any(Number) as number })
    expect((await floor.must(200, 'KEST', 'GET', '/v1/fs/strategies/?state=EXPIRED'))['results']).toContainEqual(
      expect.objectContaining({ id: strategy.id, state: 'EXPIRED', last_updated: strategy['expires_at'] }),
    )
    expect(receivedOn(socket, 'strategy_state.BYB.ALL')).toEqual([])
  })

  it('platform_state and system_state report that the platform stops, and the next state', async () => {
    const socket = await open()
    for (const name of ['platform_state', 'system_state']) await ask(socket, 'subscribe', name)
    await floor.product.server.operator.setPlatformState('UNAVAILABLE')
    const stopped = await notice(socket, 'platform_state', ({ platform_state: state }) => state === 'UNAVAILABLE')
    expect(stopped.data).toMatchObject({
      message_kind: 'ANNOUNCED',
      next_platform_state: 'AVAILABLE_CANCEL_ONLY',
      next_platform_state_at: 0,
    })
    expect((await notice(socket, 'system_state', ({ state }) => state === 'UNAVAILABLE')).data).toMatchObject({ state: 'UNAVAILABLE' })
  })
})
