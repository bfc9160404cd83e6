/** Limits of the Bybit adapter, and the venue's own limits that it respects. */
export const CALL_TIMEOUT_MS = 10_000
/** The venue expects a ping at this interval, and closes a silent socket after ten minutes. */
export const PING_MS = 20_000
/** A socket without a message for this long is dead, even if TCP has not noticed. */
export const SILENCE_MS = 45_000
/** Rows of a listing in one response; the venue's maximum. */
export const ROWS_PER_PAGE = 1_000
export const MAX_PAGES = 20
/** The topics of one connection may total 21,000 characters. */
export const TOPIC_CHARACTERS = 20_000
export const TOPICS_PER_CALL = 100
/** New and expired contracts are not pushed, so the listing is reloaded at this interval. */
export const RELOAD_EVERY_MS = 60_000
/** Our own assumption: the venue documents no pause at 08:00 UTC, but contracts are delivered and listed during this time. */
export const SETTLEMENT_PAUSE_MS = 10_000

/** How old a signed request may be when it arrives. */
export const RECV_WINDOW_MS = 5_000
/** The interval at which our clock is compared with the venue's. */
export const CLOCK_LIFE_MS = 10 * 60_000

/** The maximum number of open RFQs of an account. */
export const MAX_ACTIVE_RFQS = 10
/** The longest lifetime that the venue gives a quote. */
export const QUOTE_LIFE_S = 120
/** No quote for a block is open later than this after the block's own time. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/**
 * The maker quotes only if a quote with the full lifetime, sent in a request that arrives as late as the venue accepts, still ends within the window.
 */
export const QUOTE_WITHIN_MS = BLOCK_WINDOW_MS - QUOTE_LIFE_S * 1_000 - RECV_WINDOW_MS
/** How long after the window the venue's record is considered complete. */
export const RECORD_MARGIN_MS = 30_000
/** The venue accepts no RFQ this close to a contract's settlement. */
export const LAST_BEFORE_SETTLEMENT_MS = 30 * 60_000
export const RECORDS_PER_PAGE = 100
/** How long to wait for an execution before its outcome counts as open. */
export const OUTCOME_WITHIN_MS = 8_000
export const FIRST_LOOK_MS = 60
export const MAX_LOOK_MS = 1_000
export const RETRY_AFTER_MS = 1_000
/** The pause that the venue asks of an address that sent too many requests. */
export const PAUSE_MS = 10_000

/** A key that expires within this time should be replaced. */
export const KEY_ENDS_SOON_MS = 14 * 86_400_000
/** Pages of one list of an account, of a hundred or two hundred rows each. */
export const MAX_RECORD_PAGES = 50
export const POSITIONS_PER_PAGE = 200
/** The venue returns executions of at most seven days at a time. */
export const EXECUTIONS_SPAN_MS = 7 * 86_400_000
/** The times of a leg and its block may differ by this much. */
export const EXECUTION_MARGIN_MS = 60_000
