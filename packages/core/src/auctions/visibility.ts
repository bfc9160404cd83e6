/** The readers of a bid (rulebook 19.8). The one place that says so: every list, answer and message asks here. */
import type { DeskId, Instant } from '../ids.ts'
import type { Auction, PlacedBid } from './auction.ts'
import { phaseOf } from './phase.ts'

/**
 * A bidder reads its own bids. The vault reads from the end on those that stood then: a bid that was taken back stays unread, because its signature
 * would still settle. Nobody else reads any, the operator included.
 */
export function mayReadBid(auction: Auction, bid: PlacedBid, reader: DeskId, now: Instant): boolean {
  if (bid.desk === reader) return true
  return auction.seller === reader && phaseOf(auction, now) === 'ENDED' && bid.state !== 'CANCELED'
}

export const bidsReadBy = (auction: Auction, reader: DeskId, now: Instant): readonly PlacedBid[] =>
  [...auction.bids.values()].filter((bid) => mayReadBid(auction, bid, reader, now))
