import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSharedTimer } from './shared-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a timer that several forms share', () => {
  it('runs once per interval for all of them, and stops with the last one', () => {
    let runs = 0
    const runsIn = (ms: number): number => {
      const before = runs
      vi.advanceTimersByTime(ms)
      return runs - before
    }
    const start = createSharedTimer(() => (runs += 1), 2_000)
    const stops = [start(), start(), start()] as const
    expect(runsIn(6_000)).toBe(3)
    stops[0]()
    // A user leaves once, however often it calls.
    stops[0]()
    stops[0]()
    expect(runsIn(6_000)).toBe(3)
    stops[1]()
    stops[2]()
    expect(runsIn(6_000)).toBe(0)
    const stop = start()
    expect(runsIn(6_000)).toBe(3)
    stop()
  })
})
