/** The scheduled actions of a desk, which are all cancelled when the desk stops. */
export interface Timers {
  later(waitMs: number, then: () => void): void
  stop(): void
}

export interface PacedTimers extends Timers {
  /** The pace has changed: what remains of each wait is stretched or shortened as well. */
  repace(): void
}

type Waiting = { readonly then: () => void; times: number; endsAt: number; timer: ReturnType<typeof setTimeout> | undefined }

/** Each wait is multiplied by what `waitsTimes` returns. */
export function createTimers(waitsTimes: () => number = () => 1): PacedTimers {
  const waiting = new Set<Waiting>()
  let isStopped = false
  const begin = (one: Waiting, waitMs: number): void => {
    one.times = waitsTimes()
    one.endsAt = Date.now() + waitMs * one.times
    one.timer = setTimeout(() => {
      waiting.delete(one)
      one.then()
    }, waitMs * one.times)
  }
  return {
    later(waitMs, then) {
      if (isStopped) return
      const one: Waiting = { then, times: 1, endsAt: 0, timer: undefined }
      waiting.add(one)
      begin(one, waitMs)
    },
    repace() {
      for (const one of waiting) {
        clearTimeout(one.timer)
        begin(one, Math.max(0, one.endsAt - Date.now()) / one.times)
      }
    },
    stop() {
      isStopped = true
      for (const { timer } of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
