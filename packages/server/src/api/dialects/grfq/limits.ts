/** Limits of the order book's calls that are not rules of the market. */
export const SNAPSHOT_MARKETS = 1_000
export const SNAPSHOT_QUOTES = 5_000
export const SNAPSHOT_TRADES = 500
/** How often subscribers get the newest book and prices of a market. */
export const BOOK_EVERY_MS = 100
export const BBO_EVERY_MS = 500
