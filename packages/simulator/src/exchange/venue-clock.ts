/** A venue's clock, which may be wrong for the duration of a call. */
export interface VenueClock {
  now(): number
  /** Runs something while the clock is ahead by this much, or behind if negative. */
  whileAhead<Answer>(aheadMs: number, work: () => Answer): Answer
}

export function createVenueClock(timeOf: () => number): VenueClock {
  let ahead = 0
  return {
    now: () => timeOf() + ahead,
    whileAhead: (aheadMs, work) => {
      ahead = aheadMs
      try {
        return work()
      } finally {
        ahead = 0
      }
    },
  }
}
