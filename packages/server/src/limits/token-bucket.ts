/** A token bucket for each key: `burst` at once, then `perSecond`. Pure except for its own memory; the time is an argument. */
import type { BucketRate } from '@parley/contracts'

export type RateLimit = {
  /** Takes one token, or returns the milliseconds until there is one. */
  take(key: string, nowMs: number): number | undefined
}

/** Fractions of a token below this are rounding errors. */
const DUST = 1e-6
const KEYS_MOST = 100_000

type Bucket = { tokens: number; at: number }

export function createRateLimit({ perSecond, burst }: BucketRate): RateLimit {
  const buckets = new Map<string, Bucket>()
  return {
    take(key, nowMs) {
      const bucket = buckets.get(key) ?? { tokens: burst, at: nowMs }
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.at) * perSecond) / 1000)
      bucket.at = Math.max(bucket.at, nowMs)
      // The least recently used key is dropped first, and the map keeps that order.
      buckets.delete(key)
      if (buckets.size >= KEYS_MOST) buckets.delete(buckets.keys().next().value!)
      buckets.set(key, bucket)
      if (bucket.tokens < 1 - DUST) return Math.max(1, Math.ceil(((1 - bucket.tokens) * 1000) / perSecond - DUST))
      bucket.tokens -= 1
      return undefined
    },
  }
}
