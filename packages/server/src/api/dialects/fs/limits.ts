/** Maxima of this dialect that are not rules of the market. */
export const SNAPSHOT_STRATEGIES = 1_000
export const SNAPSHOT_ORDERS = 5_000
export const SNAPSHOT_TRADES = 500
/** How often subscribers get the newest prices of a strategy at its venue. */
export const VENUE_BBO_EVERY_MS = 500
/** Changes of a book that one reader has not read, before they are merged into one. */
export const CHANGES_KEPT_APART = 100
/** Requests that a client sends one after another are answered before the channels that they name begin to speak. */
export const QUIET_MS = 100
