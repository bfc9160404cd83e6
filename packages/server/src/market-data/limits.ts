export const marketDataLimits = {
  /** A venue that is silent for this long is stale. */
  staleAfterMs: 5_000,
  /** Changed marks are published together, this far apart. */
  coalesceMs: 250,
  bboEveryMs: 500,
  /** How far apart the requests of one socket come on the channel that carries all of them. */
  bboTurnMs: 50,
  marksEveryMs: 1_000,
  venueStatesEveryMs: 1_000,
  /** A delay that has changed, and nothing else, is published this far apart. */
  venueDelayEveryMs: 5_000,
  indexWindowMs: 24 * 3_600_000,
  indexSampleMs: 60_000,
  /** A change over less than this says nothing. */
  indexLeastMs: 60_000,
  /** How long the start waits for a venue's list; it goes on without. */
  startWaitMs: 15_000,
  instrumentsPerInsert: 1_000,
  /** Marks that came before their instrument was known, kept for it. */
  unclaimedMarks: 10_000,
  bboRfqsPerSocket: 200,
} as const
