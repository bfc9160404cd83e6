/** Limits of the bit.com adapter, and the venue's own limits that it respects. */
export const CALL_TIMEOUT_MS = 15_000
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024
export const MAX_SOCKETS_TO_VENUE = 16
/** The venue expects a ping every minute. A socket without any frame for longer than SILENCE_MS is dead, even if TCP has not noticed. */
export const PING_MS = 15_000
export const SILENCE_MS = 45_000
export const INSTRUMENTS_PER_SUBSCRIBE = 100
/** The venue has no channel for listings, so they are reloaded at this interval. */
export const RELIST_MS = 60_000
/** Our own assumption: the venue documents no pause at 08:00 UTC, but contracts are delivered and listed during this time. */
export const SETTLEMENT_PAUSE_MS = 10_000
/** How long to wait for the first frames of a subscription before the missing ones are read. */
export const REPAIR_AFTER_MS = 5_000
/** How long a measured clock difference is used. */
export const CLOCK_GOOD_MS = 5 * 60_000
export const MAX_ACCOUNTS = 500

/** Our own rule: the venue has no time for a block, so the adapter sends nothing for a block that is further than this from its time. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** A request may arrive this long after the window: the timeout of the call, and the same again at the venue. */
export const ARRIVAL_MS = 60_000
export const ROWS_PER_PAGE = 100
/** The venue accepts no larger offset when its record is read. */
export const MAX_OFFSET = 100
export const RETRY_AFTER_MS = 1_000
