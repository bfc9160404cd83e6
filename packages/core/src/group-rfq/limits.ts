/** Every bound of the order-book flow (rulebook 9, 10). */
const minute = 60_000
const hour = 60 * minute

/** Quotes are taken until this long before the first leg expires, so that a block still settles before it. */
export const QUOTES_END_BEFORE_EXPIRY_MS = minute
/** A quote that nobody touches leaves after this long. */
export const QUOTE_LIFETIME_MS = 24 * hour
/** A market without a quote ends after this long without anything happening in it. */
export const MARKET_INACTIVITY_MS = 24 * hour
/** Resting quotes of one desk on one side of one market. */
export const GROUP_LAYERING_LIMIT = 10
/** In one shard. */
export const MAX_OPEN_QUOTES_PER_DESK = 5_000
export const MAX_OPEN_MARKETS = 20_000
export const CLIENT_ORDER_ID_CHARACTERS = 64
/** What closed last is still shown to whoever presents its events, and with it all that one decision closes. */
export const CLOSED_QUOTES_SHOWN = 256
/** Quotes that have left a small market before the map of its quotes is begun anew. */
export const QUOTES_LEFT = 64
/** Ids are counted, and end in the shard's number below this. */
export const SHARDS_MOST = 64
