export const auctionLimits = {
  engine: {
    /** Of messages, for sockets that resume. The time alone ends it, so that it tells nothing of how many there are. */
    notificationsKeptMs: 24 * 3_600_000,
    notificationsKeptEvents: 200_000,
    /** Sealed rows are slower to read than others. */
    snapshotEveryEvents: 1_000,
  },
  /** Of a list on a channel. */
  snapshot: 1_000,
  /** Until a nonce is found that nobody has used. */
  nonceTries: 16,
  /** A settlement older than that is looked at no more where the chain is reorganised. */
  undoneWithinMs: 24 * 3_600_000,
} as const
