/** How much of what is there a new subscriber is sent. */
export const SNAPSHOT_RFQS = 500
export const SNAPSHOT_ORDERS = 1_000
export const SNAPSHOT_TRADES = 100
