/** Keeps our own calls under the venue's limits: going over costs the connection. */
export type Pace = { readonly cost: number; readonly pool: number; readonly refillPerSecond: number }

export const PACES = {
  plain: { cost: 500, pool: 45_000, refillPerSecond: 9_000 },
  subscribe: { cost: 3_000, pool: 27_000, refillPerSecond: 9_000 },
  instruments: { cost: 10_000, pool: 450_000, refillPerSecond: 9_000 },
  /** The slowest tier of the venue. */
  matching: { cost: 1, pool: 18, refillPerSecond: 4.5 },
} as const satisfies Readonly<Record<string, Pace>>

export interface Pacer {
  /** Resolves when the call may be sent; first come, first served. */
  turn(kind: keyof typeof PACES): Promise<void>
}

export function createPacer(now: () => number): Pacer {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    turn: (kind) => {
      const { cost, pool, refillPerSecond } = PACES[kind]
      const at = now()
      const bucket = buckets.get(kind) ?? { left: pool, at }
      // Debt is the queue: each waits until the refill has paid for all before it.
      const left = Math.min(pool, bucket.left + (Math.max(0, at - bucket.at) / 1000) * refillPerSecond) - cost
      buckets.set(kind, { left, at })
      return left >= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, (-left / refillPerSecond) * 1000))
    },
  }
}
