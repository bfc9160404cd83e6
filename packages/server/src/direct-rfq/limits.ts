/** Every bound of the direct flow's reads; those of its rules are core's. */
export const SNAPSHOT_RFQS = 500
export const SNAPSHOT_ORDERS = 1_000
export const SNAPSHOT_TRADES = 100
/** Requests whose unchanging part is kept in memory, so that a quote needs no query. */
export const KEPT_RFQS = 20_000
/** Orders cancelled one by one in a single call, where a filter rules out cancelling by market. */
export const CANCELS_PER_CALL = 1_000
export const KEPT_ORDERS = 100_000
