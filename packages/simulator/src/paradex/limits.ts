/** Limits of the simulated Paradex, and the venue's own limits. */
export const MAX_BODY_BYTES = 1024 * 1024
export const MAX_UNSENT_BYTES = 8 * 1024 * 1024
export const MAX_CHANNELS_PER_SOCKET = 2_000
/** A token is valid for five minutes and cannot be extended. */
export const TOKEN_LIFE_S = 5 * 60
/** How far the time of a signature may be from the venue's. */
export const SIGNATURE_SLACK_MS = 60_000
/** The maximum validity of a sign-in signature. */
export const MAX_SIGNATURE_LIFE_S = 7 * 86_400
export const MAX_BLOCK_LIFE_MS = 24 * 3_600_000
export const MAX_OPEN_ORDERS = 500
export const MAX_CLIENT_ID_LENGTH = 64
export const MAX_ROWS_PER_PAGE = 1_000
/** The number of ended orders, fills and trades that are kept for an account or a market. */
export const MAX_REMEMBERED = 20_000
export const BOOK_DEPTH = 15
export const PING_MS = 55_000
/** Accepted blocks are executed after this delay. */
export const EXECUTION_MS = 15
/** Funding payments are booked at this interval, and at every fill. */
export const FUNDING_BOOKED_MS = 3_600_000
/** Calls per minute: of an address, of its sign-ins, and of an account's reads; and an account's writes per second. */
export const CALLS_PER_MINUTE = { address: 1_500, auth: 600, read: 600 } as const
export const WRITES_PER_SECOND = 800
