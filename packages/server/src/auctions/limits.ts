export const auctionLimits = {
  engine: {
    /** How long messages are kept for sockets that resume. Only the time limits it, so that it does not reveal how many there are. */
    notificationsKeptMs: 24 * 3_600_000,
    notificationsKeptEvents: 200_000,
    /** Sealed rows are slower to read than others. */
    snapshotEveryEvents: 1_000,
  },
  /** The maximum number of entries in a channel's list. */
  snapshot: 1_000,
  /** Readings for screens are kept until the next block, and no longer than this if no block is seen. */
  readingLifeMs: 12_000,
  /** Attempts to find an unused nonce. */
  nonceTries: 16,
  /** Settlements that are older than this are not checked again when the chain is reorganised. */
  undoneWithinMs: 24 * 3_600_000,
} as const
