/** Every maximum of the engine. */
export const limits = {
  /** Decisions of one shard that may wait for their commit; further commands are refused as overloaded. */
  waitingDecisions: 20_000,
  /** Decisions of one transaction: the next ones are taken while it is on its way. */
  decisionsPerCommit: 2_000,
  /** Deadlines carried out before anything else gets a turn. */
  deadlinesAtOnce: 1_000,
  /** A deadline that the rules refuse is a bug; it is tried again after this long. */
  stuckDeadlineMs: 1_000,
  snapshotEveryEvents: 10_000,
  /** Characters of a snapshot written before other work gets its turn: a third of a millisecond. */
  snapshotCharactersAtOnce: 32_768,
  snapshotsKept: 3,
  housekeepingEveryEvents: 5_000,
  /** Notifications of one shard kept for clients that resume. */
  notificationsKeptEvents: 50_000,
  notificationsPerResume: 5_000,
  /** And no longer than this, however few there are. Without an end, how long they are kept tells how many there were. */
  notificationsKeptMs: Infinity,
  /** A caller's key is good for this long. */
  answersKeptMs: 24 * 60 * 60 * 1000,
  /** Keys of a shard that are known without a query. */
  answersInMemory: 200_000,
  rowsPerRead: 5_000,
  /** Of the check beside the market: a few milliseconds of work, then a pause many times as long. */
  rowsPerVerification: 250,
  verificationPauseMs: 25,
  retryAfterMs: 500,
  recoveryPauseMs: 250,
  recoveryPauseMostMs: 5_000,
} as const

/** Tests and small machines choose their own. */
export type Limits = { readonly [Name in keyof typeof limits]: number }
