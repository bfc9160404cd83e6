import { describe, expect, it } from 'vitest'
import { waitMs } from './back-off.ts'

const BACK_OFF = { firstMs: 100, factor: 3.863, longestMs: 10_000 }

const table: [failures: number, chance: number, wait: number][] = [
  [0, 0, 50],
  [0, 1, 100],
  [1, 1, 386],
  [2, 1, 1492],
  [3, 1, 5765],
  [4, 1, 10_000],
  [400, 0, 5000],
]

describe('the wait before another try grows, is bounded, and half of it is chance', () => {
  // Proves T 4.22, T 9.15.
  it.each(table)('after %i failures at chance %d: %i ms', (failures, chance, wait) => {
    expect(waitMs(BACK_OFF, failures, chance)).toBe(wait)
  })
})
