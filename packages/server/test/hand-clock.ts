/** Clocks that move only when a test moves them. */
import type { Instant } from '@parley/core'
import type { Timers } from '../src/engine/timers.ts'
import type { Clock } from '../src/market-data/clock.ts'

/** A clock that moves only when it is moved. It then wakes everything that becomes due, in order of time. */
export function createHandClock(start: Instant): { now: () => Instant; timers: Timers; advance: (ms: number) => void } {
  let now = start
  let waiting: { at: Instant; wake: () => void }[] = []
  const next = (until: Instant) =>
    waiting
      .filter(({ at }) => at <= until)
      .reduce<(typeof waiting)[number] | undefined>(
        (soonest, one) => (soonest === undefined || one.at < soonest.at ? one : soonest),
        undefined,
      )
  return {
    now: () => now,
    timers: {
      wakeAt(at, wake) {
        const entry = { at, wake }
        waiting.push(entry)
        return () => void (waiting = waiting.filter((one) => one !== entry))
      },
    },
    advance(ms) {
      const until = (now + ms) as Instant
      for (let due = next(until); due !== undefined; due = next(until)) {
        waiting = waiting.filter((one) => one !== due)
        now = Math.max(now, due.at) as Instant
        due.wake()
      }
      now = until
    },
  }
}

/** Timers that run when the test moves the clock. */
export const clockOn = (now: () => Instant, timers: Timers): Clock => ({
  now,
  after: (ms, wake) => timers.wakeAt((now() + ms) as Instant, wake),
})
