import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTimers } from './timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends each wait of a resting market when it would have ended at the usual pace, or at once if that time is over', () => {
  let times = 30
  const timers = createTimers(() => times)
  const done: string[] = []
  timers.later(1_000, () => done.push('first'))
  timers.later(8_000, () => done.push('second'))
  timers.later(9_000, () => done.push('third'))
  vi.advanceTimersByTime(5_000)
  expect(done).toEqual([])
  times = 1
  timers.repace()
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['first'])
  vi.advanceTimersByTime(2_998)
  expect(done).toEqual(['first'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['first', 'second'])
  times = 30
  timers.repace()
  vi.advanceTimersByTime(30 * 9_000 - 8_001)
  expect(done).toEqual(['first', 'second'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['first', 'second', 'third'])
})

it('does nothing more after its stop', () => {
  const timers = createTimers()
  const done: string[] = []
  timers.later(1_000, () => done.push('never'))
  timers.stop()
  timers.repace()
  timers.later(1_000, () => done.push('never'))
  vi.advanceTimersByTime(10_000)
  expect(done).toEqual([])
})
