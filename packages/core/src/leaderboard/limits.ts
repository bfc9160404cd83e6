/** All limits of the leaderboard. */
export const DAY_MS = 86_400_000
/** The default length of a period in days, and the longest one (rulebook 20.7). */
export const USUAL_DAYS = 30
export const MOST_DAYS = 366
/** The minimum number of firms behind every combined figure (rulebook 20.10). */
export const LEAST_TOGETHER = 5
/**
 * The minimum number of RFQs before a firm is ranked by its responses, and of quotes of a strategy before it can be a strength (rulebook 20.11,
 * 20.12).
 */
export const LEAST_ASKED = 5
/** The maximum number of points of a line, for any period. */
export const MOST_POINTS = 62
/** The number of best rankings that a firm sees as its strengths. */
export const MOST_STRENGTHS = 6
export const STRENGTH_WITHIN_RANK = 3
/** The number of days that strengths cover. */
export const STRENGTH_DAYS = 60
