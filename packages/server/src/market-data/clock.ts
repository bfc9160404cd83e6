/** The product's time, and timers, which run even while a test stops the clock. */

export type Clock = {
  readonly now: () => number
  /** Returns the function that cancels it. */
  readonly after: (ms: number, wake: () => void) => () => void
}

export const systemClock = (now: () => number): Clock => ({
  now,
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
})

/** Rejects when `over` is aborted. */
export const pause = (clock: Pick<Clock, 'after'>, ms: number, over: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      callOff()
      reject(over.reason as Error)
    }
    const callOff = clock.after(ms, () => {
      over.removeEventListener('abort', end)
      resolve()
    })
    if (over.aborted) end()
    else over.addEventListener('abort', end, { once: true })
  })
