/** Named maxima of the bit.com adapter, and the venue's own figures that it keeps to. */
export const CALL_TIMEOUT_MS = 15_000
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024
export const MAX_SOCKETS_TO_VENUE = 16
/** The venue expects a ping within a minute; a socket without any frame for longer than SILENCE_MS is dead, whatever TCP says. */
export const PING_MS = 15_000
export const SILENCE_MS = 45_000
export const INSTRUMENTS_PER_SUBSCRIBE = 100
/** The venue names no channel for listings: they are read again this often. */
export const RELIST_MS = 60_000
/** Ours: the venue documents no pause at 08:00 UTC, and for so long contracts are delivered and others listed. */
export const SETTLEMENT_PAUSE_MS = 10_000
/** How long a subscription may take to bring its first frames before the missing ones are asked for. */
export const REPAIR_AFTER_MS = 5_000
/** How long the measured difference of the clocks is used. */
export const CLOCK_GOOD_MS = 5 * 60_000
export const MAX_ACCOUNTS = 500

/** Parley's own: the venue knows no time of a block, so the adapter sends nothing of it that is further than this from its time. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** A request that has left may arrive this much after the window: the call's own patience, and as long again at the venue. */
export const ARRIVAL_MS = 60_000
export const ROWS_PER_PAGE = 100
/** The venue takes no larger offset into its record. */
export const MAX_OFFSET = 100
export const RETRY_AFTER_MS = 1_000
