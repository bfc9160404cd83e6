/** Limits of the HTTP side that are not part of the public API. */
export const httpLimits = {
  headerBytes: 16 * 1024,
  pathParameterCharacters: 256,
  requestTimeoutMs: 30_000,
  keepAliveMs: 72_000,
  /** How long in-flight requests may take to finish when the server stops. */
  drainMs: 5_000,
  /** How often idle keep-alive connections are closed while the server stops. */
  idleLookMs: 50,
  /** Rejected calls are logged once per address and reason within this time, for this many pairs. */
  rejectedCallsQuietMs: 60_000,
  rejectedCallsRemembered: 10_000,
  /** When to try again while the database is unavailable. */
  databaseRetryMs: 1_000,
} as const
