import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTimers } from './timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shortens the waits of a resting market when a person arrives, and stretches them when it rests again', () => {
  let times = 10
  const timers = createTimers(() => times)
  const done: string[] = []
  timers.later(1_000, () => done.push('first'))
  timers.later(3_000, () => done.push('second'))
  vi.advanceTimersByTime(5_000)
  times = 1
  timers.repace()
  vi.advanceTimersByTime(499)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['first'])
  times = 10
  timers.repace()
  vi.advanceTimersByTime(19_999)
  expect(done).toEqual(['first'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['first', 'second'])
})

it('ends waits that are overdue at the usual pace at once, if they are meant to be', () => {
  let times = 30
  const timers = createTimers(() => times, 'AT_ONCE')
  const done: string[] = []
  timers.later(1_000, () => done.push('overdue'))
  timers.later(8_000, () => done.push('due in three seconds'))
  vi.advanceTimersByTime(5_000)
  times = 1
  timers.repace()
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['overdue'])
  vi.advanceTimersByTime(2_998)
  expect(done).toEqual(['overdue'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['overdue', 'due in three seconds'])
})

it('waits for weeks in a still market at rest', () => {
  const timers = createTimers(() => 30)
  const done: string[] = []
  timers.later(86_400_000, () => done.push('asked'))
  vi.advanceTimersByTime(20 * 86_400_000)
  expect(done).toEqual([])
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
