import { describe, expect, it } from 'vitest'
import { joinedTo } from './candles.ts'

const HOUR_MS = 3_600_000
const hour = (at: number, open: number, high: number, low: number, close: number) => ({
  at: at * HOUR_MS,
  open,
  high,
  low,
  close,
  volume: 1,
})

describe("candles longer than the venue's", () => {
  it('are combined from hours, begin at divisions of the day, and are as complete as their hours', () => {
    const hours = [hour(3, 10, 12, 9, 11), hour(4, 11, 15, 10, 14), hour(5, 14, 14, 8, 9), hour(8, 9, 9, 9, 9)]
    expect(joinedTo(4 * HOUR_MS, hours)).toEqual([
      { ...hour(0, 10, 12, 9, 11), volume: 1 },
      { ...hour(4, 11, 15, 8, 9), volume: 2 },
      hour(8, 9, 9, 9, 9),
    ])
    expect(joinedTo(24 * HOUR_MS, hours)).toEqual([{ ...hour(0, 10, 15, 8, 9), volume: 4 }])
  })
})
