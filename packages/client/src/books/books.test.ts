import type { BookQuoteView, GroupQuoteView } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepBooks } from './books.ts'
import { createClient } from '../create-client.ts'
import { acknowledge, startTestServer, type Frame, type Peer } from '../../test/test-server.ts'

const WITHIN = { timeout: 45_000 }
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const BOOK = { audience: 'ORDER_BOOK', id: 'g_7', number: 7 } as const

const quote = (id: number, side: 'BUY' | 'SELL', price: string, remaining = '25', created = id): BookQuoteView => ({
  ...{ id, rfq_id: 7, status: 'OPEN' as const, side, price, quantity: remaining, remaining_quantity: remaining, created, lapses_at: 0 },
})

/** A market of one book, whose socket can omit some of its changes. */
async function serve(own: readonly { readonly quote: GroupQuoteView }[] = []) {
  const book = new Map<number, BookQuoteView>()
  let peer: Peer | undefined
  let seq = 0
  const notice = (data: unknown, event: string, meta: object, channel = 'quote_book') =>
    peer!.send({ jsonrpc: '2.0', method: 'subscription', params: { channel, data, event, meta } })
  const server = await startTestServer({
    frame: (frame: Frame, from) => {
      peer = from
      acknowledge(frame, from)
      if (frame.method !== 'subscribe') return
      const list = [...book.values()].map((one) => ({ kind: 'ADDED', quote: one }))
      const positions = { seq_group: 1, seq_num: seq, positions: { 1: seq } }
      if (frame.params?.channel === 'quote') notice(own, 'SNAPSHOT', positions, 'quote')
      else notice(list, 'SNAPSHOT', positions)
    },
    reply: () => {
      const quotes = [...book.values()]
      return { body: { id: 7, bids: quotes.filter(({ side }) => side === 'BUY'), asks: quotes.filter(({ side }) => side === 'SELL') } }
    },
  })
  closers.push(server.close)
  const client = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' } })
  const socket = client.socket({ cancelOnDisconnect: false, door: '/v1/ob' })
  closers.push(() => socket.close())
  const books = keepBooks(client, [socket])
  await vi.waitFor(() => expect(books.isWhole()).toBe(true), WITHIN)
  const change = (kind: 'ADDED' | 'REMOVED', one: BookQuoteView, delivery: 'SENT' | 'LOST' = 'SENT') => {
    if (kind === 'REMOVED') book.delete(one.id)
    else book.set(one.id, one)
    if (delivery === 'LOST') return
    notice({ kind, quote: one }, kind, { seq_group: 1, seq_num: seq + 1, prev_seq_num: seq })
    seq += 1
  }
  const prices = () => ({ bids: books.of(BOOK).bids.map(({ price }) => price), asks: books.of(BOOK).asks.map(({ price }) => price) })
  return { books, change, prices }
}

describe('the book of a market, kept from its changes', () => {
  it('is sorted best first, at one price the older first, by number and not by letter', async () => {
    const { books, change, prices } = await serve()
    const placed = [quote(1, 'SELL', '10'), quote(2, 'SELL', '9.5'), quote(3, 'BUY', '9'), quote(4, 'BUY', '-1'), quote(5, 'SELL', '9.5')]
    for (const one of placed) change('ADDED', one)
    await vi.waitFor(() => expect(prices()).toEqual({ bids: ['9', '-1'], asks: ['9.5', '9.5', '10'] }), WITHIN)
    expect(books.of(BOOK).asks.map(({ number }) => number)).toEqual([2, 5, 1])
    change('ADDED', quote(3, 'BUY', '9', '12.5'))
    change('REMOVED', quote(2, 'SELL', '9.5'))
    await vi.waitFor(() => expect(books.of(BOOK).bids[0]?.quantity).toBe('12.5'), WITHIN)
    expect(books.of(BOOK).asks.map(({ number }) => number)).toEqual([5, 1])
  })

  it('proves that it agrees with the server', async () => {
    const { books, change } = await serve()
    change('ADDED', quote(1, 'SELL', '10'))
    await vi.waitFor(() => expect(books.of(BOOK).asks).toHaveLength(1), WITHIN)
    expect(await books.verify(BOOK)).toBe('SAME')
  })

  it('finds out that it does not, and is right again', async () => {
    const { books, change, prices } = await serve()
    change('ADDED', quote(1, 'SELL', '10'))
    change('ADDED', quote(2, 'SELL', '11'), 'LOST')
    expect(await books.verify(BOOK)).toBe('REPAIRED')
    expect(prices()).toEqual({ bids: [], asks: ['10', '11'] })
    expect(await books.verify(BOOK)).toBe('SAME')
  })

  it('reports which one has changed', async () => {
    const { books, change } = await serve()
    const received: (string | undefined)[] = []
    books.onChange((rfqId) => received.push(rfqId))
    change('ADDED', quote(1, 'SELL', '10'))
    await vi.waitFor(() => expect(received).toEqual(['g_7']), WITHIN)
  })
})
