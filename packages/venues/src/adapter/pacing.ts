/** Keeps our calls below a venue's rate limits: exceeding them costs the connection, or a minute's ban. */
export type Pace = { readonly cost: number; readonly pool: number; readonly refillPerSecond: number }

export interface Pacer<Kind extends string> {
  /** Resolves when the call may be sent; first come, first served. */
  turn(kind: Kind): Promise<void>
}

type Waiting = { left: number; at: number; readonly calls: (() => void)[] }

/** Waiting calls are sent one by one, each a full interval after the one before: after a pause of this process they do not all leave at once. */
export function createPacer<Kind extends string>(paces: Readonly<Record<Kind, Pace>>, now: () => number): Pacer<Kind> {
  const buckets = new Map<Kind, Waiting>()
  const release = (bucket: Waiting, everyMs: number): void => {
    Object.assign(bucket, { left: 0, at: now() })
    bucket.calls.shift()?.()
    if (bucket.calls.length > 0) setTimeout(() => release(bucket, everyMs), everyMs)
  }
  return {
    turn: (kind) => {
      const { cost, pool, refillPerSecond } = paces[kind]
      const at = now()
      const bucket = buckets.get(kind) ?? { left: pool, at, calls: [] }
      buckets.set(kind, bucket)
      if (bucket.calls.length === 0) {
        bucket.left = Math.min(pool, bucket.left + (Math.max(0, at - bucket.at) / 1000) * refillPerSecond)
        bucket.at = at
        if (bucket.left >= cost) {
          bucket.left -= cost
          return Promise.resolve()
        }
        const msFor = (amount: number): number => Math.ceil((amount / refillPerSecond) * 1000)
        setTimeout(() => release(bucket, msFor(cost)), msFor(cost - bucket.left))
      }
      return new Promise((resolve) => bucket.calls.push(resolve))
    },
  }
}
