/** The venue's limits, as the venue documents them. */
export const MAX_BODY_BYTES = 64 * 1024
export const CALLS_PER_KEY_AND_PATH = { most: 50, withinMs: 1_000 } as const
export const CALLS_PER_ADDRESS = { most: 600, withinMs: 5_000 } as const
export const DEFAULT_RECV_WINDOW_MS = 5_000
export const MAX_AHEAD_MS = 1_000
export const MAX_TOPIC_CHARACTERS = 21_000
export const MAX_OPTION_TOPICS = 2_000
export const MAX_LEGS = 25
export const MAX_COUNTERPARTIES = 50
export const MAX_ACTIVE_RFQS = 10
export const RFQ_LIFE_MS = 10 * 60_000
export const LEAST_QUOTE_S = 10
export const MOST_QUOTE_S = 120
export const DEFAULT_QUOTE_S = 60
export const NO_RFQ_BEFORE_SETTLEMENT_MS = 30 * 60_000
export const DEFAULT_ROWS = 500
export const MAX_ROWS = 1_000
export const MAX_RECORDS = 100
export const DEFAULT_RECORDS = 50
export const MAX_POSITIONS = 200
export const EXECUTIONS_SPAN_MS = 7 * 86_400_000
/** How long an execution takes. */
export const FILL_MS = 30
/** A socket with this much unsent data is disconnected. */
export const MAX_UNSENT_BYTES = 8 * 1024 * 1024
