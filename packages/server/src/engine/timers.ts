/** Waking at a moment, as a port: a test's clock is moved by hand. */
import type { Instant } from '@parley/core'

export interface Timers {
  /** Answers the function that calls it off. */
  wakeAt(at: Instant, wake: () => void): () => void
}

/** A timer of Node holds 2^31 ms; a deadline further off is looked at again then. */
const FURTHEST_MS = 2 ** 31 - 1

export const systemNow = (): Instant => Date.now() as Instant

export const systemTimers: Timers = {
  wakeAt(at, wake) {
    const timer = setTimeout(wake, Math.min(Math.max(at - Date.now(), 0), FURTHEST_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A clock that stands until it is moved; whoever is to be woken on the way is, in order of time. */
export function createHandClock(start: Instant): { now: () => Instant; timers: Timers; advance: (ms: number) => void } {
  let now = start
  let waiting: { at: Instant; wake: () => void }[] = []
  const next = (until: Instant) =>
    waiting
      .filter(({ at }) => at <= until)
      .reduce<
        (typeof waiting)[number] | undefined
      >((soonest, one) => (soonest === undefined || one.at < soonest.at ? one : soonest), undefined)
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
