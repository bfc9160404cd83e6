import { createSecretKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wireLimits, type BucketRate } from '@parley/contracts'
import type { DeskId, UserId } from '@parley/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createSocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import type { Audience, Notification } from '../../engine/engine.ts'
import type { Caller } from '../../calls/route.ts'
import { silent } from '../../log/log.ts'
import { openTestSocket, type TestSocket } from '../../../test/product.ts'
import type { Channel } from '../../calls/channel.ts'
import { createSocket } from './create-socket.ts'
import { socketLimits } from './limits.ts'
import { createTestAccess } from '../../../test/socket-access.ts'

const caller: Caller = {
  kind: 'key',
  desk: 'ORRY' as DeskId,
  user: 'k_1' as UserId,
  via: 'k_1',
  role: 'trader',
  proved: undefined,
  isRestricted: false,
}
const access = createTestAccess({
  key: (accessKey) => (accessKey === 'K' ? { caller, secrets: [createSecretKey(new Uint8Array(32))] } : undefined),
})

/** A market of one shard that the test writes by hand: a list of notifications, kept from some number on. */
function createMarket(keptAfter = 0) {
  const notifications: Notification[] = []
  const listeners = new Set<(notifications: readonly Notification[]) => void>()
  const decide = (seq: number, channel: string, data: readonly object[], audience: Audience = 'desk:ORRY'): void => {
    const sent = data.map(
      (each): Notification => ({ shard: { name: 'DBT-BTC', group: 1 }, seq, audience, channel, event: 'ADDED', data: each }),
    )
    notifications.push(...sent)
    for (const listener of listeners) listener(sent)
  }
  const say = (seq: number, channel: string, data: object, audience?: Audience): void => decide(seq, channel, [data], audience)
  const source = {
    onNotifications(listener: (notifications: readonly Notification[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notificationsAfter: (_group: number, seq: number, audiences: readonly Audience[], channel: string) =>
      Promise.resolve(
        seq < keptAfter
          ? undefined
          : notifications.filter(
              (notification) => notification.seq > seq && notification.channel === channel && audiences.includes(notification.audience),
            ),
      ),
    positions: () => new Map([[1, notifications.at(-1)?.seq ?? 0]]),
  }
  return { source, say, decide }
}

type Market = ReturnType<typeof createMarket>
type Listed = {
  lists: (() => Promise<readonly object[]>)[]
  frames?: BucketRate
  deskFrames?: BucketRate
  /** When a key that comes is written down. */
  arrived?: () => Promise<void>
  lines?: object[]
  now?: () => number
}
const often = { perSecond: 1000, burst: 1000 }

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function serve(
  market: Market,
  { lists, frames = often, deskFrames = often, arrived, lines = [], now = Date.now }: Listed = { lists: [] },
) {
  const pushes: ((data: object) => void)[] = []
  const gone: Caller[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const channels: Channel[] = [
    { kind: 'notifications', name: 'rfqs', also: ['rfq'], snapshot: () => lists.shift()?.() ?? Promise.resolve([]) },
    { kind: 'notifications', name: 'trade_tape', also: [], snapshot: () => Promise.resolve([]) },
    {
      kind: 'stream',
      pattern: 'bbo.{rfq_id}',
      open: (_caller, { rfq_id }, push) => {
        if (rfq_id === 'unknown') return Promise.resolve({ refused: 'NotFound', rule: '', message: 'There is no such RFQ.' })
        push({ rfq_id, mark_price: '1' })
        pushes.push(push)
        return Promise.resolve(() => void pushes.splice(0))
      },
    },
  ]
  const tickets = createSocketTickets()
  const common = {
    access,
    tickets,
    endpoints: { '/v2/drfq': channels },
    source: market.source,
    onKeyGone: (one: Caller) => void gone.push(one),
    framesPerSocket: frames,
    framesPerDesk: deskFrames,
    ...(arrived && { keys: { arrived, turnedBack: () => undefined, sweep: () => undefined } }),
  }
  const side = createSocket(server, {
    ...common,
    trustProxy: false,
    now,
    log: { ...silent, warn: (details) => void lines.push(details) },
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ending.push(async () => {
    await side.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { open: (query = '') => openTestSocket(baseUrl, `/v2/drfq/?api-key=K${query}`), pushes, gone, side }
}

let nextId = 100
async function ask(socket: TestSocket, method: string, params: object): Promise<Record<string, unknown>> {
  const id = nextId++
  socket.send({ id, jsonrpc: '2.0', method, params })
  return socket.next((frame) => frame['id'] === id)
}
const isNotification = (frame: Record<string, unknown>) => frame['method'] === 'subscription'
/** Without the time at which it was written, which is looked at apart. */
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
    // Once it is there, asking brings a new one; other wishes wait for it, and only the last of them is read.
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

  it('who does not read is told ConsumerTooSlow and dropped', async () => {
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

describe('a socket that asks for too much', () => {
  const few = { perSecond: 0.001, burst: 3 }
  const next = async (socket: TestSocket, frame: unknown) => {
    socket.send(frame)
    return (await socket.next()) as { error?: { message: string } }
  }

  it.each<[string, unknown]>([
    ['no JSON', '{{{'],
    ['no request', '[1]'],
    ['no id that can be read', '{"id":{},"jsonrpc":"2.0","method":"heartbeat"}'],
    ['an unknown method', { id: 1, jsonrpc: '2.0', method: 'shout' }],
  ])('of frames with %s has three answered, and the others are too many', async (_what, frame) => {
    const { open } = await serve(createMarket(), { lists: [], frames: few })
    const socket = await open()
    for (let each = 0; each < 3; each++) expect((await next(socket, frame)).error?.message).not.toMatch(/^Too many frames/)
    expect((await next(socket, frame)).error?.message).toMatch(/^Too many frames/)
  })

  it('with the others of its desk is counted together with them; one heartbeat a second stays free', async () => {
    const { open } = await serve(createMarket(), { lists: [], deskFrames: few, now: () => 1_000_000 })
    const [one, other] = [await open(), await open()]
    for (const socket of [one, other, one]) expect((await next(socket, '{{{')).error?.message).not.toMatch(/^Too many frames/)
    expect((await next(other, '{{{')).error?.message).toMatch(/^Too many frames/)
    const beat = { id: 7, jsonrpc: '2.0', method: 'heartbeat' }
    expect(await next(other, beat)).toEqual({ id: 7, jsonrpc: '2.0' })
    expect((await next(other, beat)).error?.message).toMatch(/^Too many frames/)
  })

  it('counts from its handshake on: of sixty that come before the first is written down, fifty are let in', async () => {
    let write = (): void => undefined
    const written = new Promise<void>((resolve) => (write = resolve))
    const lines: object[] = []
    const { open, side } = await serve(createMarket(), { lists: [], arrived: () => written, lines })
    const opening = Array.from({ length: 60 }, () =>
      open('').then(
        () => 'open',
        (error: { status: number }) => error.status,
      ),
    )
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatchObject({ error: 'RateLimited', call: 'GET /v2/drfq/' })
    write()
    const all = await Promise.all(opening)
    expect(all.filter((each) => each === 'open')).toHaveLength(wireLimits.socketsPerKey)
    expect(all.filter((each) => each === 429)).toHaveLength(10)
    await expect.poll(() => side.count()).toBe(wireLimits.socketsPerKey)
  })
})

describe('cancel on disconnect', () => {
  it.each([
    ['one socket that said nothing', [''], 1],
    ['one socket that said false', ['&cancel_on_disconnect=false'], 0],
    ['one socket that said 0 with dashes', ['&cancel-on-disconnect=0'], 0],
    ['two sockets of which one asked for it', ['&cancel_on_disconnect=false', '&cancel_on_disconnect=true'], 1],
    ['two sockets that both asked for it', ['', ''], 1],
  ])('after %s went away, the key is cancelled so often', async (_name, queries, times) => {
    const { open, gone, side } = await serve(createMarket())
    const sockets = await Promise.all(queries.map((query) => open(query)))
    for (const [index, socket] of sockets.entries()) {
      expect(gone.length).toBe(0)
      socket.close()
      await socket.closed
      await expect.poll(() => side.count()).toBe(sockets.length - index - 1)
    }
    expect(gone.length).toBe(times)
  })
})
