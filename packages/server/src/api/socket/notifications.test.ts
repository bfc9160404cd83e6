import { wireLimits } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import type { TestSocket } from '../../../test/product.ts'
import { createMarket, serve } from '../../../test/socket-market.ts'
import { socketLimits } from './limits.ts'

let nextId = 100
async function ask(socket: TestSocket, method: string, params: object): Promise<Record<string, unknown>> {
  const id = nextId++
  socket.send({ id, jsonrpc: '2.0', method, params })
  return socket.next((frame) => frame['id'] === id)
}
const isNotification = (frame: Record<string, unknown>) => frame['method'] === 'subscription'
/** Without the time of writing, which is checked separately. */
const received = async (socket: TestSocket) => {
  const { meta, ...params } = (await socket.next(isNotification))['params'] as { readonly meta: Record<string, unknown> } & Record<
    string,
    unknown
  >
  const { server_time, ...rest } = meta
  expect(Number.isInteger(server_time)).toBe(true)
  return { ...params, meta: rest } as Record<string, unknown>
}

describe('a channel of notes', () => {
  it('tells what happens from the subscription on, in the spelling that was subscribed, to whom it concerns', async () => {
    const market = createMarket()
    const { open } = await serve(market)
    const socket = await open()
    market.say(1, 'rfqs', { id: 'before' })
    expect(await ask(socket, 'subscribe', { channel: 'rfq' })).toEqual({ id: nextId - 1, jsonrpc: '2.0', result: ['rfq'] })
    market.say(2, 'rfqs', { id: 'other' }, 'desk:KEST')
    market.say(3, 'trade_tape', { id: 'unasked' }, 'everybody')
    market.say(4, 'rfqs', { id: 'mine' })
    market.say(5, 'rfqs', { id: 'all' }, 'everybody')
    market.say(7, 'rfqs', { id: 'key' }, 'user:k_1')
    const event = 'ADDED'
    expect(await received(socket)).toEqual({ channel: 'rfq', data: { id: 'mine' }, event, meta: { seq_group: 1, seq_num: 4 } })
    expect(await received(socket)).toEqual({
      channel: 'rfq',
      data: { id: 'all' },
      event,
      meta: { seq_group: 1, seq_num: 5, prev_seq_num: 4 },
    })
    expect(await received(socket)).toEqual({
      channel: 'rfq',
      data: { id: 'key' },
      event,
      meta: { seq_group: 1, seq_num: 7, prev_seq_num: 5 },
    })
  })

  it('with a snapshot nothing is lost and nothing repeated, whatever happens while the list is read', async () => {
    const market = createMarket()
    market.say(1, 'rfqs', { id: 'listed' })
    const { open } = await serve(market, {
      lists: [
        () => {
          market.say(2, 'rfqs', { id: 'meanwhile' })
          return Promise.resolve([{ id: 'listed' }])
        },
      ],
    })
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    market.say(3, 'rfqs', { id: 'after' })
    expect(await received(socket)).toMatchObject({
      event: 'SNAPSHOT',
      data: [{ id: 'listed' }],
      meta: { seq_group: 1, seq_num: 1, positions: { 1: 1 } },
    })
    expect(await received(socket)).toMatchObject({ data: { id: 'meanwhile' }, meta: { seq_num: 2, prev_seq_num: 1 } })
    expect(await received(socket)).toMatchObject({ data: { id: 'after' }, meta: { seq_num: 3, prev_seq_num: 2 } })
  })

  it('8.6, 10.11 a position changes only with the messages of its reader', async () => {
    const market = createMarket()
    const { open } = await serve(market)
    const socket = await open()
    const positionsNow = async () => {
      await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
      return (await received(socket))['meta']
    }
    market.say(3, 'rfqs', { id: 'own' })
    expect(await positionsNow()).toEqual({ seq_group: 1, seq_num: 3, positions: { 1: 3 } })
    market.say(4, 'rfqs', { id: 'hidden' }, 'desk:KEST')
    market.say(9, 'orders', { id: 'hidden' }, 'desk:KEST')
    expect(await positionsNow()).toEqual({ seq_group: 1, seq_num: 3, positions: { 1: 3 } })
    // Nor can it be found by trying to resume from higher and higher numbers.
    for (const from_seq of [{ 1: 4 }, { 1: 9 }, { 1: 10 }]) {
      await ask(socket, 'subscribe', { channel: 'rfqs', from_seq })
      expect(await received(socket)).toMatchObject({ event: 'SNAPSHOT', meta: { seq_num: 3 } })
    }
    market.say(10, 'rfqs', { id: 'own again' })
    expect(await received(socket)).toMatchObject({ data: { id: 'own again' }, meta: { seq_num: 10, prev_seq_num: 3 } })
  })

  it('subscribing again with a snapshot brings a new one', async () => {
    const { open } = await serve(createMarket())
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs' })
    await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    expect(await received(socket)).toMatchObject({ event: 'SNAPSHOT', data: [] })
  })

  it('asked again while the list is being read is answered by the same one, and a list that is no longer wanted is not read', async () => {
    const market = createMarket()
    market.say(1, 'rfqs', { id: 'listed' })
    const asked: ((list: readonly object[]) => void)[] = []
    const list = () => new Promise<readonly object[]>((resolve) => asked.push(resolve))
    const { open } = await serve(market, { lists: [list, list, list, list] })
    const socket = await open()
    for (let each = 0; each < 20; each++) await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    expect(asked).toHaveLength(1)
    market.say(2, 'rfqs', { id: 'meanwhile' })
    asked[0]!([{ id: 'listed' }])
    expect(await received(socket)).toMatchObject({ event: 'SNAPSHOT', data: [{ id: 'listed' }] })
    expect(await received(socket)).toMatchObject({ data: { id: 'meanwhile' } })
    expect(socket.frames.filter(isNotification)).toHaveLength(2)
    // After that, a request brings a new one. Further requests wait for it, and only the last of them is read.
    await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    for (let each = 0; each < 20; each++) {
      await ask(socket, 'unsubscribe', { channel: 'rfqs' })
      await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    }
    expect(asked).toHaveLength(2)
    asked[1]!([{ id: 'unwanted' }])
    await expect.poll(() => asked.length).toBe(3)
    asked[2]!([{ id: 'wanted' }])
    await expect.poll(() => JSON.stringify(socket.frames.at(-1))).toContain('"wanted"')
    expect(asked).toHaveLength(3)
  })

  it.each([
    ['in the request', '', { from_seq: 1 }],
    ['in the request, by group', '', { from_seq: { 1: 1 } }],
    ['in the address', '&from_seq=1', {}],
    ['in the address, by group', '&from_seq=1:1', {}],
  ])('who comes back says %s what it has, and gets the rest', async (_where, query, params) => {
    const market = createMarket()
    const { open } = await serve(market)
    for (const seq of [1, 2, 3]) market.say(seq, 'rfqs', { id: `r${seq}` })
    const socket = await open(query)
    await ask(socket, 'subscribe', { channel: 'rfqs', ...params })
    market.say(4, 'rfqs', { id: 'r4' })
    const all = [await received(socket), await received(socket), await received(socket)]
    expect(all.map(({ meta }) => meta)).toEqual([
      { seq_group: 1, seq_num: 2, prev_seq_num: 1 },
      { seq_group: 1, seq_num: 3, prev_seq_num: 2 },
      { seq_group: 1, seq_num: 4, prev_seq_num: 3 },
    ])
  })

  it('a socket that dies among the notes of one decision resumes before it: nothing is lost', async () => {
    const market = createMarket()
    const { open } = await serve(market)
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs' })
    market.say(3, 'rfqs', { id: 'r3' })
    market.decide(7, 'rfqs', [{ id: 'first' }, { id: 'second' }, { id: 'third' }])
    const metas = [await received(socket), await received(socket), await received(socket), await received(socket)].map(({ meta }) => meta)
    expect(metas).toEqual([
      { seq_group: 1, seq_num: 3 },
      { seq_group: 1, seq_num: 6, seq_left: 2, prev_seq_num: 3 },
      { seq_group: 1, seq_num: 6, seq_left: 1, prev_seq_num: 6, prev_seq_left: 2 },
      { seq_group: 1, seq_num: 7, prev_seq_num: 6, prev_seq_left: 1 },
    ])
    const back = await open()
    await ask(back, 'subscribe', { channel: 'rfqs', from_seq: { 1: 6 } })
    const again = [await received(back), await received(back), await received(back)]
    expect(again.map(({ data, meta }) => ({ data, meta }))).toEqual([
      { data: { id: 'first' }, meta: { seq_group: 1, seq_num: 6, seq_left: 2, prev_seq_num: 6 } },
      { data: { id: 'second' }, meta: { seq_group: 1, seq_num: 6, seq_left: 1, prev_seq_num: 6, prev_seq_left: 2 } },
      { data: { id: 'third' }, meta: { seq_group: 1, seq_num: 7, prev_seq_num: 6, prev_seq_left: 1 } },
    ])
  })

  it('where what was missed is no longer kept, a snapshot comes instead', async () => {
    const market = createMarket(10)
    market.say(12, 'rfqs', { id: 'r12' })
    const { open } = await serve(market, { lists: [() => Promise.resolve([{ id: 'r12' }])] })
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs', from_seq: 5 })
    expect(await received(socket)).toMatchObject({ event: 'SNAPSHOT', data: [{ id: 'r12' }], meta: { seq_num: 12 } })
  })

  it('after unsubscribing nothing comes', async () => {
    const market = createMarket()
    const { open } = await serve(market)
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs' })
    expect(await ask(socket, 'unsubscribe', { channel: 'rfqs' })).toMatchObject({ result: ['rfqs'] })
    market.say(1, 'rfqs', { id: 'unheard' })
    await ask(socket, 'heartbeat', {})
    expect(socket.frames.filter(isNotification)).toEqual([])
  })

  it('a client that does not read is disconnected with ConsumerTooSlow', async () => {
    const market = createMarket()
    const { open, side } = await serve(market)
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs' })
    for (let seq = 1; seq <= 3; seq++) market.say(seq, 'rfqs', { id: 'x'.repeat(400_000) })
    expect(await socket.closed).toEqual({ code: 4413, reason: 'ConsumerTooSlow' })
    await expect.poll(() => side.count()).toBe(0)
  })
})

describe('a socket that the server closes is told why', () => {
  it('where its list could not be read', async () => {
    const { open, side } = await serve(createMarket(), { lists: [() => Promise.reject(new Error('the database is away'))] })
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    expect(await socket.closed).toEqual({ code: 1011, reason: 'SnapshotFailed' })
    await expect.poll(() => side.count()).toBe(0)
  })

  it('where more happens while its list is read than is kept for it', async () => {
    const market = createMarket()
    const { open } = await serve(market, { lists: [() => new Promise(() => undefined)] })
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs', snapshot: true })
    for (let seq = 1; seq <= socketLimits.heldDuringSnapshot + 1; seq++) market.say(seq, 'rfqs', { id: 'r' })
    expect(await socket.closed).toEqual({ code: 4413, reason: 'ConsumerTooSlow' })
  })

  it('where the server stops, with what was said before', async () => {
    const market = createMarket()
    const { open, side } = await serve(market)
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'rfqs' })
    market.say(1, 'rfqs', { id: 'last' })
    const stopped = side.close()
    expect(await received(socket)).toMatchObject({ data: { id: 'last' } })
    expect(await socket.closed).toEqual({ code: 1001, reason: 'ServerStopping' })
    await stopped
  })
})

describe('a channel of newest values', () => {
  it('acknowledges first, then tells the value there is and each newer one', async () => {
    const { open, pushes } = await serve(createMarket())
    const socket = await open()
    await ask(socket, 'subscribe', { channel: 'bbo.r_1' })
    expect(await received(socket)).toMatchObject({ channel: 'bbo.r_1', data: { rfq_id: 'r_1', mark_price: '1' }, meta: { seq_group: 0 } })
    pushes[0]!({ rfq_id: 'r_1', mark_price: '2' })
    expect(await received(socket)).toMatchObject({ data: { mark_price: '2' } })
  })

  it('refuses in words', async () => {
    const { open } = await serve(createMarket())
    const socket = await open()
    expect(await ask(socket, 'subscribe', { channel: 'bbo.unknown' })).toMatchObject({
      error: { code: 1003, message: 'There is no such RFQ.' },
    })
    expect(await ask(socket, 'subscribe', { channel: 'bbo.' })).toMatchObject({ error: { code: -32602, data: { member: 'channel' } } })
  })
})

describe('cancel on disconnect', () => {
  it.each([
    ['one socket that said nothing', [''], 1],
    ['one socket that said false', ['cancel_on_disconnect=false'], 0],
    ['one socket that said 0 with dashes', ['cancel-on-disconnect=0'], 0],
    ['two sockets of which one asked for it', ['cancel_on_disconnect=false', 'cancel_on_disconnect=true'], 1],
    ['two sockets that both asked for it', ['', ''], 1],
  ])('after %s went away, the key is cancelled so often', async (_name, queries, times) => {
    const { openSigned, gone, side } = await serve(createMarket())
    const sockets = await Promise.all(queries.map((query) => openSigned(query)))
    for (const [index, socket] of sockets.entries()) {
      expect(gone.length).toBe(0)
      socket.close()
      await socket.closed
      await expect.poll(() => side.count()).toBe(sockets.length - index - 1)
    }
    expect(gone.length).toBe(times)
  })

  it('2.15 sockets that only name their key cancel as well, do not delay the cancellation of the signed ones, and take none of their places', async () => {
    const { open, openSigned, gone, side } = await serve(createMarket())
    const named = await Promise.all(Array.from({ length: wireLimits.socketsPerKey }, () => open()))
    await expect(open()).rejects.toMatchObject({ status: 429 })
    const signed = await openSigned()
    expect(side.isHere('k_1')).toBe(true)
    signed.close()
    await expect.poll(() => gone.length).toBe(1)
    expect([side.isHere('k_1'), side.count()]).toEqual([true, named.length])
    for (const socket of named) socket.close()
    await expect.poll(() => side.count()).toBe(0)
    expect(gone.length).toBe(2)
  })
})
