/** Decisions and their readers: an auction is public, a bid is for its own desk, a trade for its two desks (rulebook 19.8). */
import {
  outcomeOf,
  outcomeOfTrade,
  type Auction,
  type AuctionsEvent,
  type BidTrade,
  type Instant,
  type PlacedBid,
  type TradeOutcome,
} from '@parley/core'
import type { Message } from '../engine/engine.ts'
import { presentAuction, presentBid, presentTrade, type Depth } from './present.ts'

/** The names of the notifications. Other flows use similar ones. */
export const notifications = { auction: 'auction', bid: 'auction_bid', trade: 'auction_trade' } as const

export type Change = {
  readonly before: Auction | undefined
  readonly after: Auction
  readonly kinds: ReadonlySet<AuctionsEvent['kind']>
  readonly at: Instant
}

export function messagesOf(change: Change, depth: Depth): readonly Message[] {
  return [...auctionMessages(change), ...bidMessages(change), ...tradeMessages(change, depth)]
}

const wordOf = { ADDED: 'ADDED', UPDATED: 'UPDATED', REMOVED: 'REMOVED' } as const

function auctionMessages({ before, after, kinds, at }: Change): readonly Message[] {
  const kind = kindOf(kinds, before) ?? (isResultChanged(before, after, at) ? 'UPDATED' : undefined)
  if (kind === undefined) return []
  const data = { kind, rfq: presentAuction(after, at) }
  return [{ audience: 'everybody', channel: notifications.auction, event: wordOf[kind], data }]
}

function kindOf(kinds: Change['kinds'], before: Auction | undefined): keyof typeof wordOf | undefined {
  if (kinds.has('AuctionCanceled')) return before?.stage === 'ENDED' ? 'UPDATED' : 'REMOVED'
  if (kinds.has('AuctionEnded')) return 'REMOVED'
  return kinds.has('AuctionOpened') || kinds.has('AuctionBegun') ? 'ADDED' : undefined
}

/** A trade has settled or was reverted, or no further settlement is possible. Reveals nothing about bids before the vault has decided. */
function isResultChanged(before: Auction | undefined, after: Auction, at: Instant): boolean {
  if (before === undefined || after.stage === 'ANNOUNCED' || after.stage === 'BEGUN') return false
  const settled = (auction: Auction) => [...auction.trades.values()].filter((trade) => outcomeOfTrade(trade) === 'COMPLETED').length
  return settled(before) !== settled(after) || before.stage !== after.stage || outcomeOf(before, at) !== outcomeOf(after, at)
}

const bidKinds = {
  OPEN: ['NEW', 'ADDED'],
  CANCELED: ['CANCELED', 'REMOVED'],
  LOST: ['LOST', 'REMOVED'],
  PENDING_FILL: ['PENDING_FILL', 'REMOVED'],
  FILLED: ['FILLED', 'UPDATED'],
  REJECTED: ['REJECTED', 'UPDATED'],
} as const satisfies Readonly<Record<PlacedBid['state'], readonly [string, Message['event']]>>

const bidMessages = ({ before, after }: Change): readonly Message[] =>
  [...after.bids.values()]
    .filter((bid) => before?.bids.get(bid.id)?.state !== bid.state)
    .map((bid) => {
      const [kind, event] = bidKinds[bid.state]
      return { audience: `desk:${bid.desk}`, channel: notifications.bid, event, data: { kind, quote: presentBid(after, bid, bid.desk) } }
    })

function tradeMessages({ before, after }: Change, depth: Depth): readonly Message[] {
  const changed = [...after.trades.values()].filter((trade) => before?.trades.get(trade.id) !== trade)
  return changed.flatMap((trade) =>
    [after.bids.get(trade.bid)!.desk, after.seller].map((desk): Message => {
      const kind = outcomeOfTrade(trade)
      const event = eventOf(before?.trades.get(trade.id), kind)
      return {
        audience: `desk:${desk}`,
        channel: notifications.trade,
        event,
        data: { kind, trade: presentTrade(after, trade, desk, depth) },
      }
    }),
  )
}

const eventOf = (before: BidTrade | undefined, outcome: TradeOutcome): Message['event'] =>
  before === undefined ? 'ADDED' : outcome === 'PENDING' ? 'UPDATED' : 'REMOVED'
