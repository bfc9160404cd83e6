/** Limits of the Paradex adapter, and the venue's own limits that it respects. */
export const CALL_TIMEOUT_MS = 10_000
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** The venue pings a socket every 55 s, and we ping it more often. */
export const PING_MS = 15_000
/** A socket without a frame for this long is dead, even if TCP has not noticed. */
export const SILENCE_MS = 45_000
export const MAX_FRAME_BYTES = 4 * 1024 * 1024
/** New and expired contracts are not reliably pushed, so the listing is reloaded at this interval. */
export const RELOAD_EVERY_MS = 60_000
/** Options settle at 08:00 UTC, and contracts are delivered and listed for this long. Our own assumption: the venue documents no pause. */
export const SETTLEMENT_PAUSE_MS = 10_000
/** The interval at which our clock is compared with the venue's. */
export const CLOCK_LIFE_MS = 10 * 60_000
/** How far our clock may be off before the time of a signature is refused. */
export const CLOCK_BAD_MS = 30_000

/** A token is valid for five minutes and cannot be extended. It is replaced this long before it expires. */
export const TOKEN_MARGIN_MS = 90_000
/** The assumed lifetime of a token whose expiry cannot be read. */
export const TOKEN_LIFE_MS = 3 * 60_000
/** How long the signature of a sign-in can be used. */
export const AUTH_SIGNATURE_LIFE_S = 60
export const MAX_ACCOUNTS = 500

export const RETRY_AFTER_MS = 1_000
/** The pause if the venue asks for one without giving its length. */
export const PAUSE_MS = 5_000
export const MAX_PAUSE_MS = 60_000

export const ROWS_PER_PAGE = 100
export const MAX_PAGES = 50
/** The number of levels of each side that the venue sends for an order book. */
export const BOOK_DEPTH = 15
/** The maximum number of levels kept for each side, in case a faulty stream keeps adding them. */
export const MAX_BOOK_LEVELS = 1_000
export const CANDLES_PER_CALL = 1_000
export const MAX_CLIENT_ID_LENGTH = 64

/** No request for a block is sent later than this after the block's own time. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** A request may arrive this long after the window. */
export const ARRIVAL_MS = 60_000
/** How long to wait for an execution before its outcome counts as open. */
export const OUTCOME_WITHIN_MS = 8_000
export const FIRST_LOOK_MS = 60
export const MAX_LOOK_MS = 1_000
/** After this many repairs of a market's book, subscribe to whole books instead of updates. */
export const BOOK_REPAIRS = 4
export const FIRST_REPAIR_MS = 50
export const MAX_REPAIR_MS = 10_000
