/** The readers of a bid (rulebook 19.8). Every list, response and message uses this one function. */
import type { DeskId, Instant } from '../ids.ts'
import type { Auction, PlacedBid } from './auction.ts'
import { phaseOf } from './phase.ts'

/**
 * A bidder can read its own bids. From the close on, the vault can read the bids that were open then. A cancelled bid stays unread, because its
 * signature would still settle. No one else can read bids, not even the operator.
 */
export function mayReadBid(auction: Auction, bid: PlacedBid, reader: DeskId, now: Instant): boolean {
  if (bid.desk === reader) return true
  return auction.seller === reader && phaseOf(auction, now) === 'ENDED' && bid.state !== 'CANCELED'
}

export const bidsReadBy = (auction: Auction, reader: DeskId, now: Instant): readonly PlacedBid[] =>
  [...auction.bids.values()].filter((bid) => mayReadBid(auction, bid, reader, now))
