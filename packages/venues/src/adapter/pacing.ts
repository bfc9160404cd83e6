/** Keeps our own calls under a venue's limits: going over costs the connection, or a minute's silence. */
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
      // Debt is the queue: each waits until the refill has paid for all before it.
      const left = Math.min(pool, bucket.left + (Math.max(0, at - bucket.at) / 1000) * refillPerSecond) - cost
      buckets.set(kind, { left, at })
      return left >= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, (-left / refillPerSecond) * 1000))
    },
  }
}
