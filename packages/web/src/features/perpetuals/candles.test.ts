import { describe, expect, it } from 'vitest'
import { beginOf, dayRange, periodMs, ratesByCandle, withTrade } from './candles.ts'
import type { Candle } from './model.ts'

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

const MINUTE_MS = 60_000
const candle = (minute: number, low: number, high: number): Candle => ({
  ...{ at: minute * MINUTE_MS, open: low, close: high, volume: 1 },
  ...{ low, high },
})

it('18.16 a candle shows the last funding rate within it', () => {
  const candles = [candle(0, 1, 2), candle(15, 1, 2), candle(30, 1, 2)]
  const rates = [-5, 5, 10, 14, 31].map((minute) => ({ at: minute * MINUTE_MS, rate: minute / 1_000 }))
  expect(ratesByCandle(candles, rates, '15')).toEqual([
    { at: 0, rate: 0.014 },
    { at: 30 * MINUTE_MS, rate: 0.031 },
  ])
})

it('18.16 the range of 24 hours leaves older candles out', () => {
  const candles = [candle(0, 80, 110), candle(15, 90, 100), candle(1_440, 91_375, 91_475)]
  expect(dayRange(candles, 1_440 * MINUTE_MS + 1)).toEqual({ low: 90, high: 91_475 })
  expect(dayRange([], 0)).toBeUndefined()
})
