/** RFQs and orders whose immutable part is kept in memory, so that a quote needs no query: at least this many, at most twice as many. */
export const KEPT_RFQS = 10_000
export const KEPT_ORDERS = 50_000
/** Orders of an unreachable shard that a cancel by filter reports as still open. */
export const LEFT_ORDERS_LISTED = 1_000
/** The newest book snapshots of one RFQ from which its record is read. An RFQ with more lacks the figures that need the first ones. */
export const MOMENTS_READ = 20_000
/** A desk's ended RFQs that its history with makers counts: the newest, no older than this. */
export const HISTORY_REQUESTS = 300
/** The same for its history with takers, from whom it receives more RFQs than it sends. */
export const ASKED_REQUESTS = 1_000
export const HISTORY_MS = 30 * 86_400_000
/** Book snapshots of one of them in which a maker's first quote is looked for. A later one is no longer a response to the RFQ. */
export const HISTORY_MOMENTS = 1_000
