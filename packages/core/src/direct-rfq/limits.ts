/** Every bound of the direct flow (rulebook 9). */
export const RFQ_LIFETIME_MS = 300_000
export const RECENTLY_CLOSED_MS = 30_000
export const LEAST_MAKERS_FOR_ANONYMOUS = 3
export const MAX_DRAFTS_PER_DESK = 20
/** In one market: a venue and a base currency. */
export const MAX_OPEN_RFQS_PER_DESK = 200
export const MAX_ORDERS_PER_DESK_AND_RFQ = 500
/** Open orders of one desk on one side of one request. */
export const SIDE_LAYERING_LIMIT = 1
/** A maker's own words when it declines. */
export const DECLINE_TEXT_CHARACTERS = 200
/** Accounts that one order is allocated to, in either flow. */
export const LEAST_ALLOCATION_PARTS = 2
export const MAX_ALLOCATION_PARTS = 10
/** Closed requests a market still shows to whoever presents its events: more than one decision can close. */
export const CLOSED_RFQS_SHOWN = 256
/** Entries of requests that have closed which the deadlines of a small market may hold before they are built anew. */
export const EXPIRIES_LEFT = 512
/** The same for the list of requests that a desk has quoted in. */
export const QUOTED_LEFT = 512
