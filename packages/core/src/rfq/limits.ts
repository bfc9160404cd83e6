/** Every bound of RFQs (rulebook 9); the audiences say which of them are for whom. */
const minute = 60_000
const hour = 60 * minute

export const RFQ_LIFETIME_MS = 300_000
export const AUCTION_LIFETIME_MS = 15 * minute
export const LEAST_MAKERS_FOR_ANONYMOUS = 3
export const MAX_DRAFTS_PER_DESK = 20
/** In one shard. */
export const MAX_OPEN_RFQS_PER_DESK = 200
/** Of an audience in which there is one RFQ for each structure; in one shard. */
export const MAX_OPEN_BOOKS = 20_000
export const MAX_ORDERS_PER_DESK_AND_RFQ = 500
/** In one shard. */
export const MAX_RESTING_ORDERS_PER_DESK = 5_000
/** Resting orders of one desk on one side: of a direct RFQ, and of an order book. */
export const SIDE_LAYERING_LIMIT = 1
export const BOOK_LAYERING_LIMIT = 10
/** Quotes are taken until this long before the first leg expires, so that a block still settles before it. */
export const QUOTES_END_BEFORE_EXPIRY_MS = minute
/** An order in an order book that nobody touches leaves after this long. */
export const ORDER_LIFETIME_MS = 24 * hour
/** An order book without an order ends after this long without anything happening in it. */
export const INACTIVITY_MS = 24 * hour
/** A maker's own words when it declines. */
export const DECLINE_TEXT_CHARACTERS = 200
export const CLIENT_ORDER_ID_CHARACTERS = 64
/** Accounts that one order is allocated to. */
export const LEAST_ALLOCATION_PARTS = 2
export const MAX_ALLOCATION_PARTS = 10
/** Entries of RFQs that have closed which the deadlines of a small shard may hold before they are built anew. */
export const EXPIRIES_LEFT = 512
/** The same for the list of RFQs that a desk has quoted in. */
export const ENTERED_LEFT = 512
/** Orders that are looked through; more of them have a map. */
export const FEW_ORDERS = 12
/** Orders that have left a map before it is begun anew. */
export const ORDERS_LEFT = 64
/** Numbers are counted, and end in the shard's number below this. */
export const SHARDS_MOST = 64
