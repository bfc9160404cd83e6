/** Channels whose names have parts, and addresses with other socket styles. */
import { refuse } from '@parley/core'
import { describe, expect, it } from 'vitest'
import type { NotificationChannel, StreamChannel } from '../../calls/channel.ts'
import type { TestSocket } from '../../../test/product.ts'
import { createMarket, serve } from '../../../test/socket-market.ts'

type Thing = { readonly id: string; readonly venue: string }
const thing = (id: string, venue: string): Thing => ({ id, venue })
const parted: NotificationChannel = {
  ...{ kind: 'notifications', name: 'orders.{venue}', notifications: 'fs.orders', also: [] },
  snapshot: () => Promise.resolve([thing('a', 'DBT'), thing('b', 'BYB')]),
  select: ({ venue }) =>
    venue === 'CME'
      ? refuse('InvalidParams', '', 'There is no venue CME.', 'channel')
      : (data) => venue === 'ALL' || (data as Thing).venue === venue,
}
let nextId = 500
async function ask(socket: TestSocket, params: object): Promise<Record<string, unknown>> {
  const id = nextId++
  socket.send({ id, jsonrpc: '2.0', method: 'subscribe', params })
  return socket.next((frame) => frame['id'] === id)
}
type Notice = { readonly channel: string; readonly data: unknown; readonly meta: { readonly seq_num: number; readonly seq_left?: number } }
const next = async (socket: TestSocket): Promise<Notice> =>
  (await socket.next((frame) => frame['method'] === 'subscription'))['params'] as Notice

describe('a channel whose name has parts', () => {
  it('tells a subscription its part, under its own name, with a position that counts that part alone', async () => {
    const market = createMarket()
    const { open } = await serve(market, { lists: [], more: [parted] })
    const socket = await open()
    await ask(socket, { channel: 'orders.DBT' })
    market.decide(3, 'fs.orders', [thing('a', 'DBT'), thing('b', 'BYB'), thing('c', 'DBT'), thing('d', 'BYB')])
    const received = [await next(socket), await next(socket)]
    expect(received.map(({ channel, data, meta }) => [channel, (data as Thing).id, meta.seq_num, meta.seq_left])).toEqual([
      ['orders.DBT', 'a', 2, 1],
      ['orders.DBT', 'c', 3, undefined],
    ])
  })

  it('begins with its part of the list, and resumes with its part of what was missed', async () => {
    const market = createMarket()
    market.say(1, 'fs.orders', thing('a', 'DBT'))
    const { open } = await serve(market, { lists: [], more: [parted] })
    const socket = await open()
    await ask(socket, { channel: 'orders.BYB', snapshot: true })
    expect((await next(socket)).data).toEqual([thing('b', 'BYB')])
    market.decide(4, 'fs.orders', [thing('e', 'DBT'), thing('f', 'BYB')])
    expect((await next(socket)).data).toEqual(thing('f', 'BYB'))
    const late = await open()
    await ask(late, { channel: 'orders.ALL', from_seq: { 1: 1 } })
    expect([(await next(late)).data, (await next(late)).data]).toEqual([thing('e', 'DBT'), thing('f', 'BYB')])
  })

  it('refuses a part that is none, in its own words', async () => {
    const { open } = await serve(createMarket(), { lists: [], more: [parted] })
    expect(await ask(await open(), { channel: 'orders.CME' })).toMatchObject({ error: { code: -32602, message: 'There is no venue CME.' } })
    expect(await ask(await open(), { channel: 'orders' })).toMatchObject({ error: { message: 'No such channel.' } })
  })
})

describe('a stream that speaks of several things', () => {
  it('keeps the newest of each of them', async () => {
    const pushes: ((data: object) => void)[] = []
    const stream: StreamChannel = {
      ...{ kind: 'stream', pattern: 'books.{id}' },
      open: (_caller, _params, push) => {
        pushes.push(push)
        for (const data of [thing('a', '1'), thing('b', '1'), thing('a', '2')]) push(data)
        return Promise.resolve(() => undefined)
      },
      thingOf: (data) => (data as Thing).id,
    }
    const { open } = await serve(createMarket(), { lists: [], more: [stream] })
    const socket = await open()
    await ask(socket, { channel: 'books.ALL' })
    const [one, other] = [await next(socket), await next(socket)]
    expect([one.data, other.data]).toEqual([thing('a', '2'), thing('b', '1')])
    expect(other.meta.seq_num).toBeGreaterThan(one.meta.seq_num)
  })
})

describe('an address with the styles of published spread clients', () => {
  const style = { answersWith: 'OBJECT', quietMs: 50 } as const

  // Proves W 6.20.
  it('answers with objects, all requests of a burst before any channel speaks, and loses nothing meanwhile', async () => {
    const market = createMarket()
    const { open } = await serve(market, { lists: [], more: [parted], style })
    const socket = await open()
    const names = ['bbo.r_1', 'orders.ALL', 'trade_tape']
    for (const [place, channel] of names.entries()) socket.send({ id: place, jsonrpc: '2.0', method: 'subscribe', params: { channel } })
    await socket.next((frame) => frame['id'] === names.length - 1)
    market.say(1, 'fs.orders', thing('a', 'DBT'))
    const received = new Map([await next(socket), await next(socket)].map(({ channel, data }) => [channel, data]))
    expect(socket.frames.slice(0, names.length).map((frame) => [frame['id'], frame['result']])).toEqual(
      expect.arrayContaining(names.map((channel, place) => [place, { channel }])),
    )
    expect(received).toEqual(
      new Map<string, unknown>([
        ['bbo.r_1', { rfq_id: 'r_1', mark_price: '1' }],
        ['orders.ALL', thing('a', 'DBT')],
      ]),
    )
  })

  it('says nothing more of a channel that was left before it spoke', async () => {
    const market = createMarket()
    const { open, pushes } = await serve(market, { lists: [], more: [parted], style })
    const socket = await open()
    for (const channel of ['bbo.r_1', 'orders.ALL']) await ask(socket, { channel })
    for (const channel of ['bbo.r_1', 'orders.ALL'])
      socket.send({ id: nextId++, jsonrpc: '2.0', method: 'unsubscribe', params: { channel } })
    await ask(socket, { channel: 'trade_tape' })
    market.say(1, 'fs.orders', thing('a', 'DBT'))
    market.say(2, 'trade_tape', { id: 't' }, 'everybody')
    expect(await next(socket)).toMatchObject({ channel: 'trade_tape' })
    expect(pushes).toEqual([])
  })
})
