/** Every bound of reconciliation. */
export const DAY_MS = 86_400_000
/** A day is compared so long after its end, when venues have written down the last of it. */
export const COMPARED_AFTER_MS = 20 * 60_000
/** Days that a server which was down goes back to. */
export const DAYS_CAUGHT_UP = 7
/** Days that can be asked for, and that are listed. */
export const DAYS_LISTED = 92
export const LOOK_EVERY_MS = 5_000
/** Trades that settle within this time are looked for together, so that a record is read once for all of them. */
export const AFTER_SETTLEMENT_MS = 250
/** Comparisons taken off the list together. */
export const MOST_AT_ONCE = 50
export const FIRST_RETRY_MS = 30_000
export const LONGEST_RETRY_MS = 60 * 60_000
/** Fees of trades agreed so long ago are read at once; of older ones the comparison of their day brings them. */
export const FEES_WITHIN_MS = 2 * 60 * 60_000
/** Trades whose fees are read together. */
export const MOST_FEES_AT_ONCE = 500
/** A record that does not yet show a block is read again after this long, and doubled each time. */
export const FIRST_FEE_RETRY_MS = 5_000
/** Differences that an email names; further ones are counted. */
export const LINES_OF_EMAIL = 10
/** Fees that a newcomer on the channel is sent. */
export const FEES_OF_A_NEWCOMER = 50
/** How long a stop waits for the answer of a venue. */
export const STOP_WITHIN_MS = 5_000
