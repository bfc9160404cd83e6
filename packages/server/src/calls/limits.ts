/** Maxima of calls that hold in every part of the server, and are not part of the public API. */
export const callLimits = {
  /** The answer of a write is kept for so long for a repetition under its key. */
  idempotencyKeptMs: 24 * 3_600_000,
} as const
