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

/** The skew is between these two. */
type SkewRange = { readonly low: number; readonly high: number }

export function createServerClock(): ServerClock {
  let range: SkewRange | undefined
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
      range = narrowed(range, { low: at - answeredAt, high: at + limits.dateStepMs - askedAt })
      const before = skewMs
      skewMs = estimateIn(range)
      return Math.abs(skewMs - before) >= limits.skewNoticedMs
    },
  }
}

/**
 * The header contains the whole second in which the server responded, between the request and the response. Each response narrows the range, and one
 * that waited for long is wide and narrows nothing. If a response contradicts it, one of the clocks was set, and only that response counts.
 */
function narrowed(before: SkewRange | undefined, measured: SkewRange): SkewRange {
  if (before === undefined) return measured
  const both = { low: Math.max(before.low, measured.low), high: Math.min(before.high, measured.high) }
  return both.low <= both.high ? both : measured
}

/** A clock that may be right counts as right. */
const estimateIn = ({ low, high }: SkewRange): number => (low <= 0 && high >= 0 ? 0 : Math.round((low + high) / 2))
