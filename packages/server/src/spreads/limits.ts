/** Spreads that could not be listed, because their shard was away, are tried again after this long. */
export const LIST_AGAIN_MS = 5_000
