/** Clocks that move only when a test moves them. */
import type { Instant } from '@parley/core'
import type { Timers } from '../src/engine/timers.ts'
import type { Clock } from '../src/market-data/clock.ts'

export type HandClock = {
  readonly now: () => Instant
  readonly timers: Timers
  readonly advance: (ms: number) => void
  /** Lets the work that was woken go on before the next timer is due. */
  readonly pass: (until: number) => Promise<void>
}

/** A clock that moves only when it is moved. It then wakes everything that becomes due, in order of time. */
export function createHandClock(start: Instant): HandClock {
  let now = start
  let waiting: { at: Instant; wake: () => void }[] = []
  const next = (until: Instant) =>
    waiting
      .filter(({ at }) => at <= until)
      .reduce<(typeof waiting)[number] | undefined>(
        (soonest, one) => (soonest === undefined || one.at < soonest.at ? one : soonest),
        undefined,
      )
  const wake = (due: (typeof waiting)[number]): void => {
    waiting = waiting.filter((one) => one !== due)
    now = Math.max(now, due.at) as Instant
    due.wake()
  }
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
      for (let due = next(until); due !== undefined; due = next(until)) wake(due)
      now = until
    },
    async pass(until) {
      await workDone()
      for (let due = next(until as Instant); due !== undefined; due = next(until as Instant)) {
        wake(due)
        await workDone()
      }
      now = until as Instant
    },
  }
}

/** Every promise that does not wait for a timer or a response has settled. */
const workDone = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Timers that run when the test moves the clock. */
export const clockOn = (now: () => Instant, timers: Timers): Clock => ({
  now,
  after: (ms, wake) => timers.wakeAt((now() + ms) as Instant, wake),
})
