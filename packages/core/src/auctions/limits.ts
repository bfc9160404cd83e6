const minute = 60_000
const hour = 60 * minute

/** The shortest and longest time in which an auction accepts bids (rulebook 19.3). */
export const SHORTEST_AUCTION_MS = 10_000
export const LONGEST_AUCTION_MS = 24 * hour
export const USUAL_AUCTION_MS = 15 * minute
export const AUCTION_AHEAD_MS = 7 * 24 * hour

/** How long after the close a vault can accept bids (rulebook 19.10). */
export const DECIDE_WITHIN_MS = hour

/** Auctions that one vault can have at a time (rulebook 19.2). */
export const MAX_AUCTIONS_PER_VAULT = 50

/** Option tokens have 8 decimals. */
export const OPTION_DECIMALS = 8

/** The highest nonce that this platform chooses for a wallet, as in the published samples. */
export const HIGHEST_CHOSEN_NONCE = 99_999_999

/** Bids that one desk can place in an auction, including cancelled ones (rulebook 19.4). */
export const MAX_BIDS_PER_DESK = 100

/** The chain's answers about a bid are valid for this long. */
export const CHAIN_READING_GOOD_MS = minute

/** An auction that has ended is removed from memory this long after its last change. This is longer than the chain's answers are valid. */
export const FORGET_AUCTION_AFTER_MS = 10 * minute
