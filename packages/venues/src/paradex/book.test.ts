import { describe, expect, it } from 'vitest'
import { formatPrice, formatQuantity } from '@parley/core'
import { bookFromRest, bookOf, nextBook, type BookState } from './book.ts'

type Row = readonly [side: 'BUY' | 'SELL', price: string, size: string]
const rows = (...list: readonly Row[]) => list.map(([side, price, size]) => ({ side, price, size }))
const frame = (kind: 's' | 'd', sequence: number, changes: object = {}) => ({
  ...{ market: 'BTC-USD-PERP', seq_no: sequence, last_updated_at: 1_700_000_000_000 + sequence, update_type: kind },
  ...{ inserts: [], updates: [], deletes: [] },
  ...changes,
})
const snapshot = frame('s', 7, { inserts: rows(['BUY', '100', '1'], ['BUY', '99.5', '2'], ['SELL', '101', '0.5']) })

function after(...frames: readonly object[]): BookState {
  let state: BookState | undefined
  for (const one of frames) {
    const step = nextBook(state, one)
    if (step.kind === 'BROKEN') throw new Error(step.reason)
    if (step.kind === 'BOOK') state = step.state
  }
  return state!
}

const shown = (state: BookState) => {
  const { bids, asks } = bookOf('BTC-USD-PERP', state)
  const texts = (levels: typeof bids) => levels.map(({ price, quantity }) => `${formatPrice(price)}x${formatQuantity(quantity)}`)
  return { bids: texts(bids), asks: texts(asks) }
}

describe('an order book of the venue', () => {
  it('is the snapshot followed by its updates', () => {
    expect(shown(after(snapshot))).toEqual({ bids: ['100x1', '99.5x2'], asks: ['101x0.5'] })
    const changed = after(
      snapshot,
      frame('d', 8, {
        inserts: rows(['SELL', '100.5', '3']),
        updates: rows(['BUY', '99.5', '4']),
        deletes: [{ side: 'BUY', price: '100' }],
      }),
      frame('d', 9, { updates: rows(['SELL', '101', '0']) }),
    )
    expect(shown(changed)).toEqual({ bids: ['99.5x4'], asks: ['100.5x3'] })
  })

  it('starts again with another snapshot, whatever its number', () => {
    expect(shown(after(snapshot, frame('s', 3, { inserts: rows(['SELL', '7', '1']) })))).toEqual({ bids: [], asks: ['7x1'] })
  })

  it('is unchanged by an update that it already contains', () => {
    expect(nextBook(after(snapshot), frame('d', 7, { deletes: rows(['BUY', '100', '0']) }))).toEqual({ kind: 'SAME' })
  })

  it.each([
    ['a change without a book', undefined, frame('d', 8), /before the snapshot/],
    ['a gap', snapshot, frame('d', 10), /8 to 9/],
    ['a bid above an offer', snapshot, frame('d', 8, { inserts: rows(['BUY', '101', '1']) }), /crossed/],
    ['a price that is none', snapshot, frame('d', 8, { inserts: rows(['BUY', 'x', '1']) }), /unknown format/],
    ['a size below nought', snapshot, frame('d', 8, { inserts: rows(['BUY', '1', '-1']) }), /unknown format/],
    ['a side that is none', snapshot, frame('d', 8, { updates: [{ side: 'LEFT', price: '1', size: '1' }] }), /unknown format/],
    ['no number', snapshot, { ...frame('d', 8), seq_no: '8' }, /unknown format/],
    ['no frame at all', snapshot, 'nonsense', /unknown format/],
  ])('is broken by %s', (_, begin, next, reason) => {
    const step = nextBook(begin === undefined ? undefined : after(begin), next)
    expect(step).toMatchObject({ kind: 'BROKEN', reason: expect.stringMatching(reason) })
  })

  it('does not grow without end', () => {
    const many = Array.from({ length: 1_001 }, (_, index): Row => ['BUY', String(index + 1), '1'])
    expect(nextBook(undefined, frame('s', 1, { inserts: rows(...many) }))).toMatchObject({ kind: 'BROKEN' })
  })

  it('is read over REST, all of it or nothing', () => {
    const body = { market: 'M', seq_no: 4, last_updated_at: 5, asks: [['101', '1']], bids: [['100', '2'], ['99', '1']] } // prettier-ignore
    expect(bookFromRest(body)).toMatchObject({ market: 'M', sequence: 4, at: 5, bids: [{}, {}], asks: [{}] })
    expect(bookFromRest({ ...body, bids: [['100']] })).toBeUndefined()
    expect(bookFromRest([])).toBeUndefined()
  })
})
