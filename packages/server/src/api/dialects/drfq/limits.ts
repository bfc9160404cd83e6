/** The maximum number of open objects in the snapshot for a new subscriber. */
export const SNAPSHOT_RFQS = 500
export const SNAPSHOT_ORDERS = 1_000
export const SNAPSHOT_TRADES = 100
/** The newest quote changes that a record lists. */
export const CHANGES_LISTED = 1_000
