/** Spreads that could not be listed because their shard was unavailable are tried again after this time. */
export const LIST_AGAIN_MS = 5_000
