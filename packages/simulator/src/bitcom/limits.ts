/** The venue's limits. Those that the venue does not document are marked. */
export const MAX_BODY_BYTES = 256 * 1024
/** Public calls per second for each address, and private calls per second for each user. */
export const CALLS_PER_SECOND = 10
/** How far a call's timestamp may be from the venue's clock; not documented. */
export const TIMESTAMP_WINDOW_MS = 60_000
export const MAX_BLOCK_LEGS = 30
export const MAX_ROWS_PER_ANSWER = 100
/** A client that pings less often is disconnected. */
export const SILENCE_MS = 60_000
export const MAX_UNSENT_BYTES = 8 * 1024 * 1024
/** A maker's side waits this long for its taker; not documented. */
export const SIDE_LIFE_MS = 10 * 60_000
