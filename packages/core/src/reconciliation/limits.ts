/** The limits of a reconciliation with a venue's record (rulebook 14). */
const minute = 60_000

/** The venue's time of a block must be between its agreement and its settlement here, with this tolerance. */
export const CLOCKS_APART_MS = minute
/** A block that only the venue has may still be on its way to us for this long. */
export const ARRIVES_WITHIN_MS = 2 * minute
/** The venue calculates a fee with an index value from a slightly different time. The tolerance, in millionths of the fee, in both directions. */
export const INDEX_MOVES_MILLIONTHS = 5_000
/** The text with which a person closes a difference. */
export const REASON_CHARACTERS = 500
