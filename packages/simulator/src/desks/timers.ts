/** The scheduled actions of a desk, which are all cancelled when the desk stops. */
export interface Timers {
  later(waitMs: number, then: () => void): void
  stop(): void
}

export interface PacedTimers extends Timers {
  /** The pace has changed: each wait now ends as if it had begun at the new pace. */
  repace(): void
}

type Waiting = {
  readonly then: () => void
  readonly waitMs: number
  readonly beganAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Each wait is multiplied by what `waitsTimes` returns. */
export function createTimers(waitsTimes: () => number = () => 1): PacedTimers {
  const waiting = new Set<Waiting>()
  let isStopped = false
  const begin = (one: Waiting): void => {
    one.timer = setTimeout(
      () => {
        waiting.delete(one)
        one.then()
      },
      one.beganAt + one.waitMs * waitsTimes() - Date.now(),
    )
  }
  return {
    later(waitMs, then) {
      if (isStopped) return
      const one: Waiting = { then, waitMs, beganAt: Date.now(), timer: undefined }
      waiting.add(one)
      begin(one)
    },
    repace() {
      for (const one of waiting) {
        clearTimeout(one.timer)
        begin(one)
      }
    },
    stop() {
      isStopped = true
      for (const { timer } of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
