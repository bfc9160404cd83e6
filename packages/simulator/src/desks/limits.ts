/** Limits of a simulated desk. */
export const limits = {
  /** The delay of a maker's first quote in a new RFQ. */
  quoteAfterLeastMs: 250,
  quoteAfterMostMs: 1_600,
  /** After a refusal, a quote is tried again in the next round, at most this often. */
  quoteTries: 5,
  openRfqsPerTaker: 12,
  makersAskedLeast: 3,
  listLinesLeast: 3,
  listLinesMost: 8,
  /** The delay before a taker's first list, as a multiple of the time between two. */
  firstListLeast: 0.05,
  firstListMost: 0.2,
  /** If the chain has no strikes for a structure, another one is drawn, at most this often. */
  draws: 20,
  /** Options that expire sooner are not traded in blocks. */
  expiryAtLeastMs: 36 * 3_600_000,
  expiryAtMostMs: 400 * 24 * 3_600_000,
  instrumentPageSize: 1000,
  relistMs: 600_000,
  tradeTries: 3,
  /** The maximum number of changes in one call. */
  quotesPerCall: 40,
  /** How long a maker reviews what its protection has done. It is shorter than the protection itself. */
  resetAfterLeastMs: 3_000,
  resetAfterMostMs: 8_000,
  /** The delay before it reports that it has booked a trade at the venue. */
  bookAfterMs: 1_000,
  /** The delay before it declines. */
  declineAfterLeastMs: 2_000,
  declineAfterMostMs: 20_000,
  /** The number of order-book markets that one maker quotes in; a newer one replaces the oldest. */
  bookMarkets: 16,
  /** The number of order-book markets that a taker compares before it takes from the best. */
  booksCompared: 3,
  firstTakeLeastMs: 1_500,
  firstTakeMostMs: 4_000,
  /** While the platform's list of spreads still grows, it is read again after this time. */
  spreadsSettleMs: 2_000,
  /** The pause between two orders of one maker in listed spreads. */
  spreadPaceMs: 40,
  /** The number of listed-spread books that a taker compares before it takes from the best. */
  spreadsCompared: 10,
} as const
