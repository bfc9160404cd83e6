/** Every maximum of the database's supervision. */
export const limits = {
  /** A first start creates a cluster; a start after a crash replays the log of the database. */
  startMs: 60_000,
  stopMs: 20_000,
  initdbMs: 120_000,
  /** The kernel closes a killed process's sockets at once; its backend may be some time in noticing. */
  ownerLockMs: 4_000,
  pollMs: 25,
  /** How often the embedded server is looked after. */
  lookMs: 1_000,
  /** A socket's path has to be shorter than 108 bytes (104 on macOS); `/.s.PGSQL.5432` is 14 of them. */
  socketFolderBytes: 86,
  /** How long a connection may take to be made, and how long a caller waits for a free one. */
  connectMs: 10_000,
  /** A lost listening connection is made again at once, then after longer and longer waits. */
  listenAgainMs: 50,
  listenAgainMostMs: 2_000,
  /** Every connection shows what it has touched of these as its own; the system keeps the files in memory as well. */
  sharedBuffers: '16MB',
  /** The embedded server is on our own cores, and each connection shows some 25 MB resident; another one's answers travel. */
  connectionsToEmbedded: 6,
  connectionsToExternal: 12,
  connectionsOfCluster: 60,
  databaseLogBytes: 4 * 1024 * 1024,
  oldestMajor: 15,
} as const
