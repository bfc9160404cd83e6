/** How far a simulated desk goes, by name. */
export const limits = {
  /** The delay of a maker's first quote in a new RFQ. */
  quoteAfterLeastMs: 250,
  quoteAfterMostMs: 1_600,
  /** A quote that met a refusal is tried again at the next round, at most this often. */
  quoteTries: 5,
  openRfqsPerTaker: 12,
  makersAskedLeast: 3,
  /** A structure that the chain has no strikes for is drawn anew, at most this often. */
  draws: 20,
  /** Options that expire sooner are nobody's block. */
  expiryAtLeastMs: 36 * 3_600_000,
  expiryAtMostMs: 400 * 24 * 3_600_000,
  instrumentPageSize: 1000,
  relistMs: 600_000,
  tradeTries: 3,
  /** Changes in one call. */
  quotesPerCall: 40,
  /** How long a maker looks at what its protection has done: shorter than the protection holds it by itself. */
  resetAfterLeastMs: 3_000,
  resetAfterMostMs: 8_000,
  /** Before it says that it has booked a trade at the venue. */
  bookAfterMs: 1_000,
  /** Before it says that it will not quote. */
  declineAfterLeastMs: 2_000,
  declineAfterMostMs: 20_000,
  /** Order-book markets that one maker quotes in; a newer one takes the place of the oldest. */
  bookMarkets: 16,
  /** Order-book markets that a taker looks at before it takes from the best. */
  booksCompared: 3,
  firstTakeLeastMs: 1_500,
  firstTakeMostMs: 4_000,
  /** The platform's list of spreads is read again after this long while it still grows. */
  spreadsSettleMs: 2_000,
  /** Between two orders of one maker in listed spreads. */
  spreadPaceMs: 40,
  /** Books of listed spreads that a taker looks at before it takes from the best. */
  spreadsCompared: 10,
} as const
