/** The product's time, and waiting, which goes on when a test holds the time still. */
import type { Instant } from '@parley/core'
import type { Timers } from '../engine/timers.ts'

export type Clock = {
  readonly now: () => number
  /** Answers the function that calls it off. */
  readonly after: (ms: number, wake: () => void) => () => void
}

export const systemClock = (now: () => number): Clock => ({
  now,
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
})

/** Waits by the hands of one who moves them. */
export const clockOn = (now: () => Instant, timers: Timers): Clock => ({
  now,
  after: (ms, wake) => timers.wakeAt((now() + ms) as Instant, wake),
})
