/** How far a simulated desk goes, by name. */
export const limits = {
  /** A maker's first quote after it has heard of the RFQ. */
  quoteAfterLeastMs: 250,
  quoteAfterMostMs: 1_600,
  /** A quote that met a refusal is tried again at the next round, at most this often. */
  quoteTries: 5,
  openRfqsPerTaker: 12,
  makersAskedLeast: 3,
  /** Options that expire sooner are nobody's block. */
  expiryAtLeastMs: 36 * 3_600_000,
  expiryAtMostMs: 400 * 24 * 3_600_000,
  marksWithinMs: 60_000,
  instrumentPageSize: 1000,
  relistMs: 600_000,
  tradeTries: 3,
} as const
