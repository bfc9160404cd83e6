/** The venue's request credits, and what our calls cost of them; a tenth is left over. */
import { createPacer, type Pace, type Pacer } from '../adapter/pacing.ts'

export const PACES = {
  plain: { cost: 500, pool: 45_000, refillPerSecond: 9_000 },
  subscribe: { cost: 3_000, pool: 27_000, refillPerSecond: 9_000 },
  instruments: { cost: 10_000, pool: 450_000, refillPerSecond: 9_000 },
  /** The slowest tier of the venue. */
  matching: { cost: 1, pool: 18, refillPerSecond: 4.5 },
} as const satisfies Readonly<Record<string, Pace>>

export type DeribitPacer = Pacer<keyof typeof PACES>

export const createDeribitPacer = (now: () => number): DeribitPacer => createPacer(PACES, now)
