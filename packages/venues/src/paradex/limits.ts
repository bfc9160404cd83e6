/** Named maxima of the Paradex adapter, and the venue's own figures that it keeps to. */
export const CALL_TIMEOUT_MS = 10_000
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** The venue pings a socket every 55 s, and we ping it more often. */
export const PING_MS = 15_000
/** A socket without a frame for this long is dead, whatever TCP says. */
export const SILENCE_MS = 45_000
export const MAX_FRAME_BYTES = 4 * 1024 * 1024
/** Nothing is pushed for certain when contracts are listed or expire, so the listing is read again this often. */
export const RELOAD_EVERY_MS = 60_000
/** Options settle at 08:00 UTC; for so long contracts are delivered and others listed. Ours: the venue documents no pause. */
export const SETTLEMENT_PAUSE_MS = 10_000
/** Our clock is compared with the venue's this often. */
export const CLOCK_LIFE_MS = 10 * 60_000
/** Our clock may be off by this much before a signature's time is refused. */
export const CLOCK_BAD_MS = 30_000

/** A token lives five minutes and cannot be extended; it is replaced this long before its end. */
export const TOKEN_MARGIN_MS = 90_000
/** Given to a token whose end cannot be read. */
export const TOKEN_LIFE_MS = 3 * 60_000
/** How long the signature of a sign-in may be used. */
export const AUTH_SIGNATURE_LIFE_S = 60
export const MAX_ACCOUNTS = 500

export const RETRY_AFTER_MS = 1_000
/** The length of a pause that the venue asks for without saying how long. */
export const PAUSE_MS = 5_000
export const MAX_PAUSE_MS = 60_000

export const ROWS_PER_PAGE = 100
export const MAX_PAGES = 50
/** Levels of a side that the venue sends of an order book. */
export const BOOK_DEPTH = 15
/** Levels of a side that are kept at most: what a faulty stream could pile up. */
export const MAX_BOOK_LEVELS = 1_000
export const CANDLES_PER_CALL = 1_000
export const MAX_CLIENT_ID_LENGTH = 64

/** No request for a block is sent later than this after the block's own time. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** A request that has left may arrive this much after the window. */
export const ARRIVAL_MS = 60_000
/** An execution is waited for this long before its outcome counts as open. */
export const OUTCOME_WITHIN_MS = 8_000
export const FIRST_LOOK_MS = 60
export const MAX_LOOK_MS = 1_000
/** After so many repairs of a market's book its changes are not subscribed to any more, but the book as a whole. */
export const BOOK_REPAIRS = 4
export const FIRST_REPAIR_MS = 50
export const MAX_REPAIR_MS = 10_000
