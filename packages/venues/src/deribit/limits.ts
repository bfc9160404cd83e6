/** Named maxima of the Deribit adapter, and the venue's own figures that it keeps to. */
export const CALL_TIMEOUT_MS = 15_000
export const HEARTBEAT_S = 10
/** A socket without a message for this long is dead, whatever TCP says. */
export const SILENCE_MS = 25_000
export const SILENCE_CHECK_MS = 5_000
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

/** The venue executes a block only while its timestamp is within this of the venue's clock. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** How long after the window the venue's record is trusted to be complete. */
export const RECORD_MARGIN_MS = 30_000
export const BLOCKS_PER_PAGE = 101
export const MAX_BLOCK_PAGES = 20
/** Of a whole record: ten thousand blocks, and some six seconds of the venue's credits. */
export const MAX_RECORD_PAGES = 100
export const MAX_REMEMBERED_BLOCKS = 10_000
export const RETRY_AFTER_MS = 1_000

/** The venue stops for seconds at 08:00 UTC; what is sent meanwhile it refuses with 10041. */
export const SETTLEMENT_PAUSE_MS = 15_000
/** Clocks that agree by this need no mending. */
export const GOOD_CLOCK_MS = 5_000
/** Open Block RFQs read together; an account has fewer. */
export const BLOCK_RFQS_PER_PAGE = 1_000
/** An account whose requests are watched may be busy, and its line is asked for again after this. */
export const FIRST_WATCH_RETRY_MS = 500
export const LONGEST_WATCH_RETRY_MS = 15_000
