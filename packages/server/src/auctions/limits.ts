export const auctionLimits = {
  /** Of a list on a channel. */
  snapshot: 1_000,
  /** Until a nonce is found that nobody has used. */
  nonceTries: 16,
  /** A settlement older than that is looked at no more where the chain is reorganised. */
  undoneWithinMs: 24 * 3_600_000,
} as const
