/** Keeps our calls below a venue's rate limits: exceeding them costs the connection, or a minute's ban. */
export type Pace = { readonly cost: number; readonly pool: number; readonly refillPerSecond: number }

export interface Pacer<Kind extends string> {
  /** Resolves when the call may be sent; first come, first served. */
  turn(kind: Kind): Promise<void>
}

export function createPacer<Kind extends string>(paces: Readonly<Record<Kind, Pace>>, now: () => number): Pacer<Kind> {
  const buckets = new Map<Kind, { left: number; at: number }>()
  return {
    turn: (kind) => {
      const { cost, pool, refillPerSecond } = paces[kind]
      const at = now()
      const bucket = buckets.get(kind) ?? { left: pool, at }
      // A negative balance is the queue: each call waits until the refill has paid for all calls before it.
      const left = Math.min(pool, bucket.left + (Math.max(0, at - bucket.at) / 1000) * refillPerSecond) - cost
      buckets.set(kind, { left, at })
      return left >= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, (-left / refillPerSecond) * 1000))
    },
  }
}
