/** Named maxima of the Deribit adapter, and the venue's own figures that it keeps to. */
export const CALL_TIMEOUT_MS = 15_000
export const OPEN_TIMEOUT_MS = 10_000
export const HEARTBEAT_S = 10
/** A socket without a message for this long is dead, whatever TCP says. */
export const SILENCE_MS = 25_000
export const FIRST_BACKOFF_MS = 250
export const MAX_BACKOFF_MS = 15_000
/** Keeps a subscribe call well under the venue's frame of 32 kB. */
export const CHANNELS_PER_CALL = 300
/** New listings come in hundreds at 08:00 UTC: one reload serves them all. */
export const RELOAD_AFTER_MS = 1_000
export const MAX_ACCOUNT_CONNECTIONS = 500
/** An account that nobody asks for closes its socket. */
export const IDLE_ACCOUNT_MS = 10 * 60_000
/** A session younger than this cannot have run out. */
export const FRESH_MS = 10_000
export const REFRESH_AT_FRACTION = 0.8
export const MAX_PENDING_CALLS = 1_000
export const INSTRUMENT_ATTEMPTS = 8

/** The venue executes a block only while its timestamp is within this of the venue's clock. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** How long after the window the venue's record is trusted to be complete. */
export const RECORD_MARGIN_MS = 30_000
export const BLOCKS_PER_PAGE = 101
export const MAX_BLOCK_PAGES = 20
export const MAX_REMEMBERED_BLOCKS = 10_000
export const RETRY_AFTER_MS = 1_000
