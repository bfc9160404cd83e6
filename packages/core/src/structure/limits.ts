import type { Ratio } from '../decimal.ts'

export const MAX_LEGS = 25
/** A hundred million: a hedge's ratio is the notional of one coin in contracts, and no leg is larger. */
export const MAX_RATIO = 1_000_000_000_000 as Ratio
/** The longest description that is parsed: 25 custom lines, with a margin. */
export const MAX_DESCRIPTION = 4_096
