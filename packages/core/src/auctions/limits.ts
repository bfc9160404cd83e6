const minute = 60_000
const hour = 60 * minute

/** Of the time in which bids are taken (rulebook 19.3). */
export const SHORTEST_AUCTION_MS = 10_000
export const LONGEST_AUCTION_MS = 24 * hour
export const USUAL_AUCTION_MS = 15 * minute
export const AUCTION_AHEAD_MS = 7 * 24 * hour

/** How long after the end a vault takes bids (rulebook 19.10). */
export const DECIDE_WITHIN_MS = hour

/** Of auctions that one vault has at a time (rulebook 19.2). */
export const MAX_AUCTIONS_PER_VAULT = 50

/** Smallest units to an option: option tokens have 8 decimals. */
export const OPTION_DECIMALS = 8

/** The wallet's nonces that this platform chooses, as the published samples do. */
export const HIGHEST_CHOSEN_NONCE = 99_999_999

/** Of the bids that one desk places in an auction, those that were taken back among them (rulebook 19.4). */
export const MAX_BIDS_PER_DESK = 100

/** A chain's answers about a bid are believed for this long. */
export const CHAIN_READING_GOOD_MS = minute

/** An auction that is over leaves memory this long after its last change. Longer than a chain's answers are believed. */
export const FORGET_AUCTION_AFTER_MS = 10 * minute
