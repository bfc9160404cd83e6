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
