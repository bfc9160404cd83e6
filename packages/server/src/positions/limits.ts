/** Limits and intervals of reading positions. */
export const positionLimits = {
  /** How often a desk's accounts are read while it has readers. */
  watchedEveryMs: 5_000,
  /** How often they are read without readers. */
  idleEveryMs: 180_000,
  /** A read that is requested within this time of another joins it (rulebook 13.1). */
  joinWithinMs: 2_000,
  /** Settlements in quick succession are read together, at this interval. */
  settledEveryMs: 1_000,
  /** A read that is older than this is stale. */
  staleAfterMs: 15_000,
  /** Reads of accounts within this time are published together. */
  coalesceMs: 100,
  /** A read without changes is stored this often, so that its age is known after a restart. */
  storeEveryMs: 60_000,
  /** How long a shutdown waits for responses from venues. */
  stopWithinMs: 5_000,
} as const
