export const marketDataLimits = {
  /** A venue without any message for this long is stale. */
  staleAfterMs: 5_000,
  /** Changed marks are published together at this interval. */
  coalesceMs: 250,
  bboEveryMs: 500,
  /** The interval between RFQs of one socket on the channel that covers all of them. */
  bboTurnMs: 50,
  marksEveryMs: 1_000,
  venueStatesEveryMs: 1_000,
  /** If only the delay has changed, it is published at this interval. */
  venueDelayEveryMs: 5_000,
  indexWindowMs: 24 * 3_600_000,
  indexSampleMs: 60_000,
  /** A change over less time than this is not meaningful. */
  indexLeastMs: 60_000,
  /** How long the start waits for a venue. Then it continues without it. */
  startWaitMs: 3_000,
  /** The same for a venue that is answering, if the database has no instruments of it from before. */
  firstListWaitMs: 15_000,
  instrumentsPerInsert: 1_000,
  /** Marks that arrived before their instrument was known and are kept for it. */
  unclaimedMarks: 10_000,
  bboRfqsPerSocket: 200,
} as const
