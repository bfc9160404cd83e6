/** Limits of the database's supervision. */
export const limits = {
  /** A first start creates a cluster. A start after a crash replays the database's log. */
  startMs: 60_000,
  stopMs: 20_000,
  initdbMs: 120_000,
  /** The kernel closes the sockets of a killed process immediately, but its backend may need some time to notice. */
  ownerLockMs: 4_000,
  pollMs: 25,
  /** How often the embedded server is checked, and how often whether the database answers. */
  lookMs: 1_000,
  /** A database that takes longer to answer a cheap statement counts as away. */
  lookAnswerMs: 5_000,
  /** After a reboot, a database of its own may be ready some seconds later than Parley. */
  databaseWaitMs: 60_000,
  databaseAgainMs: 250,
  databaseAgainMostMs: 2_000,
  /** A socket path must be shorter than 108 bytes (104 on macOS). `/.s.PGSQL.5432` takes 14 of them. */
  socketFolderBytes: 86,
  /** How long connecting may take, and how long a caller waits for a free connection. */
  connectMs: 10_000,
  /** How long each of several hosts may take to report whether it accepts writes, how long connecting to it may take, and how often it is checked. */
  hostAnswerMs: 2_000,
  hostConnectMs: 4_000,
  hostLookMs: 5_000,
  /** A lost listening connection is replaced immediately, and after further failures with increasing delays. */
  listenAgainMs: 50,
  listenAgainMostMs: 2_000,
  /** Every connection reports the part that it has touched as its own memory. The operating system caches the files as well. */
  sharedBuffers: '16MB',
  /**
   * The embedded server shares our cores, and each connection takes about 25 MB of resident memory. With a remote server, responses take time to
   * travel.
   */
  connectionsToEmbedded: 6,
  /** At rest, the memory of connections that are not needed is returned. A new one takes some milliseconds. */
  idleConnections: { closeAfterMs: 30_000, kept: 2 },
  connectionsToExternal: 12,
  connectionsOfCluster: 60,
  databaseLogBytes: 4 * 1024 * 1024,
  oldestMajor: 15,
} as const
