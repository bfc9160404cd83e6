/** The phase of an auction, derived from its times and from what has settled (rulebook 19.3, 19.14). */
import type { Instant } from '../ids.ts'
import type { Auction, AuctionTerms, BidTrade, PlacedBid } from './auction.ts'
import { DECIDE_WITHIN_MS } from './limits.ts'

export type Phase = 'COMING' | 'RUNNING' | 'ENDED' | 'CANCELED'
export type Outcome = 'SOLD' | 'PARTLY_SOLD' | 'UNSOLD' | 'CANCELED'

export const decideBy = ({ endsAt }: Pick<AuctionTerms, 'endsAt'>): Instant => (endsAt + DECIDE_WITHIN_MS) as Instant

export function phaseOf({ stage, startsAt, endsAt }: Pick<Auction, 'stage' | 'startsAt' | 'endsAt'>, now: Instant): Phase {
  if (stage === 'CANCELED') return 'CANCELED'
  if (now < startsAt) return 'COMING'
  return now < endsAt ? 'RUNNING' : 'ENDED'
}

export type TradeOutcome = 'PENDING' | 'COMPLETED' | 'REJECTED'

export function outcomeOfTrade({ state }: Pick<BidTrade, 'state'>): TradeOutcome {
  switch (state) {
    case 'AWAITED':
    case 'SENT':
    case 'MINED':
    case 'REORGANISED':
      return 'PENDING'
    case 'CONFIRMED':
      return 'COMPLETED'
    case 'REVERTED':
    case 'ABANDONED':
      return 'REJECTED'
  }
}

const tradesThat = (auction: Auction, outcome: TradeOutcome): readonly BidTrade[] =>
  [...auction.trades.values()].filter((trade) => outcomeOfTrade(trade) === outcome)

const sizeOf = (auction: Auction, trades: readonly BidTrade[]): bigint =>
  trades.reduce((sum, { bid }) => sum + auction.bids.get(bid)!.buyAmount, 0n)

/** The bids that have settled. */
export const settledBids = (auction: Auction): readonly PlacedBid[] =>
  tradesThat(auction, 'COMPLETED').map(({ bid }) => auction.bids.get(bid)!)

/** The quantity that is in no settled or pending trade. */
export const remainingOf = (auction: Auction): bigint =>
  auction.quantity - sizeOf(auction, tradesThat(auction, 'COMPLETED')) - sizeOf(auction, tradesThat(auction, 'PENDING'))

export const standingBids = (auction: Auction): readonly PlacedBid[] => [...auction.bids.values()].filter(({ state }) => state === 'OPEN')

/** Undefined while anything more can happen in the auction. */
export function outcomeOf(auction: Auction, now: Instant): Outcome | undefined {
  const phase = phaseOf(auction, now)
  if (phase === 'CANCELED') return 'CANCELED'
  if (phase !== 'ENDED' || tradesThat(auction, 'PENDING').length > 0) return undefined
  const sold = sizeOf(auction, tradesThat(auction, 'COMPLETED'))
  if (sold >= auction.quantity) return 'SOLD'
  const remaining = remainingOf(auction)
  const mayGoOn = auction.stage !== 'OVER' && now < decideBy(auction)
  if (mayGoOn && standingBids(auction).some(({ buyAmount }) => buyAmount <= remaining)) return undefined
  return sold > 0n ? 'PARTLY_SOLD' : 'UNSOLD'
}
