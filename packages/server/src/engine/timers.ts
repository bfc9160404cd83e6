/** Waking at a moment, as a port: a test's clock is moved by hand. */
import type { Instant } from '@parley/core'

export interface Timers {
  /** Answers the function that cancels it. */
  wakeAt(at: Instant, wake: () => void): () => void
}

/** A Node timer holds at most 2^31 ms; a later deadline is checked again then. */
const FURTHEST_MS = 2 ** 31 - 1

export const systemNow = (): Instant => Date.now() as Instant

export const systemTimers: Timers = {
  wakeAt(at, wake) {
    const timer = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), FURTHEST_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
