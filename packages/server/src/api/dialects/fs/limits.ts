/** Limits of this dialect that are not rules of the market. */
export const SNAPSHOT_STRATEGIES = 1_000
export const SNAPSHOT_ORDERS = 5_000
export const SNAPSHOT_TRADES = 500
/** How often subscribers get the newest venue prices of a strategy. */
export const VENUE_BBO_EVERY_MS = 500
/** How many unread changes of a book are kept for one reader before they are merged into one. */
export const CHANGES_KEPT_APART = 100
/** The responses to requests that a client sends in sequence come before the first messages of the subscribed channels. */
export const QUIET_MS = 100
