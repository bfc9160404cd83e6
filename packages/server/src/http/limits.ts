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
  /** A kept answer of a plain write is forgotten after a day. */
  idempotencyKeptMs: 24 * 3_600_000,
  /** Signatures of one desk's writes, some 100 bytes each: three times what its rate allows in the window. */
  signaturesRemembered: 100_000,
  /** Of calls that are turned away from an address for a reason, one line in so long, for as many pairs of both. */
  turnedAwayQuietMs: 60_000,
  turnedAwayRemembered: 10_000,
} as const
