import type { SpreadBookDeltaView, SpreadBookView } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../create-client.ts'
import { keepSpreadBook } from './spread-book.ts'
import { startTestServer, type Frame, type Peer } from '../../test/test-server.ts'

const WITHIN = { timeout: 45_000 }
const ID = '100000000000000012'
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Side = 'bids' | 'asks'
type Sides = Readonly<Record<Side, Record<string, string>>>
const rowsOf = (side: Record<string, string>, level: SpreadBookView['level']) =>
  Object.entries(side).map(([key, amount]) => {
    const [price = '', order] = key.split(' ')
    const row = { price, amount: Number(amount), amount_decimal: amount }
    return level === 'L3' ? { ...row, order_id: order ?? key, created_at: 1 } : row
  })

/** A book that a test changes, and of which it sends as much as it wants. */
async function serve(level: SpreadBookView['level'] = 'L2') {
  const sides: Sides = { bids: {}, asks: {} }
  const about = { id: ID, level, last_updated: 1 }
  let peer: Peer | undefined
  const frames: Frame[] = []
  let seq = 100
  let reads = 0
  let beforeReply: (() => void) | undefined
  const server = await startTestServer({
    frame: (frame: Frame, from) => {
      peer = from
      frames.push(frame)
      from.send({ id: frame.id, jsonrpc: '2.0', ...(frame.method === 'heartbeat' ? {} : { result: { channel: frame.params?.channel } }) })
    },
    reply: () => {
      reads += 1
      const body: SpreadBookView = { ...about, seq_id: seq, bids: rowsOf(sides.bids, level), asks: rowsOf(sides.asks, level) }
      const before = beforeReply
      beforeReply = undefined
      before?.()
      return { body }
    },
  })
  closers.push(server.close)
  const client = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' } })
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/fs' })
  closers.push(() => socket.close())
  let time = 1
  const change = (side: Side, key: string, amount: string, delivery: 'SENT' | 'LOST' = 'SENT') => {
    if (amount === '0') delete sides[side][key]
    else sides[side][key] = amount
    seq += 1
    if (delivery === 'LOST') return
    const rows = { bids: [], asks: [], [side]: rowsOf({ [key]: amount }, level) }
    const data: SpreadBookDeltaView = { ...about, seq_id: seq, prev_seq_id: seq - 1, ...rows }
    peer!.send({
      jsonrpc: '2.0',
      method: 'subscription',
      params: { channel: `order_book.${ID}.${level}`, data, meta: { seq_group: 0, seq_num: (time += 1) } },
    })
  }
  const book = keepSpreadBook(client, socket, ID, level)
  closers.push(() => book.close())
  const shown = () => [...book.asks().toReversed(), ...book.bids()].map((row) => `${row.price} ${row.amount_decimal}`)
  return {
    ...{ book, change, shown, socket, frames },
    reads: () => reads,
    whileRead: (act: () => void) => (beforeReply = act),
    whole: () => vi.waitFor(() => expect(book.isWhole()).toBe(true), WITHIN),
    shows: (...rows: readonly string[]) => vi.waitFor(() => expect(shown()).toEqual(rows), WITHIN),
  }
}

describe('the book of a listed spread', () => {
  it('is read, then follows every change, best first and in numbers', async () => {
    const { book, change, whole, shows, reads } = await serve()
    await whole()
    change('bids', '-3', '100')
    change('bids', '-12.5', '200')
    change('bids', '9', '300')
    change('asks', '35', '100')
    change('asks', '100', '100')
    await shows('100 100', '35 100', '9 300', '-3 100', '-12.5 200')
    change('bids', '9', '150')
    change('asks', '35', '0')
    await shows('100 100', '9 150', '-3 100', '-12.5 200')
    expect([book.seqId(), reads()]).toEqual([107, 1])
  })

  // Proves T 4.16, W 6.25.
  it('joins what came while it was read, and drops what is in it already', async () => {
    const { change, whileRead, whole, shows, socket } = await serve()
    await whole()
    change('bids', '9', '100')
    await shows('9 100')
    whileRead(() => {
      change('bids', '9', '250')
      change('asks', '10', '100')
    })
    socket.reconnect()
    await shows('10 100', '9 250')
  })

  it('is read again if a change is missing, and is not whole until then', async () => {
    const { book, change, whole, shows, reads } = await serve()
    await whole()
    change('bids', '9', '100')
    await shows('9 100')
    const states: boolean[] = []
    book.onChange(() => states.push(book.isWhole()))
    change('bids', '8', '100', 'LOST')
    change('bids', '7', '100')
    await shows('9 100', '8 100', '7 100')
    expect(reads()).toBe(2)
    expect(states.at(-1)).toBe(true)
  })

  it('of level L3 has the orders of a price in their time', async () => {
    const { book, change, whole, shows } = await serve('L3')
    await whole()
    change('bids', '9 a', '100')
    change('bids', '9 b', '200')
    change('bids', '10 c', '300')
    await shows('10 300', '9 100', '9 200')
    change('bids', '9 a', '50')
    await shows('10 300', '9 50', '9 200')
    expect(book.bids().map((row) => 'order_id' in row && row.order_id)).toEqual(['c', 'a', 'b'])
  })

  // Proves T 7.58.
  it('is asked for as the published client asks: with a time, an id of its own and that of the connection', async () => {
    const { frames, whole } = await serve()
    await whole()
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    const stamps = frames as unknown as readonly Record<'request_timestamp' | 'request_uuid' | 'connection_id', unknown>[]
    for (const one of stamps) {
      expect(one).toMatchObject({ request_timestamp: expect.any(Number) as number, request_uuid: expect.stringMatching(uuid) as string })
      expect(one.connection_id).toBe(stamps[0]!.connection_id)
    }
    expect(new Set(stamps.map(({ request_uuid: id }) => id)).size).toBe(stamps.length)
  })

  it('of level L1 is the best alone', async () => {
    const { change, whole, shows } = await serve('L1')
    await whole()
    change('bids', '9', '100')
    await shows('9 100')
    change('bids', '10', '100')
    await shows('10 100')
  })
})
