/** How often people who are away get an email. */
export const newsLimits = {
  /** Everything within this time of the first item goes in one email; people who come back meanwhile have seen it on the screen. */
  gatherMs: 10_000,
  /** Between two emails to a person. */
  quietMs: 15 * 60_000,
  /** Lines of an email; further ones are counted. */
  lines: 20,
  sweepMs: 1_000,
} as const
