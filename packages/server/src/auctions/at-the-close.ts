/**
 * The owner of the auctions decides when one has closed. The clock of another process may be ahead of the owner's, and bids are sealed for as long as
 * the owner accepts more (rulebook 19.8, decision 1045).
 */
import { isRefusal, phaseOf, type Auction, type Instant, type Refusal } from '@parley/core'
import type { AuctionEngine } from './auction-engine.ts'

const isClosed = ({ stage }: Auction): boolean => stage === 'ENDED' || stage === 'OVER'

/** The auction, and the time at which to read it: before its end until the owner has closed it, and not before its end from then on. */
export async function atTheClose(
  engine: Pick<AuctionEngine, 'decide'>,
  auction: Auction,
  now: Instant,
): Promise<{ readonly auction: Auction; readonly at: Instant } | Refusal> {
  const isDue = phaseOf(auction, now) === 'ENDED' && !isClosed(auction)
  const decided = isDue ? await engine.decide({ kind: 'PassTime', auction: auction.id }) : auction
  if (isRefusal(decided)) return decided
  const { endsAt } = decided
  return { auction: decided, at: (isClosed(decided) ? Math.max(now, endsAt) : Math.min(now, endsAt - 1)) as Instant }
}
