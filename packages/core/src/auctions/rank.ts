/**
 * The order of bids (rulebook 19.9): the higher price is better, then the larger size, then the smaller digest. The time of a bid has no influence.
 */
import type { PlacedBid } from './auction.ts'

type Ranked = Pick<PlacedBid, 'price' | 'buyAmount' | 'digest'>

/** Negative if the first is better. */
function compareBids(one: Ranked, other: Ranked): number {
  if (one.price !== other.price) return one.price > other.price ? -1 : 1
  if (one.buyAmount !== other.buyAmount) return one.buyAmount > other.buyAmount ? -1 : 1
  return one.digest < other.digest ? -1 : 1
}

/** Best first. */
export const ranked = (bids: readonly PlacedBid[]): readonly PlacedBid[] => bids.toSorted(compareBids)
