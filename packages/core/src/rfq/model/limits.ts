/** The limits of RFQs (rulebook 9). The rows of the kinds of RFQ define which of them apply. */
const minute = 60_000
const hour = 60 * minute

export const RFQ_LIFETIME_MS = 300_000
/** The lifetimes that a taker can choose. */
export const GOOD_FOR_MS: readonly number[] = [minute, RFQ_LIFETIME_MS, 15 * minute, 30 * minute, hour]
export const LEAST_MAKERS_FOR_ANONYMOUS = 3
export const MAX_DRAFTS_PER_DESK = 20
/** Per shard. */
export const MAX_OPEN_RFQS_PER_DESK = 200
/** Per shard, for kinds with one RFQ for each structure. */
export const MAX_OPEN_BOOKS = 20_000
export const MAX_ORDERS_PER_DESK_AND_RFQ = 500
/** Per shard. */
export const MAX_RESTING_ORDERS_PER_DESK = 5_000
/** The maximum number of resting orders of one desk on one side: of a direct RFQ, of an order book, and of a listed spread. */
export const SIDE_LAYERING_LIMIT = 1
export const BOOK_LAYERING_LIMIT = 10
export const SPREAD_LAYERING_LIMIT = 50
/** The maximum lifetime of a spread order with its own end. */
export const MAX_SPREAD_ORDER_LIFETIME_MS = 30 * 24 * hour
/** Quotes are accepted until this long before the first leg expires, so that a block still settles in time. */
export const QUOTES_END_BEFORE_EXPIRY_MS = minute
/** An order leaves an order book after this long without an amendment. */
export const ORDER_LIFETIME_MS = 24 * hour
/** An empty order book ends after this long without activity. */
export const INACTIVITY_MS = 24 * hour
/** The length of the text of a decline. */
export const DECLINE_TEXT_CHARACTERS = 200
export const CLIENT_ORDER_ID_CHARACTERS = 64
/** The number of accounts in an allocation. */
export const LEAST_ALLOCATION_PARTS = 2
export const MAX_ALLOCATION_PARTS = 10
/** How long both desks have to book a trade at the venue (rulebook 16.5), and how long before the end they are reminded. */
export const BOOKING_MS = 24 * hour
export const BOOKING_REMINDER_MS = 2 * hour
/** The length of the venue's id of a booked trade, and of the texts that the other desk reads. */
export const BOOKING_REFERENCE_CHARACTERS = 64
export const BOOKING_TEXT_CHARACTERS = 200
/** The number of stale deadlines that even a small shard can hold before the queue is rebuilt. */
export const EXPIRIES_LEFT = 512
/** The same for the list of RFQs that a desk has quoted. */
export const ENTERED_LEFT = 512
/** Up to this number, the orders of an RFQ are searched one by one; for more, there is a map. */
export const FEW_ORDERS = 12
/** Orders deleted from such a map before it is rebuilt. */
export const ORDERS_LEFT = 64
/** Every number is a count times this, plus the shard's number. */
export const SHARDS_MOST = 64
/** The maximum number of legs, and of hedges, in an RFQ to a venue's own makers (rulebook 15.1). */
export const MAX_VENUE_LEGS = 20
export const MAX_VENUE_HEDGES = 1
