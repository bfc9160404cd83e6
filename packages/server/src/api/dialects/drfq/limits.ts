/** How many open things a new subscriber's snapshot has at most. */
export const SNAPSHOT_RFQS = 500
export const SNAPSHOT_ORDERS = 1_000
export const SNAPSHOT_TRADES = 100
/** Quote changes that a record lists, the newest. */
export const CHANGES_LISTED = 1_000
