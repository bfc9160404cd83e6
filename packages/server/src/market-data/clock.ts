/** The product's time, and waiting, which goes on when a test holds the time still. */

export type Clock = {
  readonly now: () => number
  /** Answers the function that calls it off. */
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
