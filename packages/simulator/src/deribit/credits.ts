/** Leaky buckets of request credits, as the venue counts them: each class of methods has its own pool. */
export type CreditClass = 'plain' | 'subscribe' | 'instruments' | 'matching'

type Terms = { readonly cost: number; readonly pool: number; readonly refillPerSecond: number }

const TERMS: Readonly<Record<CreditClass, Terms>> = {
  plain: { cost: 500, pool: 50_000, refillPerSecond: 10_000 },
  subscribe: { cost: 3_000, pool: 30_000, refillPerSecond: 10_000 },
  instruments: { cost: 10_000, pool: 500_000, refillPerSecond: 10_000 },
  matching: { cost: 1, pool: 20, refillPerSecond: 5 },
}

export interface Credits {
  /** Whether the call may proceed. Deducts its cost if so. */
  take(kind: CreditClass): boolean
}

export function createCredits(now: () => number): Credits {
  const buckets = new Map<CreditClass, { left: number; at: number }>()
  return {
    take: (kind) => {
      const { cost, pool, refillPerSecond } = TERMS[kind]
      const at = now()
      const bucket = buckets.get(kind) ?? { left: pool, at }
      const left = Math.min(pool, bucket.left + (Math.max(0, at - bucket.at) / 1000) * refillPerSecond)
      const allowed = left >= cost
      buckets.set(kind, { left: allowed ? left - cost : left, at })
      return allowed
    },
  }
}
