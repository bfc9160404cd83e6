import { describe, expect, it } from 'vitest'
import { beginOf, periodMs, withTrade } from './candles.ts'

const period = periodMs('5')
const first = { at: 10 * period, open: 100, high: 101, low: 99, close: 100, volume: 4 }

describe('candles of five minutes', () => {
  it.each([
    ['a higher trade', { at: 10 * period + 5, price: 103, quantity: 2 }, [{ ...first, high: 103, close: 103, volume: 6 }]],
    ['a lower trade', { at: 11 * period - 1, price: 98, quantity: 1 }, [{ ...first, low: 98, close: 98, volume: 5 }]],
    [
      'the first trade of the next',
      { at: 11 * period, price: 102, quantity: 1 },
      [first, { at: 11 * period, open: 102, high: 102, low: 102, close: 102, volume: 1 }],
    ],
    ['a trade from before', { at: 10 * period - 1, price: 1, quantity: 1 }, [first]],
  ])('%s', (_words, trade, then) => {
    expect(withTrade([first], trade, '5')).toEqual(then)
  })

  it('have a fill at the start of its candle', () => {
    expect([10 * period, 11 * period - 1, 11 * period].map((at) => beginOf(at, '5') / period)).toEqual([10, 10, 11])
  })

  it('start with a trade if none is known', () => {
    expect(withTrade([], { at: 7, price: 5, quantity: 1 }, '1')).toEqual([{ at: 0, open: 5, high: 5, low: 5, close: 5, volume: 1 }])
  })
})
