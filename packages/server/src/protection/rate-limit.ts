/** A token bucket for each key: `burst` at once, then `perSecond`. Pure but for its own memory; the time is an argument. */
export type Rate = { readonly perSecond: number; readonly burst: number }

export type RateLimit = {
  /** Takes one token, or answers in how many milliseconds there is one. */
  take(key: string, nowMs: number): number | undefined
  /** In how many milliseconds there is a token, without taking it; undefined when there is one. */
  wait(key: string, nowMs: number): number | undefined
  /** What was taken was not used. */
  giveBack(key: string): void
}

/** Parts of a token that only arithmetic has made. */
const DUST = 1e-6
const KEYS_MOST = 100_000

type Bucket = { tokens: number; at: number }

/** `rateOf` says where a key has a rate of its own. */
export function createRateLimit(common: Rate, rateOf: (key: string) => Rate | undefined = () => undefined): RateLimit {
  const buckets = new Map<string, Bucket>()

  const filled = (key: string, nowMs: number): Bucket => {
    const { perSecond, burst } = rateOf(key) ?? common
    const bucket = buckets.get(key) ?? { tokens: burst, at: nowMs }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.at) * perSecond) / 1000)
    bucket.at = Math.max(bucket.at, nowMs)
    return bucket
  }
  const missing = (key: string, { tokens }: Bucket): number | undefined =>
    tokens >= 1 - DUST ? undefined : Math.max(1, Math.ceil(((1 - tokens) * 1000) / (rateOf(key) ?? common).perSecond - DUST))

  return {
    wait: (key, nowMs) => missing(key, filled(key, nowMs)),
    take(key, nowMs) {
      const bucket = filled(key, nowMs)
      // The least recently asked key goes first: the map keeps the order of asking.
      buckets.delete(key)
      if (buckets.size >= KEYS_MOST) buckets.delete(buckets.keys().next().value!)
      buckets.set(key, bucket)
      const wait = missing(key, bucket)
      if (wait === undefined) bucket.tokens -= 1
      return wait
    },
    giveBack(key) {
      const bucket = buckets.get(key)
      if (bucket !== undefined) bucket.tokens += 1
    },
  }
}
