/** Limits of the engine. */
export const limits = {
  /** Decisions of one shard that may wait for their commit. Further commands are refused as overloaded. */
  waitingDecisions: 20_000,
  /** Decisions in one transaction. The next ones are collected while it is in flight. */
  decisionsPerCommit: 2_000,
  /** Deadlines processed before other work gets a turn. */
  deadlinesAtOnce: 1_000,
  /** A deadline that the rules refuse is a bug. It is tried again after this time. */
  stuckDeadlineMs: 1_000,
  snapshotEveryEvents: 10_000,
  /** Characters of a snapshot written before other work gets a turn: about a third of a millisecond. */
  snapshotCharactersAtOnce: 32_768,
  snapshotsKept: 3,
  housekeepingEveryEvents: 5_000,
  /** Notifications of one shard kept for clients that resume. */
  notificationsKeptEvents: 50_000,
  notificationsPerResume: 5_000,
  /** The maximum age of kept notifications, however few there are. Without it, the time they are kept would reveal how many there were. */
  notificationsKeptMs: Infinity,
  /** A caller's key is valid for this long. */
  answersKeptMs: 24 * 60 * 60 * 1000,
  /** Keys of a shard that are known without a query. */
  answersInMemory: 200_000,
  rowsPerRead: 5_000,
  /** For the check that runs in parallel with the market: a few milliseconds of work, then a pause many times as long. */
  rowsPerVerification: 250,
  verificationPauseMs: 25,
  retryAfterMs: 500,
  recoveryPauseMs: 250,
  recoveryPauseMostMs: 5_000,
} as const

/** Tests and small machines use different values. */
export type Limits = { readonly [Name in keyof typeof limits]: number }
