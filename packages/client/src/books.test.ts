import type { BookQuoteView } from '@parley/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { marketBooks } from './books.ts'
import { createClient } from './create-client.ts'
import { acknowledge, startTestServer, type Frame, type Peer } from './test-server.ts'

const WITHIN = { timeout: 45_000 }
const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const quote = (id: number, side: 'BUY' | 'SELL', price: string, remaining = '25', created = id): BookQuoteView => ({
  ...{ id, rfq_id: 7, status: 'OPEN' as const, side, price, quantity: remaining, remaining_quantity: remaining, created, lapses_at: 0 },
})

/** A market of one book, whose socket can be made to say less than what happens. */
async function serve() {
  const book = new Map<number, BookQuoteView>()
  let peer: Peer | undefined
  let seq = 0
  const notice = (data: unknown, event: string, meta: object) =>
    peer!.send({ jsonrpc: '2.0', method: 'subscription', params: { channel: 'quote_book', data, event, meta } })
  const server = await startTestServer({
    frame: (frame: Frame, from) => {
      peer = from
      acknowledge(frame, from)
      const list = [...book.values()].map((one) => ({ kind: 'ADDED', quote: one }))
      if (frame.method === 'subscribe') notice(list, 'SNAPSHOT', { seq_group: 1, seq_num: seq, positions: { 1: seq } })
    },
    reply: () => {
      const quotes = [...book.values()]
      return { body: { id: 7, bids: quotes.filter(({ side }) => side === 'BUY'), asks: quotes.filter(({ side }) => side === 'SELL') } }
    },
  })
  closers.push(server.close)
  const client = createClient({ baseUrl: server.baseUrl, credentials: { kind: 'key', accessKey: 'orry', secretKey: 'AAEC' } })
  const socket = client.socket({ door: '/v1/ob' })
  closers.push(() => socket.close())
  const books = marketBooks(client, socket)
  await vi.waitFor(() => expect(books.isWhole()).toBe(true), WITHIN)
  const change = (kind: 'ADDED' | 'REMOVED', one: BookQuoteView, manner: 'TOLD' | 'HUSHED' = 'TOLD') => {
    if (kind === 'REMOVED') book.delete(one.id)
    else book.set(one.id, one)
    if (manner === 'HUSHED') return
    notice({ kind, quote: one }, kind, { seq_group: 1, seq_num: seq + 1, prev_seq_num: seq })
    seq += 1
  }
  const prices = () => ({ bids: books.of(7).bids.map(({ price }) => price), asks: books.of(7).asks.map(({ price }) => price) })
  return { books, change, prices }
}

describe('the book of a market, kept from its changes', () => {
  it('stands best first, at one price the older first, in numbers and not in letters', async () => {
    const { books, change, prices } = await serve()
    const placed = [quote(1, 'SELL', '10'), quote(2, 'SELL', '9.5'), quote(3, 'BUY', '9'), quote(4, 'BUY', '-1'), quote(5, 'SELL', '9.5')]
    for (const one of placed) change('ADDED', one)
    await vi.waitFor(() => expect(prices()).toEqual({ bids: ['9', '-1'], asks: ['9.5', '9.5', '10'] }), WITHIN)
    expect(books.of(7).asks.map(({ id }) => id)).toEqual([2, 5, 1])
    change('ADDED', quote(3, 'BUY', '9', '12.5'))
    change('REMOVED', quote(2, 'SELL', '9.5'))
    await vi.waitFor(() => expect(books.of(7).bids[0]?.quantity).toBe('12.5'), WITHIN)
    expect(books.of(7).asks.map(({ id }) => id)).toEqual([5, 1])
  })

  it('proves that it agrees with the server', async () => {
    const { books, change } = await serve()
    change('ADDED', quote(1, 'SELL', '10'))
    await vi.waitFor(() => expect(books.of(7).asks).toHaveLength(1), WITHIN)
    expect(await books.verify(7)).toBe('SAME')
  })

  it('finds out that it does not, and is right again', async () => {
    const { books, change, prices } = await serve()
    change('ADDED', quote(1, 'SELL', '10'))
    change('ADDED', quote(2, 'SELL', '11'), 'HUSHED')
    expect(await books.verify(7)).toBe('REPAIRED')
    expect(prices()).toEqual({ bids: [], asks: ['10', '11'] })
    expect(await books.verify(7)).toBe('SAME')
  })

  it('says whose has changed', async () => {
    const { books, change } = await serve()
    const heard: (number | undefined)[] = []
    books.onChange((rfqId) => heard.push(rfqId))
    change('ADDED', quote(1, 'SELL', '10'))
    await vi.waitFor(() => expect(heard).toEqual([7]), WITHIN)
  })
})
