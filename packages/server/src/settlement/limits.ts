/** Every bound of settlement. */
/** Blocks at the venues at once. */
export const MOST_AT_ONCE = 32
/** Rows of the list read together. */
export const MOST_LISTED = 1_000
/** The venue's signature lives this long from the block's own time; nothing is sent that could arrive after it. */
export const SIGNATURE_LIFE_MS = 5 * 60_000
export const SIGNATURE_MARGIN_MS = 15_000
export const FIRST_RETRY_MS = 250
export const LONGEST_RETRY_MS = 10_000
/** The list is looked at this often even when nobody calls. */
export const LOOK_EVERY_MS = 2_000
/** How far back we look for venue trades that belong to other blocks. */
export const CLAIMED_WITHIN_MS = 60 * 60_000
/** How long a stop waits for answers of the venue; unfinished settlements go on at the next start. */
export const STOP_WITHIN_MS = 5_000
