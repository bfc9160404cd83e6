/** Every bound of reading positions. */
export const positionLimits = {
  /** How often a desk's accounts are read while somebody of it looks. */
  watchedEveryMs: 5_000,
  /** How often when nobody does. */
  idleEveryMs: 180_000,
  /** A reading that is asked for within this time of another is that one (rulebook 13.1). */
  joinWithinMs: 2_000,
  /** Settlements that come one after the other are read together, this far apart. */
  settledEveryMs: 1_000,
  /** A reading of longer ago is stale. */
  staleAfterMs: 15_000,
  /** Readings of accounts are published together. */
  coalesceMs: 100,
  /** A reading that found nothing new is stored this often, so that a restart knows its age. */
  storeEveryMs: 60_000,
  /** How long a stop waits for answers of venues. */
  stopWithinMs: 5_000,
} as const
