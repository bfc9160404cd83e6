export const auctionLimits = {
  /** For so long messages are kept for sockets that resume. */
  messagesKeptMs: 24 * 3_600_000,
  tidyEvery: 500,
  /** Of a list on a channel. */
  snapshot: 1_000,
  /** Until a nonce is found that nobody has used. */
  nonceTries: 16,
  /** A write whose outcome is not known is looked up again after so long. */
  againMs: 1_000,
  /** A settlement older than that is looked at no more where the chain is reorganised. */
  undoneWithinMs: 24 * 3_600_000,
} as const
