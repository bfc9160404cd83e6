import { price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bid, book } from '../../../test/perpetuals.ts'
import { bookRows, ticksThatFill } from './book-rows.ts'
import type { Side } from './model.ts'

const rowsOf = (side: Side, step: string, most = 10) =>
  bookRows(
    side,
    side === 'BUY' ? book.bids : book.asks,
    [
      { ...bid, price: price('91468.4') },
      { ...bid, price: price('91470.9'), side: 'SELL' },
    ],
    price(step),
    most,
  ).map(({ price: at, amount, sum, own }) => [at / 1e8, amount / 1e6, sum / 1e6, own / 1e6])

describe('a book on a grid of prices', () => {
  it.each<[string, Side, string, number | undefined, number[][]]>([
    ['at its own ticks', 'BUY', '0.1', undefined, [[91470.3, 2.406, 2.406, 0], [91468, 1.115, 3.521, 0]]], // prettier-ignore
    ['bids go down to it, own orders with them', 'BUY', '2', undefined, [[91470, 2.406, 2.406, 0], [91468, 1.115, 3.521, 1.5]]], // prettier-ignore
    ['asks go up to it', 'SELL', '2', undefined, [[91472, 1.842, 1.842, 1.5], [91474, 0.655, 2.497, 0]]], // prettier-ignore
    ['levels of one row are added', 'SELL', '10', undefined, [[91480, 2.497, 2.497, 1.5]]],
    ['no more rows than there is room', 'BUY', '2', 1, [[91470, 2.406, 2.406, 0]]],
  ])('%s', (_words, side, step, most, then) => {
    expect(rowsOf(side, step, most)).toEqual(then)
  })

  it.each([
    [10, 70, 7],
    [5, 30, 5],
    [1, 8, 7],
    [1, 3, 7],
  ])('is %i ticks a row at first where %i levels fill %i rows', (ticks, levels, rows) => {
    const side = (direction: 1 | -1) =>
      Array.from({ length: levels }, (_, at) => ({ price: price(String(100 + direction * (at + 1))), amount: quantity('1') }))
    expect(ticksThatFill({ bids: side(-1), asks: side(1) }, price('1'), rows)).toBe(ticks)
  })

  it('an empty side has no rows', () => {
    expect(bookRows('BUY', [], [], price('1'), 5)).toEqual([])
  })
})
