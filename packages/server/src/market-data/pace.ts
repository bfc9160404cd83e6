/** Limits how often something is done: immediately after a pause, otherwise at the end of the interval. */
import type { Clock } from './clock.ts'

export function createPace({ now, after }: Clock, everyMs: number, work: () => void): { ask(): void; stop(): void } {
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
      else callOff = after(wait, run)
    },
    stop() {
      callOff?.()
      callOff = undefined
    },
  }
}
