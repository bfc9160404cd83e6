/** Every bound of the leaderboard. */
export const DAY_MS = 86_400_000
/** Days of a period that nobody chose, and the most of one (rulebook 20.7). */
export const USUAL_DAYS = 30
export const MOST_DAYS = 366
/** The firms behind every figure of several together (rulebook 20.10). */
export const LEAST_TOGETHER = 5
/** Requests that a firm was asked before it is ranked by its responses, and quotes of a strategy before it reads what it is good at (rulebook 20.11, 20.12). */
export const LEAST_ASKED = 5
/** Points of a line, however long the period. */
export const MOST_POINTS = 62
/** The best places of a firm that it reads as its strengths. */
export const MOST_STRENGTHS = 6
export const STRENGTH_WITHIN_RANK = 3
/** Strengths are of so many days. */
export const STRENGTH_DAYS = 60
