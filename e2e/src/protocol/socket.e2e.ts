import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDirectFloor, type Floor, type Rfq } from './floor.ts'
import { callAs, secondKeyOf, signIn } from './session.ts'
import { openSocket, type WireSocket } from './wire-socket.ts'

let floor: Floor
/** Opened first and checked last: it takes the ten seconds of a missing heartbeat. */
let silent: { readonly socket: WireSocket; readonly openedAt: number }
beforeAll(async () => {
  floor = await openDirectFloor()
  const url = `${floor.product.baseUrl}/v2/drfq/?api-key=${floor.bot('LARK').keys.accessKey}&cancel_on_disconnect=false`
  silent = { openedAt: Date.now(), socket: await openSocket(url, 'silent') }
})
afterAll(() => floor?.close())

const rpc = (id: unknown, method: string, params?: object) => ({ id, jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })

describe('requests on the socket', () => {
  // Proves T 7.64, W 1.1, W 1.2.
  it.each([0, 1, 7_000_000, randomUUID()])('an id of %j comes back as it was, with an array for a result', async (id) => {
    const socket = await floor.socketOf(floor.taker)
    socket.send(rpc(id, 'subscribe', { channel: 'rfqs' }))
    expect(await socket.frame((frame) => frame.id === id, 'an answer')).toEqual({ id, jsonrpc: '2.0', result: ['rfqs'] })
    socket.send(rpc(id, 'unsubscribe', { channel: 'rfqs' }))
    await socket.close()
  })

  // Proves W 1.3.
  it('a heartbeat is answered without a result', async () => {
    const socket = await floor.socketOf(floor.taker)
    socket.send(rpc(11, 'heartbeat'))
    const answer = await socket.frame((frame) => frame.id === 11, 'an answer')
    expect(answer).toEqual({ id: 11, jsonrpc: '2.0' })
    await socket.close()
  })

  it.each([
    ['no JSON', '{', -32700],
    ['a list', '[]', -32600],
    ['a number', '1', -32600],
    ['no version', '{"id":1,"method":"heartbeat"}', -32600],
    ['a method there is not', JSON.stringify(rpc(1, 'login')), -32601],
    ['a channel there is not', JSON.stringify(rpc(1, 'subscribe', { channel: 'nothing' })), -32602],
    ['no channel', JSON.stringify(rpc(1, 'subscribe')), -32602],
    ['a channel that is a list', JSON.stringify(rpc(1, 'subscribe', { channel: ['rfqs'] })), -32602],
    ['deep nesting', `{"id":1,"jsonrpc":"2.0","method":"subscribe","params":${'['.repeat(5000)}${']'.repeat(5000)}}`, -32600],
    ['a from_seq that is none', JSON.stringify(rpc(1, 'subscribe', { channel: 'rfqs', from_seq: { a: 1 } })), -32602],
  ])('%s is answered with an error, and the socket goes on', async (_name, text, code) => {
    const socket = await floor.socketOf(floor.taker)
    socket.send(text)
    expect((await socket.frame((frame) => frame.error !== undefined, 'an error')).error).toMatchObject({
      code,
      message: expect.any(String),
    })
    expect(await socket.subscribe('rfqs')).toMatchObject({ result: ['rfqs'] })
    await socket.close()
  })

  // Proves W 1.5.
  it('no frame is without an id unless it is a notification of a channel', async () => {
    const socket = await floor.socketOf(floor.taker)
    for (const channel of ['rfqs', 'orders', 'trades', 'rfq_orders', 'bbo', 'market_maker_protection', 'platform_state'])
      await socket.subscribe(channel, { snapshot: true })
    const rfq = await floor.ask()
    await socket.receives('rfqs', ({ id }) => id === rfq.id)
    await socket.receives('bbo', ({ rfq_id }) => rfq_id === rfq.id)
    for (const frame of socket.frames.filter(({ id }) => id === undefined))
      expect(frame).toMatchObject({
        jsonrpc: '2.0',
        method: 'subscription',
        params: { channel: expect.any(String), meta: { seq_num: expect.any(Number) } },
      })
    await socket.close()
  })
})

describe('channels in both vocabularies', () => {
  // Proves W 1.4, W 1.24.
  it('are echoed as they were subscribed, with event beside data', async () => {
    const socket = await floor.socketOf(floor.taker)
    const quoting = await floor.socketOf(floor.maker)
    const names = [
      'rfqs',
      'rfq',
      'rfq_orders',
      'rfq_order',
      'bbo',
      'trades',
      'trade',
      'trade_confirmation',
      'mmp',
      'market_maker_protection',
    ]
    for (const name of names) expect(await socket.subscribe(name)).toMatchObject({ result: [name] })
    for (const name of ['orders', 'order']) expect(await quoting.subscribe(name)).toMatchObject({ result: [name] })
    const rfq = await floor.ask()
    for (const name of ['rfqs', 'rfq'])
      expect(await socket.receives(name, ({ id }) => id === rfq.id)).toMatchObject({ event: 'ADDED', data: { state: 'OPEN' } })
    const { id } = await floor.quote(rfq.id, 'SELL', floor.priceAt(6))
    for (const name of ['rfq_orders', 'rfq_order'])
      expect(await socket.receives(name, (data) => data['id'] === id)).toMatchObject({
        event: 'ADDED',
        data: { rfq_id: rfq.id, side: 'SELL', price: expect.any(String), quantity: '25' },
      })
    for (const name of ['orders', 'order'])
      expect(await quoting.receives(name, (data) => data['id'] === id)).toMatchObject({
        event: 'ADDED',
        data: { rfq_id: rfq.id, side: 'SELL', state: 'OPEN', created_at: expect.any(Number) },
      })
    await floor.maker.must(204, 'DELETE', `/v2/drfq/orders/${id}/`)
    for (const name of ['rfq_orders', 'rfq_order']) await socket.receives(name, (data, event) => data['id'] === id && event === 'REMOVED')
    await quoting.receives('orders', (data, event) => data['id'] === id && event === 'REMOVED' && data['state'] === 'CLOSED')
    await Promise.all([socket.close(), quoting.close()])
  })

  // Proves W 1.6.
  it('a bbo comes soon after subscribing, complete, by its own name and by `bbo`', async () => {
    const rfq = await floor.ask()
    const socket = await floor.socketOf(floor.maker)
    for (const name of [`bbo.${rfq.id}`, 'bbo']) {
      await socket.subscribe(name)
      const { data } = await socket.receives(name, ({ rfq_id }) => rfq_id === rfq.id)
      expect(data['mark_price']).toEqual(expect.any(String))
      expect(data['legs']).toEqual([
        expect.objectContaining({ instrument_id: floor.option.id, mark_price: expect.any(String), greeks: expect.any(Object) }),
      ])
    }
    expect((await socket.subscribe('bbo.r_000000000000000000000000000')).error).toMatchObject({ code: expect.any(Number) })
    await socket.close()
  })
})

describe('cancel on disconnect', () => {
  const state = async (path: string): Promise<unknown> => (await floor.taker.must(200, 'GET', `/v2/drfq/rfqs/${path}/`))['state']
  const orderState = async (id: string): Promise<unknown> => (await floor.maker.must(200, 'GET', `/v2/drfq/orders/${id}/`))['state']

  // Proves W 2.7.
  it.each(['', 'cancel_on_disconnect=true', 'cancel-on-disconnect=1'])(
    'with %j: when the last socket of a key is gone, its RFQs end',
    async (query) => {
      const [first, last] = [await floor.socketOf(floor.taker, query), await floor.socketOf(floor.taker, query)]
      const rfq = await floor.ask()
      await first.close()
      expect(await state(rfq.id)).toBe('OPEN')
      await last.close()
      await expect.poll(() => state(rfq.id), { timeout: 60_000 }).toBe('CLOSED')
    },
  )

  // Proves W 2.7.
  it('pulls the orders of the key alone: another key of the desk and other desks keep theirs', async () => {
    const other = await secondKeyOf(floor)
    const [one, two]: Rfq[] = [await floor.ask(), await floor.ask()]
    const socket = await floor.socketOf(floor.maker, '')
    const others = await floor.socketOf(other, '')
    const gone = await floor.quote(one!.id, 'SELL', floor.priceAt(6))
    const body = { rfq_id: two!.id, side: 'SELL', quantity: '25', legs: [{ instrument_id: floor.option.id, price: floor.priceAt(6) }] }
    const kept = await other.must(201, 'POST', '/v2/drfq/orders/', body)
    await socket.close()
    await expect.poll(() => orderState(gone.id), { timeout: 60_000 }).toBe('CLOSED')
    expect(await orderState(String(kept['id']))).toBe('OPEN')
    expect(await state(one!.id)).toBe('OPEN')
    await others.close()
    await expect.poll(() => orderState(String(kept['id'])), { timeout: 60_000 }).toBe('CLOSED')
  })

  // Proves T 7.63.
  it.each(['cancel_on_disconnect=false', 'cancel-on-disconnect=0'])('%s leaves everything open', async (query) => {
    const socket = await floor.socketOf(floor.maker, query)
    const rfq = await floor.ask()
    const order = await floor.quote(rfq.id, 'SELL', floor.priceAt(6))
    await socket.close()
    // Later notifications of the same shard come after anything that a disconnect would have done.
    await floor.ask()
    expect(await orderState(order.id)).toBe('OPEN')
  })
})

describe('a key that is revoked', () => {
  it('closes its sockets at once, cancels what it has open, and calls no more', async () => {
    const bot = await secondKeyOf(floor)
    const socket = await floor.socketOf(bot, '')
    const rfq = await floor.ask()
    const body = { rfq_id: rfq.id, side: 'BUY', quantity: '25', legs: [{ instrument_id: floor.option.id, price: floor.priceAt(-6) }] }
    const { id } = await bot.must(201, 'POST', '/v2/drfq/orders/', body)
    const lena = await signIn(floor.product, 'LIND')
    const { results } = (await callAs(lena, 'GET', '/account/desk/api-keys/')).json as unknown as {
      results: { id: string; access_key_prefix: string }[]
    }
    const key = results.find(({ access_key_prefix }) => bot.keys.accessKey.startsWith(access_key_prefix))!
    expect(await callAs(lena, 'DELETE', `/account/desk/api-keys/${key.id}/`)).toMatchObject({ status: 204 })
    expect((await socket.closed).code).toBe(4401)
    expect(await bot.send('GET', '/v2/drfq/echo/')).toMatchObject({ status: 403, json: { detail: 'Invalid API Access Key' } })
    await expect
      .poll(async () => (await floor.maker.must(200, 'GET', `/v2/drfq/orders/${id}/`))['state'], { timeout: 60_000 })
      .toBe('CLOSED')
  })
})

describe('a socket that is not heard', () => {
  // Proves W 2.8.
  it('is closed after ten seconds, and not before', async () => {
    const { code, at } = await silent.socket.closed
    expect(code).toBe(4408)
    expect(at - silent.openedAt).toBeGreaterThanOrEqual(10_000)
  })
})
