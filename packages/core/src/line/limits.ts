/** Words and figures in one line. A structure of 25 legs has fewer than a hundred. */
export const MAX_PARTS = 200
/** The number of combinations of meanings that are tried for one line. */
export const MAX_COMBINATIONS = 96
/** The number of readings that are offered next to each other. */
export const MAX_OFFERS = 3
/** The number of expiries that a sentence names. */
export const MAX_NAMED_EXPIRIES = 5
/** The rows of one sheet. A list takes at most 50 of them. */
export const MOST_SHEET_ROWS = 500
