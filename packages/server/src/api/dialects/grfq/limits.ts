/** Maxima of the order-book flow that are not rules of the market. */
export const SNAPSHOT_MARKETS = 1_000
export const SNAPSHOT_QUOTES = 5_000
export const SNAPSHOT_TRADES = 500
/** How often a reader of the newest whole is sent it: the book of a market, and its prices. */
export const BOOK_EVERY_MS = 100
export const BBO_EVERY_MS = 500
