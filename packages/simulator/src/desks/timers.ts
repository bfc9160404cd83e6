/** The scheduled actions of a desk, which are all cancelled when the desk stops. */
export interface Timers {
  later(waitMs: number, then: () => void): void
  stop(): void
}

/** Each wait is multiplied by what `waitsTimes` returns when it begins. */
export function createTimers(waitsTimes: () => number = () => 1): Timers {
  const waiting = new Set<ReturnType<typeof setTimeout>>()
  let isStopped = false
  return {
    later(waitMs, then) {
      if (isStopped) return
      const timer = setTimeout(() => {
        waiting.delete(timer)
        then()
      }, waitMs * waitsTimes())
      waiting.add(timer)
    },
    stop() {
      isStopped = true
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
