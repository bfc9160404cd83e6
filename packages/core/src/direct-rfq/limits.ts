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
/** Closed requests a market still shows to whoever presents its events: more than one decision can close. */
export const CLOSED_RFQS_SHOWN = 256
