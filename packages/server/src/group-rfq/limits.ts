/** Maxima of the order-book flow that are not rules of the market. */
export const SNAPSHOT_MARKETS = 1_000
export const SNAPSHOT_QUOTES = 5_000
export const SNAPSHOT_TRADES = 500
export const KEPT_MARKETS = 20_000
/** Quotes of one call that are decided at the same time. */
export const BATCH_AT_ONCE = 20
