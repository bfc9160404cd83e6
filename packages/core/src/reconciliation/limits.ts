/** The limits of a comparison with a venue's record (rulebook 14). */
const minute = 60_000

/** A venue's time of a block lies within its agreement and its settlement here, give or take this. */
export const CLOCKS_APART_MS = minute
/** A block that only the venue knows may still be on its way to us for so long. */
export const ARRIVES_WITHIN_MS = 2 * minute
/** A fee by the index is measured by an index a moment apart from ours: in millionths of the fee, either way. */
export const INDEX_MOVES_MILLIONTHS = 5_000
/** The text with which a person closes a difference. */
export const REASON_CHARACTERS = 500
