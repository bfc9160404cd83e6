/**
 * The venue's rate limits: ten public calls a second for each address, and ten private calls for each user. A burst plus its refill stays below that
 * in any second.
 */
import type { Pace } from '../adapter/pacing.ts'

export const PACES = {
  public: { cost: 1, pool: 4, refillPerSecond: 5 },
  private: { cost: 1, pool: 4, refillPerSecond: 5, kept: { fromReads: 1, fromOrders: 0 } },
  subscribe: { cost: 1, pool: 8, refillPerSecond: 4 },
} as const satisfies Readonly<Record<string, Pace>>
