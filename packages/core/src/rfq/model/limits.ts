/** The limits of RFQs (rulebook 9); audience.ts says which of them apply to which audience. */
const minute = 60_000
const hour = 60 * minute

export const RFQ_LIFETIME_MS = 300_000
/** The lifetimes among which a taker chooses. */
export const GOOD_FOR_MS: readonly number[] = [minute, RFQ_LIFETIME_MS, 15 * minute, 30 * minute, hour]
export const LEAST_MAKERS_FOR_ANONYMOUS = 3
export const MAX_DRAFTS_PER_DESK = 20
/** Per shard. */
export const MAX_OPEN_RFQS_PER_DESK = 200
/** Per shard, for audiences with one RFQ for each structure. */
export const MAX_OPEN_BOOKS = 20_000
export const MAX_ORDERS_PER_DESK_AND_RFQ = 500
/** Per shard. */
export const MAX_RESTING_ORDERS_PER_DESK = 5_000
/** Resting orders of one desk on one side: of a direct RFQ, of an order book, and of a listed spread. */
export const SIDE_LAYERING_LIMIT = 1
export const BOOK_LAYERING_LIMIT = 10
export const SPREAD_LAYERING_LIMIT = 50
/** A spread's order that ends at a time of its own lives at most this long. */
export const MAX_SPREAD_ORDER_LIFETIME_MS = 30 * 24 * hour
/** Quotes are accepted until this long before the first leg expires, so that a block still settles in time. */
export const QUOTES_END_BEFORE_EXPIRY_MS = minute
/** An untouched order leaves an order book after this long. */
export const ORDER_LIFETIME_MS = 24 * hour
/** An empty order book ends after being idle this long. */
export const INACTIVITY_MS = 24 * hour
/** The text of a decline. */
export const DECLINE_TEXT_CHARACTERS = 200
export const CLIENT_ORDER_ID_CHARACTERS = 64
/** Accounts in an allocation. */
export const LEAST_ALLOCATION_PARTS = 2
export const MAX_ALLOCATION_PARTS = 10
/** How long both desks have to book a trade at the venue (rulebook 16.5), and how long before the end they are reminded. */
export const BOOKING_MS = 24 * hour
export const BOOKING_REMINDER_MS = 2 * hour
/** The venue's id of a booked trade, and the texts that the other desk reads. */
export const BOOKING_REFERENCE_CHARACTERS = 64
export const BOOKING_TEXT_CHARACTERS = 200
/** Stale deadlines that even a small shard may hold before the queue is rebuilt. */
export const EXPIRIES_LEFT = 512
/** The same for the list of RFQs that a desk has quoted. */
export const ENTERED_LEFT = 512
/** Up to this many orders of an RFQ are searched one by one; more get a map. */
export const FEW_ORDERS = 12
/** Orders deleted from such a map before it is rebuilt. */
export const ORDERS_LEFT = 64
/** Every number is a count times this, plus the shard's number. */
export const SHARDS_MOST = 64
/** A venue's own makers are asked about so many legs at most, and one hedge (rulebook 15.1). */
export const MAX_VENUE_LEGS = 20
export const MAX_VENUE_HEDGES = 1
