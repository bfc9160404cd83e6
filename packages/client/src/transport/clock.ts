/** An estimate of the server's clock from its responses. */
import { limits } from './limits.ts'

export interface ServerClock {
  now(): number
  /** Like `now`, but never the same value twice, because the server accepts a signed write with a given timestamp only once. */
  nextMs(): number
  skewMs(): number
  /** Learns from a Date header. Returns whether the estimate has changed by more than its possible error. */
  learn(date: string | null, askedAt: number, answeredAt: number): boolean
}

export function createServerClock(): ServerClock {
  let skewMs = 0
  let lastMs = 0
  const now = (): number => Date.now() + skewMs
  return {
    now,
    nextMs: () => (lastMs = lastMs - now() > limits.aheadMs ? now() : Math.max(lastMs + 1, now())),
    skewMs: () => skewMs,
    learn(date, askedAt, answeredAt) {
      const at = Date.parse(date ?? '')
      if (Number.isNaN(at)) return false
      // The header contains the whole second in which the server responded.
      const measured = at + 500 - (askedAt + answeredAt) / 2
      const before = skewMs
      skewMs = Math.abs(measured) < limits.skewNoticedMs ? 0 : Math.round(measured)
      return Math.abs(skewMs - before) >= limits.skewNoticedMs
    },
  }
}
