/** A token bucket for each key: `burst` at once, then `perSecond`. Pure but for its own memory; the time is an argument. */
export type Rate = { readonly perSecond: number; readonly burst: number }

export type RateLimit = {
  /** Takes one token, or answers in how many milliseconds there is one. */
  take(key: string, nowMs: number): number | undefined
  /** In how many milliseconds there is a token, without taking it; undefined when there is one. */
  wait(key: string, nowMs: number): number | undefined
}

/** Parts of a token that only arithmetic has made. */
const DUST = 1e-6
const KEYS_MOST = 100_000

type Bucket = { tokens: number; at: number }

export function createRateLimit({ perSecond, burst }: Rate): RateLimit {
  const buckets = new Map<string, Bucket>()

  const filled = (key: string, nowMs: number): Bucket => {
    const bucket = buckets.get(key) ?? { tokens: burst, at: nowMs }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.at) * perSecond) / 1000)
    bucket.at = Math.max(bucket.at, nowMs)
    return bucket
  }
  const missing = (bucket: Bucket): number | undefined =>
    bucket.tokens >= 1 - DUST ? undefined : Math.max(1, Math.ceil(((1 - bucket.tokens) * 1000) / perSecond - DUST))

  return {
    wait: (key, nowMs) => missing(filled(key, nowMs)),
    take(key, nowMs) {
      const bucket = filled(key, nowMs)
      // The least recently asked key goes first: the map keeps the order of asking.
      buckets.delete(key)
      if (buckets.size >= KEYS_MOST) buckets.delete(buckets.keys().next().value!)
      buckets.set(key, bucket)
      const wait = missing(bucket)
      if (wait === undefined) bucket.tokens -= 1
      return wait
    },
  }
}
