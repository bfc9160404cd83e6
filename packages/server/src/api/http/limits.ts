/** Maxima of the HTTP side that are not part of the public API. */
export const httpLimits = {
  headerBytes: 16 * 1024,
  pathParameterCharacters: 256,
  requestTimeoutMs: 30_000,
  keepAliveMs: 72_000,
  /** In-flight requests may finish for so long once the server stops. */
  drainMs: 5_000,
  /** Kept-alive connections without a request are closed as often as this while the server stops. */
  idleLookMs: 50,
  /** Of calls that are turned away from an address for a reason, one line in so long, for as many pairs of both. */
  rejectedCallsQuietMs: 60_000,
  rejectedCallsRemembered: 10_000,
} as const
