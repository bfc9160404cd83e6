/** Limits and intervals of reconciliation. */
export const DAY_MS = 86_400_000
/** A day is compared this long after its end, when the venues' records are complete. */
export const COMPARED_AFTER_MS = 20 * 60_000
/** The number of past days that a server catches up on after it was down. */
export const DAYS_CAUGHT_UP = 7
/** Days that can be requested, and that are listed. */
export const DAYS_LISTED = 92
export const LOOK_EVERY_MS = 5_000
/** Trades that settle within this time are looked up together, so that a record is read once for all of them. */
export const AFTER_SETTLEMENT_MS = 250
/** Comparisons taken off the list together. */
export const MOST_AT_ONCE = 50
export const FIRST_RETRY_MS = 30_000
export const LONGEST_RETRY_MS = 60 * 60_000
/** The fees of trades agreed within this time are read immediately. Those of older trades come with the comparison of their day. */
export const FEES_WITHIN_MS = 2 * 60 * 60_000
/** Trades whose fees are read together. */
export const MOST_FEES_AT_ONCE = 500
/** A record that does not show a block yet is read again after this long, which doubles each time. */
export const FIRST_FEE_RETRY_MS = 5_000
/** Differences that an email lists. Further ones are only counted. */
export const LINES_OF_EMAIL = 10
/** Fees that are sent to a new subscriber of the channel. */
export const FEES_OF_A_NEWCOMER = 50
/** How long a shutdown waits for the response of a venue. */
export const STOP_WITHIN_MS = 5_000
