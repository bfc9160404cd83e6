/** Applies what was decided. It handles every event and checks no rule. */
import type { Auction, AuctionEvent, BidState, PlacedBid } from './auction.ts'
import { outcomeOfTrade } from './phase.ts'
import type { Instant } from '../ids.ts'

export function evolve(auction: Auction | undefined, event: AuctionEvent): Auction {
  const after = applied(auction, event)
  return event.request === undefined ? after : { ...after, requests: [...(after.requests ?? []), event.request] }
}

function applied(auction: Auction | undefined, event: AuctionEvent): Auction {
  if (event.kind === 'AuctionOpened') return { ...event.terms, stage: 'ANNOUNCED', bids: new Map(), trades: new Map() }
  if (auction === undefined) throw new Error(`${event.kind} of an auction that was never opened`)
  switch (event.kind) {
    case 'AuctionBegun':
      return { ...auction, stage: 'BEGUN' }
    case 'AuctionEnded':
      return { ...auction, stage: 'ENDED' }
    case 'AuctionOver':
      return { ...closeStanding(auction, 'LOST', event.at), stage: 'OVER' }
    case 'AuctionCanceled':
      return { ...closeStanding(auction, 'CANCELED', event.at), stage: 'CANCELED' }
    case 'BidPlaced':
      return { ...auction, bids: new Map([...auction.bids, [event.bid.id, event.bid]]) }
    case 'BidCanceled':
      return withBid(auction, auction.bids.get(event.bid)!, 'CANCELED', event.at)
    case 'BidTaken':
      return withBid(
        { ...auction, trades: new Map([...auction.trades, [event.trade.id, event.trade]]) },
        auction.bids.get(event.trade.bid)!,
        'PENDING_FILL',
        event.trade.at,
      )
    case 'TradeMoved':
      return moveTrade(auction, event)
  }
}

const bidStateOf = { PENDING: 'PENDING_FILL', COMPLETED: 'FILLED', REJECTED: 'REJECTED' } as const

function moveTrade(auction: Auction, event: AuctionEvent & { readonly kind: 'TradeMoved' }): Auction {
  const { to: state, transaction, block, error, at } = event
  const before = auction.trades.get(event.trade)!
  const outcome = outcomeOfTrade({ state })
  const trade = { ...before, state, transaction, block, error, settledAt: outcome === 'PENDING' ? undefined : at }
  return withBid(
    { ...auction, trades: new Map([...auction.trades, [trade.id, trade]]) },
    auction.bids.get(trade.bid)!,
    bidStateOf[outcome],
    before.at,
  )
}

const withBid = (auction: Auction, bid: PlacedBid, state: BidState, closedAt: Instant): Auction => ({
  ...auction,
  bids: new Map([...auction.bids, [bid.id, { ...bid, state, closedAt }]]),
})

const closeStanding = (auction: Auction, state: BidState, closedAt: Instant): Auction => ({
  ...auction,
  bids: new Map([...auction.bids].map(([id, bid]) => [id, bid.state === 'OPEN' ? { ...bid, state, closedAt } : bid])),
})
