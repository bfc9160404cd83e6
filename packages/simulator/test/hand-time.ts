/** The desks' clock in a test: the test advances it, and everything that becomes due is carried out on the way. */
import type { Timers } from '../src/desks/timers.ts'

export interface HandTime {
  readonly now: () => number
  readonly createTimers: () => Timers
  advance(ms: number): void
}

type Due = { readonly at: number; readonly then: () => void; readonly owner: object }

export function createHandTime(start: number): HandTime {
  let now = start
  let waiting: Due[] = []

  const soonest = (until: number): Due | undefined =>
    waiting
      .filter(({ at }) => at <= until)
      .reduce<Due | undefined>((first, one) => (first === undefined || one.at < first.at ? one : first), undefined)

  return {
    now: () => now,
    createTimers() {
      const owner = {}
      let isStopped = false
      return {
        later(waitMs, then) {
          if (!isStopped) waiting.push({ at: now + Math.max(1, waitMs), then, owner })
        },
        stop() {
          isStopped = true
          waiting = waiting.filter((one) => one.owner !== owner)
        },
      }
    },
    advance(ms) {
      const until = now + ms
      for (let due = soonest(until); due !== undefined; due = soonest(until)) {
        const reached: Due = due
        waiting = waiting.filter((one) => one !== reached)
        now = reached.at
        reached.then()
      }
      now = until
    },
  }
}
