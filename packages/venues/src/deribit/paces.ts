/** The venue's request credits and the cost of our calls. A tenth of the credits is kept in reserve. */
import { createPacer, type Pace, type Pacer } from '../adapter/pacing.ts'

export const PACES = {
  plain: { cost: 500, pool: 45_000, refillPerSecond: 9_000, kept: { fromReads: 9_000, fromOrders: 0 } },
  subscribe: { cost: 3_000, pool: 27_000, refillPerSecond: 9_000 },
  instruments: { cost: 10_000, pool: 450_000, refillPerSecond: 9_000 },
  /** The venue's slowest tier. */
  matching: { cost: 1, pool: 18, refillPerSecond: 4.5 },
} as const satisfies Readonly<Record<string, Pace>>

export type DeribitPacer = Pacer<keyof typeof PACES>

export const createDeribitPacer = (now: () => number): DeribitPacer => createPacer(PACES, now)
