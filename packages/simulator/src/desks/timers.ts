/** The scheduled actions of a desk, which are all cancelled when the desk stops. */
export interface Timers {
  later(waitMs: number, then: () => void): void
  stop(): void
}

export interface PacedTimers extends Timers {
  /** The pace has changed: what remains of each wait is stretched or shortened as well. */
  repace(): void
}

type Waiting = {
  readonly then: () => void
  readonly waitMs: number
  readonly beganAt: number
  times: number
  endsAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** A timer that is set further away fires at once. */
const FURTHEST_MS = 2 ** 31 - 1

/**
 * Each wait is multiplied by what `waitsTimes` returns. When the pace rises, waits that would be over at the new pace end one by one (SPREAD), or all
 * of them now (AT_ONCE).
 */
export function createTimers(waitsTimes: () => number = () => 1, overdue: 'SPREAD' | 'AT_ONCE' = 'SPREAD'): PacedTimers {
  const waiting = new Set<Waiting>()
  let isStopped = false
  const endAt = (one: Waiting, at: number): void => {
    one.times = waitsTimes()
    one.endsAt = at
    const finish = (): void => {
      waiting.delete(one)
      one.then()
    }
    one.timer = setTimeout(finish, Math.min(FURTHEST_MS, at - Date.now()))
  }
  const spread = (one: Waiting): number => Date.now() + (Math.max(0, one.endsAt - Date.now()) / one.times) * waitsTimes()
  return {
    later(waitMs, then) {
      if (isStopped) return
      const one: Waiting = { then, waitMs, beganAt: Date.now(), times: 1, endsAt: 0, timer: undefined }
      waiting.add(one)
      endAt(one, one.beganAt + waitMs * waitsTimes())
    },
    repace() {
      for (const one of waiting) {
        clearTimeout(one.timer)
        endAt(one, overdue === 'SPREAD' ? spread(one) : one.beganAt + one.waitMs * waitsTimes())
      }
    },
    stop() {
      isStopped = true
      for (const { timer } of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
