/** Limits of calls that apply to every part of the server and are not part of the public API. */
export const callLimits = {
  /** The response of a write is kept this long for a repetition under its key. */
  idempotencyKeptMs: 24 * 3_600_000,
} as const
