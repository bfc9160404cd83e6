/** RFQs and orders whose unchanging part is kept in memory, so that a quote needs no query: so many at least, twice as many at most. */
export const KEPT_RFQS = 10_000
export const KEPT_ORDERS = 50_000
/** Orders of a shard that could not be reached, which a cancel by filter names as still there. */
export const LEFT_ORDERS_LISTED = 1_000
/** Moments of one RFQ that its record is read from, the newest; an RFQ with more has no figures that need the first of them. */
export const MOMENTS_READ = 20_000
/** A desk's ended requests that its history with makers counts: the newest, no older than this. */
export const HISTORY_REQUESTS = 300
/** The same of its history with takers, who ask it more than it asks. */
export const ASKED_REQUESTS = 1_000
export const HISTORY_MS = 30 * 86_400_000
/** Moments of one of them in which a maker's first quote is looked for: a later one is no answer to the request any more. */
export const HISTORY_MOMENTS = 1_000
