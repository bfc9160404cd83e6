/** Named maxima of the Bybit adapter, and the venue's own figures that it keeps to. */
export const CALL_TIMEOUT_MS = 10_000
/** The venue asks for a ping of ours this often, and closes a silent socket after ten minutes. */
export const PING_MS = 20_000
/** A socket without a message for this long is dead, whatever TCP says. */
export const SILENCE_MS = 45_000
/** Rows of a listing in one answer; the venue's most. */
export const ROWS_PER_PAGE = 1_000
export const MAX_PAGES = 20
/** The topics of one connection may have 21 000 characters together. */
export const TOPIC_CHARACTERS = 20_000
export const TOPICS_PER_CALL = 100
/** Nothing is pushed when contracts are listed or expire, so the listing is read again this often. */
export const RELOAD_EVERY_MS = 60_000
/** Ours: the venue documents no pause at 08:00 UTC, and for so long contracts are delivered and others listed. */
export const SETTLEMENT_PAUSE_MS = 10_000

/** How old a signed request may be when it arrives. */
export const RECV_WINDOW_MS = 5_000
/** Our clock is compared with the venue's this often. */
export const CLOCK_LIFE_MS = 10 * 60_000

/** RFQs that an account may have open at once. */
export const MAX_ACTIVE_RFQS = 10
/** The longest life that the venue gives a quote. */
export const QUOTE_LIFE_S = 120
/** No quote for a block is alive later than this after the block's own time. */
export const BLOCK_WINDOW_MS = 5 * 60_000
/** The maker quotes only while a quote of full life, and a request as late as the venue takes one, end within the window. */
export const QUOTE_WITHIN_MS = BLOCK_WINDOW_MS - QUOTE_LIFE_S * 1_000 - RECV_WINDOW_MS
/** How long after the window the venue's record is trusted to be complete. */
export const RECORD_MARGIN_MS = 30_000
/** The venue takes no RFQ this long before a contract settles. */
export const LAST_BEFORE_SETTLEMENT_MS = 30 * 60_000
export const RECORDS_PER_PAGE = 100
/** An execution is waited for this long before its outcome counts as open. */
export const OUTCOME_WITHIN_MS = 8_000
export const FIRST_LOOK_MS = 60
export const MAX_LOOK_MS = 1_000
export const RETRY_AFTER_MS = 1_000
/** The venue's own word to an address that asked too often. */
export const PAUSE_MS = 10_000

/** A key that ends within this time is to be replaced. */
export const KEY_ENDS_SOON_MS = 14 * 86_400_000
/** Pages of one list of an account, of a hundred or two hundred rows. */
export const MAX_RECORD_PAGES = 50
export const POSITIONS_PER_PAGE = 200
/** The venue answers executions of seven days at a time. */
export const EXECUTIONS_SPAN_MS = 7 * 86_400_000
/** A leg and its block may be dated this far apart. */
export const EXECUTION_MARGIN_MS = 60_000
