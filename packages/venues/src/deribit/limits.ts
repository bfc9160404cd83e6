/** Limits of the Deribit adapter, and the venue's own limits that it respects. */
export const CALL_TIMEOUT_MS = 15_000
export const HEARTBEAT_S = 10
/** A socket without a message for this long is dead, even if TCP has not noticed. */
export const SILENCE_MS = 25_000
export const SILENCE_CHECK_MS = 5_000
/** Keeps a subscribe call well below the venue's maximum frame of 32 kB. */
export const CHANNELS_PER_CALL = 300
/** Hundreds of new instruments are listed at 08:00 UTC: one reload covers them all. */
export const RELOAD_AFTER_MS = 1_000
export const MAX_ACCOUNT_CONNECTIONS = 500
/** The socket of an account closes after this time without calls. */
export const IDLE_ACCOUNT_MS = 10 * 60_000
/** A session younger than this cannot have expired. */
export const FRESH_MS = 10_000
export const REFRESH_AT_FRACTION = 0.8
export const MAX_PENDING_CALLS = 1_000

/** The venue executes a block only while its timestamp is within this time of the venue's clock. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** How long after the window the venue's record is considered complete. */
export const RECORD_MARGIN_MS = 30_000
export const BLOCKS_PER_PAGE = 101
export const MAX_BLOCK_PAGES = 20
/** Pages of a whole record: ten thousand blocks, which cost about six seconds of the venue's credits. */
export const MAX_RECORD_PAGES = 100
export const MAX_REMEMBERED_BLOCKS = 10_000
export const RETRY_AFTER_MS = 1_000

/** The venue stops for some seconds at 08:00 UTC and refuses calls during that time with 10041. */
export const SETTLEMENT_PAUSE_MS = 15_000
/** Clocks that differ by less than this need no correction. */
export const GOOD_CLOCK_MS = 5_000
/** The number of open block RFQs that are read together; an account has fewer. */
export const BLOCK_RFQS_PER_PAGE = 1_000
/** If an account with watched RFQs is busy, its connection is requested again after this time. */
export const FIRST_WATCH_RETRY_MS = 500
export const LONGEST_WATCH_RETRY_MS = 15_000
