import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerClock } from './clock.ts'

const LOCAL = 1_800_000_000_000
const header = (serverMs: number): string => new Date(serverMs).toUTCString()

describe("the estimate of the server's clock", () => {
  beforeEach(() => void vi.useFakeTimers({ now: LOCAL }))
  afterEach(() => void vi.useRealTimers())

  /** A response to a call sent at `at`, after `wayMs` there and back, from a server that is ahead by `aheadMs`. */
  const answered = (clock: ReturnType<typeof createServerClock>, aheadMs: number, at: number, wayMs = 40) =>
    clock.learn(header(at + wayMs / 2 + aheadMs), at, at + wayMs)

  it.each([0, 2_400, -2_400, 750, -750, 3_600_000])(
    'comes within a tenth of a second after some responses if it is off by %i ms',
    (aheadMs) => {
      const clock = createServerClock()
      for (let place = 0; place < 40; place += 1) answered(clock, aheadMs, LOCAL + place * 537)
      expect(Math.abs(clock.skewMs() - aheadMs)).toBeLessThan(100)
    },
  )

  it('is never off by more than a second and a half after the first response', () => {
    for (let aheadMs = -5_000; aheadMs <= 5_000; aheadMs += 250) {
      const clock = createServerClock()
      answered(clock, aheadMs, LOCAL + 123)
      expect(Math.abs(clock.skewMs() - aheadMs)).toBeLessThan(1_500)
    }
  })

  it('learns nothing wrong from a response that waited for long', () => {
    const clock = createServerClock()
    for (let place = 0; place < 40; place += 1) answered(clock, 750, LOCAL + place * 537)
    const before = clock.skewMs()
    // The server answered at once, and the answer took nine seconds.
    clock.learn(header(LOCAL + 60_000 + 750), LOCAL + 60_000, LOCAL + 69_000)
    expect(clock.skewMs()).toBe(before)
  })

  it('begins again when a clock was set', () => {
    const clock = createServerClock()
    answered(clock, 0, LOCAL)
    expect(answered(clock, 600_000, LOCAL + 1_000)).toBe(true)
    expect(Math.abs(clock.skewMs() - 600_000)).toBeLessThan(1_500)
  })
})
