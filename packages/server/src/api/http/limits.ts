/** Maxima of the HTTP side that are not part of the public API. */
export const httpLimits = {
  headerBytes: 16 * 1024,
  pathParameterCharacters: 256,
  requestTimeoutMs: 30_000,
  keepAliveMs: 72_000,
  /** How long requests in flight may take to finish once the server stops. */
  drainMs: 5_000,
  /** Kept-alive connections without a request are closed as often as this while the server stops. */
  idleLookMs: 50,
  /** Rejected calls are logged once per address and reason within this time, for this many pairs. */
  rejectedCallsQuietMs: 60_000,
  rejectedCallsRemembered: 10_000,
} as const
