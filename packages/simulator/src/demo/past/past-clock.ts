/** A clock that its owner moves, for the past of the demo: what is due on the way happens at its own time. */
import type { Timers } from '@parley/server'

export interface PastClock {
  readonly now: () => number
  readonly timers: Timers
  /** Never goes back. */
  moveTo(at: number): void
}

type Wake = { readonly at: number; readonly wake: () => void }

export function createPastClock(startsAt: number): PastClock {
  let now = startsAt
  const waiting = new Set<Wake>()
  const soonestBy = (at: number): Wake | undefined => {
    let soonest: Wake | undefined
    for (const one of waiting) if (one.at <= at && (soonest === undefined || one.at < soonest.at)) soonest = one
    return soonest
  }
  return {
    now: () => now,
    timers: {
      wakeAt: (at, wake) => {
        const one = { at, wake }
        waiting.add(one)
        return () => void waiting.delete(one)
      },
    },
    moveTo: (at) => {
      for (let next = soonestBy(at); next !== undefined; next = soonestBy(at)) {
        waiting.delete(next)
        now = Math.max(now, next.at)
        next.wake()
      }
      now = Math.max(now, at)
    },
  }
}
