/** The venue's limits, as the venue documents them. */
export const MAX_FRAME_BYTES = 32 * 1024
export const MAX_CHANNELS_PER_CONNECTION = 5_000
export const TOKEN_LIFE_S = 900
export const CLIENT_SIGNATURE_LIFE_MS = 60_000
export const BLOCK_WINDOW_MS = 5 * 60_000
export const MAX_BLOCK_LEGS = 20
export const MAX_BLOCKS_PER_ANSWER = 101
export const LEAST_HEARTBEAT_S = 10
/** How long a test_request may stay unanswered before the socket is dropped. */
export const TEST_REQUEST_PATIENCE_MS = 10_000
/** A socket that lets this much pile up is cut off. */
export const MAX_UNSENT_BYTES = 8 * 1024 * 1024
/** Nonces and tokens that are too old to matter are forgotten beyond this many. */
export const MAX_REMEMBERED = 100_000
