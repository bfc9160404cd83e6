/** Every bound of the direct flow's reads; those of its rules are core's. */
export const SNAPSHOT_RFQS = 500
export const SNAPSHOT_ORDERS = 1_000
export const SNAPSHOT_TRADES = 100
/** Requests and orders whose unchanging part is kept in memory, so that a quote needs no query: so many at least, twice as many at most. */
export const KEPT_RFQS = 10_000
export const KEPT_ORDERS = 50_000
/** Orders cancelled one by one in a single call, where a filter rules out cancelling by market. */
export const CANCELS_PER_CALL = 1_000
