/** How often users who are away get an email. */
export const digestLimits = {
  /** Everything within this time of the first item goes into one email. Users who return in the meantime have seen it on the screen. */
  gatherMs: 10_000,
  /** The minimum time between two emails to a user. */
  quietMs: 15 * 60_000,
  /** Lines of an email. Further ones are only counted. */
  lines: 20,
  sweepMs: 1_000,
} as const
