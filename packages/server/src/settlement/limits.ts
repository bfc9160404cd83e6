/** Limits and intervals of settlement. */
/** Blocks at the venues at once. */
export const MOST_AT_ONCE = 32
/** Rows of the list read together. */
export const MOST_LISTED = 1_000
/** The venue's signature is valid this long from the block's own time. Nothing is sent that could arrive after it. */
export const SIGNATURE_LIFE_MS = 5 * 60_000
export const SIGNATURE_MARGIN_MS = 15_000
export const FIRST_RETRY_MS = 250
export const LONGEST_RETRY_MS = 10_000
/** The list is checked this often even without a notification. */
export const LOOK_EVERY_MS = 2_000
/** How far back we look for venue trades that belong to other blocks. */
export const CLAIMED_WITHIN_MS = 60 * 60_000
/** How long a shutdown waits for responses from the venue. Unfinished settlements continue at the next start. */
export const STOP_WITHIN_MS = 5_000
