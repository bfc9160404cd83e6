export const venueMakersLimits = {
  /** A venue shows no quotes and lets nothing trade for so long from the moment it was asked (rulebook 15.3). */
  graceMs: 5_000,
  /** A request that ends at the venue before ours does is asked anew this long after its end. */
  renewAfterMs: 250,
  firstRetryMs: 500,
  longestRetryMs: 15_000,
} as const
