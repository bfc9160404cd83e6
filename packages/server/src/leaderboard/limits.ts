/** Limits of counting for the leaderboard. */
/** Figures change at multiples of this (rulebook 20.8). */
export const PUBLISHED_EVERY_MS = 60 * 60_000
/** Outcomes counted in one transaction. */
export const MOST_AT_ONCE = 500
/** The list is checked as often as figures change, within these limits. */
export const LOOK_LEAST_MS = 1_000
export const LOOK_MOST_MS = 60_000
