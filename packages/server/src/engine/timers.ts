/** Wakes at a given time. A port, so that tests can move the clock by hand. */
import type { Instant } from '@parley/core'

export interface Timers {
  /** Returns the function that cancels it. */
  wakeAt(at: Instant, wake: () => void): () => void
}

/** A Node timer can wait at most 2^31 ms. A later deadline is checked again then. */
const FURTHEST_MS = 2 ** 31 - 1

export const systemNow = (): Instant => Date.now() as Instant

export const systemTimers: Timers = {
  wakeAt(at, wake) {
    const timer = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), FURTHEST_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
