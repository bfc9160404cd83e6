/** Words and figures in one line; a structure of 25 legs has fewer than a hundred. */
export const MAX_PARTS = 200
/** Combinations of what the parts of one line may mean that are tried. */
export const MAX_COMBINATIONS = 96
/** Readings that are offered beside each other. */
export const MAX_OFFERS = 3
/** Expiries that a sentence names. */
export const MAX_NAMED_EXPIRIES = 5
