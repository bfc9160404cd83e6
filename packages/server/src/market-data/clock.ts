/** The product's time, and timers, which go on while a test holds the time still. */

export type Clock = {
  readonly now: () => number
  /** Answers the function that cancels it. */
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
