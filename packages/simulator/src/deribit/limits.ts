/** The venue's limits, as the venue documents them. */
export const MAX_FRAME_BYTES = 32 * 1024
export const MAX_CHANNELS_PER_CONNECTION = 5_000
export const TOKEN_LIFE_S = 900
export const CLIENT_SIGNATURE_LIFE_MS = 60_000
export const BLOCK_WINDOW_MS = 5 * 60_000
export const MAX_BLOCK_LEGS = 20
export const MAX_BLOCKS_PER_ANSWER = 101
export const LEAST_HEARTBEAT_S = 10
/** How long a test_request may remain unanswered before the socket is closed. */
export const TEST_REQUEST_PATIENCE_MS = 10_000
/** A socket with this much unsent data is disconnected. */
export const MAX_UNSENT_BYTES = 8 * 1024 * 1024
/** Beyond this number, the oldest nonces and tokens are dropped. */
export const MAX_REMEMBERED = 100_000
/** A block that needs approval waits this long for it. */
export const APPROVAL_MS = 5 * 60_000
/** Block RFQ: its lifetime, and the time in which its quotes are hidden and cannot trade. */
export const BLOCK_RFQ_LIFE_MS = 5 * 60_000
export const BLOCK_RFQ_GRACE_MS = 5_000
/** A taker that hides its name must send the RFQ to at least this many makers. */
export const LEAST_UNDISCLOSED_MAKERS = 5
export const MAX_LABEL_LENGTH = 64
export const MAX_OPEN_BLOCK_RFQS = 20
/** Our own value; the venue publishes none. */
export const MAX_QUOTES_PER_BLOCK_RFQ = 10
export const MAX_QUOTES_PER_BLOCK_RFQ_SIDE = 5
export const MAX_BLOCK_RFQS_PER_ANSWER = 1_000
/** The number of ended RFQs that can still be read. */
export const MAX_REMEMBERED_BLOCK_RFQS = 10_000
