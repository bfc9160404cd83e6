/** Limits of the messages between processes. */
export const clusterLimits = {
  /** A command or read without an answer is sent again after this time. */
  answerMs: 1_000,
  /** A call that takes longer is reported as being executed. */
  workingMs: 500,
  /** Afterwards its sender learns that the owner cannot be reached. */
  answersWithinMs: 3_000,
  /** The pause before a command is sent again while no process owns its shard. */
  unownedPauseMs: 50,
  /** Commands without a key that an owner remembers, each for as long as it can be sent again. */
  commandsRememberedMs: 10_000,
  /** How much longer than the first sending an owner must have owned its shard to decide a repeated command without a key. */
  ownedLongerMs: 1_000,
  /** While nothing is decided, an owner publishes its position this often. */
  positionMs: 500,
  /** A shard without news for longer has no owner that can be reached. */
  silentMs: 1_500,
  /** News of an answered command that do not arrive within this time are read from the journal. */
  newsWithinMs: 200,
  /** News that wait for a repair. Beyond it they are dropped and read from the journal. */
  heldNews: 1_000,
  /** A repair that fails is tried again after this time. */
  repairAgainMs: 250,
  /** Keys of answered commands that a gateway remembers while it stores the answers. */
  keysRemembered: 10_000,
  /** Processes announce themselves this often. */
  announceMs: 500,
  /** A process that has not announced itself for longer owns nothing. */
  memberSilentMs: 1_500,
  /** How often the division of shards is compared with what this process owns. */
  divideMs: 250,
  reconnectMs: 250,
  /** A connection that is not made within this time is tried again. */
  connectMs: 5_000,
  /** A connection that is silently gone is noticed after two of these. */
  pingMs: 1_000,
} as const
