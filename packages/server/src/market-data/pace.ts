/** Something done at most once in a while: at once when it is asked for after a rest, else when the while is over. */
import type { Instant } from '@parley/core'
import type { Timers } from '../engine/timers.ts'

export type Clock = { readonly now: () => number; readonly timers: Timers }

export function createPace({ now, timers }: Clock, everyMs: number, work: () => void): { ask(): void; stop(): void } {
  let lastAt = -Infinity
  let callOff: (() => void) | undefined
  const run = () => {
    callOff = undefined
    lastAt = now()
    work()
  }
  return {
    ask() {
      if (callOff !== undefined) return
      const wait = lastAt + everyMs - now()
      if (wait <= 0) run()
      else callOff = timers.wakeAt((now() + wait) as Instant, run)
    },
    stop() {
      callOff?.()
      callOff = undefined
    },
  }
}
