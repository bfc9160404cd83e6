export const venueMakersLimits = {
  /** A venue shows no quotes and allows no trades for this long after an RFQ was sent (rulebook 15.3). */
  graceMs: 5_000,
  /** If the venue's RFQ ends before ours, a new one is sent this long after its end. */
  renewAfterMs: 250,
  firstRetryMs: 500,
  longestRetryMs: 15_000,
} as const
