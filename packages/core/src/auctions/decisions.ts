/** The vault after the close: it accepts bids, reports the transactions it has sent, or abandons a trade (rulebook 19.9 to 19.15). */
import type { DeskId, Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Auction, AuctionEvent, AuctionRefusal, BidId, BidTrade, BidTradeId, PlacedBid } from './auction.ts'
import { decideBy, outcomeOf, phaseOf, remainingOf, standingBids } from './phase.ts'
import { ranked } from './rank.ts'
import { nextOf, type TradeStep } from './transitions.ts'

type Answer = readonly AuctionEvent[] | Refusal<AuctionRefusal>

/** The contract's own error codes for open bids, as checked just before; none if it would settle the bid. */
export type ContractChecks = ReadonlyMap<BidId, readonly string[]>

/** The bids that can still be settled, best first. Bids larger than the quantity left are omitted (rulebook 19.10). */
export function takeable(auction: Auction): readonly PlacedBid[] {
  const remaining = remainingOf(auction)
  return ranked(standingBids(auction)).filter(({ buyAmount }) => buyAmount <= remaining)
}

export type AskedAward = {
  readonly desk: DeskId
  readonly bid: BidId
  readonly trade: BidTradeId
  readonly clientOrderId: string | undefined
}

/** Why the vault cannot make any decision at this time (rulebook 19.8, 19.10). */
export function refuseVault(auction: Auction, desk: DeskId, now: Instant): Refusal<AuctionRefusal> | undefined {
  if (auction.seller !== desk) return refuse('NotTheCreator', '19.1', 'Only the vault that sells can do this.')
  switch (phaseOf(auction, now)) {
    case 'COMING':
    case 'RUNNING':
      return refuse('BidsAreSealed', '19.8', 'Bids are sealed until the auction closes, for its vault too.')
    case 'CANCELED':
      return refuse('AuctionDecided', '19.15', 'The auction was cancelled together with all of its bids.')
    case 'ENDED':
      return undefined
  }
}

/** The trade, or the first refusal in this order: role and time, already decided, no such bid, bid already over, a better bid, contract check. */
export function takeBid(auction: Auction, asked: AskedAward, checks: ContractChecks, now: Instant): Answer {
  const refused = refuseVault(auction, asked.desk, now)
  if (refused !== undefined) return refused
  if (now >= decideBy(auction) || outcomeOf(auction, now) !== undefined)
    return refuse('AuctionDecided', '19.10', 'A vault can accept bids for one hour after the close, while any quantity is left.')
  const bid = auction.bids.get(asked.bid)
  if (bid === undefined || bid.state === 'CANCELED')
    return refuse('OrderUnknown', '19.8', 'There is no bid with this id in the auction.', 'quote_id')
  if (bid.state !== 'OPEN') return refuse('OrderClosed', '19.10', 'The bid was already accepted, or it lost.', 'quote_id')
  if (bid.buyAmount > remainingOf(auction))
    return refuse('AuctionDecided', '19.10', 'The bid is larger than the quantity that is left. Accept a smaller bid.', 'quote_id')
  const better = takeable(auction).find((each) => each.id === bid.id || (checks.get(each.id) ?? []).length === 0)
  if (better !== undefined && better.id !== bid.id)
    return refuse(
      'BetterBidStands',
      '19.10',
      `Bid ${better.id} is better and the contract would settle it. Accept that bid first.`,
      'quote_id',
    )
  const [word] = checks.get(bid.id) ?? []
  if (word !== undefined)
    return refuse('BidRefusedByContract', '19.10', `${word}: the contract would reject this bid. Accept the next one.`, 'quote_id')
  return [taken(auction, bid, asked.trade, asked.clientOrderId, now)]
}

/** Possible until the vault has accepted a bid (rulebook 19.15). */
export function cancelAuction(auction: Auction, desk: DeskId, now: Instant): Answer {
  if (auction.seller !== desk) return refuse('NotTheCreator', '19.1', 'Only the vault that sells can do this.')
  if (auction.trades.size > 0 || outcomeOf(auction, now) !== undefined)
    return refuse(
      'AuctionDecided',
      '19.15',
      'An auction can be cancelled only before it is decided and before its vault has accepted a bid.',
    )
  return [{ kind: 'AuctionCanceled', auction: auction.id, at: now }]
}

export type TradeReport =
  | { readonly status: 'COMPLETED'; readonly transaction: string | undefined }
  | { readonly status: 'REJECTED'; readonly error: string | undefined }

/** The vault's report, which settles nothing on its own (rulebook 19.11, 19.12). */
export function reportTrade(auction: Auction, desk: DeskId, trade: BidTrade, report: TradeReport, now: Instant): Answer {
  if (auction.seller !== desk) return refuse('NotTheCreator', '19.1', 'Only the vault that sells can do this.')
  if (report.status === 'REJECTED') {
    if (nextOf(trade, 'Abandon') !== undefined)
      return [moved(auction, trade, 'Abandon', { error: report.error ?? 'The vault abandoned the trade.' }, now)]
    return isSwapped(trade) ? refuse('TradeSettled', '19.12', 'The swap is settled on the chain, and a report cannot reverse it.') : []
  }
  if (report.transaction === undefined)
    return refuse(
      'TransactionMissing',
      '19.11',
      'Send transaction_id: a settlement is reported with the hash of its transaction.',
      'transaction_id',
    )
  if (nextOf(trade, 'ReportSent') === undefined || (trade.state === 'SENT' && trade.transaction === report.transaction)) return []
  const isAgain = trade.state === 'REVERTED' || trade.state === 'ABANDONED'
  if (isAgain && auction.bids.get(trade.bid)!.buyAmount > remainingOf(auction))
    return refuse('AuctionDecided', '19.10', 'Other bids have been accepted for the quantity of this trade.')
  return [moved(auction, trade, 'ReportSent', { transaction: report.transaction }, now)]
}

const isSwapped = ({ state }: BidTrade): boolean => state === 'MINED' || state === 'CONFIRMED'

/** A swap of a bid that the vault never accepted here. The contract has decided, so it is a trade all the same (rulebook 19.11). */
export function adoptSwap(auction: Auction, bid: PlacedBid, trade: BidTradeId, now: Instant): readonly AuctionEvent[] {
  return [...auction.trades.values()].some((each) => each.bid === bid.id) ? [] : [taken(auction, bid, trade, undefined, now)]
}

function taken(auction: Auction, { id: bid }: PlacedBid, id: BidTradeId, clientOrderId: string | undefined, at: Instant): AuctionEvent {
  const none = { transaction: undefined, block: undefined, error: undefined, settledAt: undefined }
  return { kind: 'BidTaken', auction: auction.id, trade: { id, bid, clientOrderId, state: 'AWAITED', at, ...none } }
}

export type TradeFacts = { readonly transaction?: string; readonly block?: number; readonly error?: string }

/** Applies what happened on the chain. No events if it changes nothing (rulebook 19.11 to 19.13). */
export function followChain(auction: Auction, trade: BidTrade, step: TradeStep, facts: TradeFacts, now: Instant): readonly AuctionEvent[] {
  if (nextOf(trade, step) === undefined) return []
  const isKnown = step === 'SeeSwap' && trade.state === 'MINED' && trade.transaction === facts.transaction && trade.block === facts.block
  return isKnown ? [] : [moved(auction, trade, step, facts, now)]
}

function moved(auction: Auction, trade: BidTrade, step: TradeStep, facts: TradeFacts, at: Instant): AuctionEvent {
  const { id, transaction, block } = trade
  const keepsPlace = step === 'Confirm'
  return {
    kind: 'TradeMoved',
    auction: auction.id,
    trade: id,
    to: nextOf(trade, step)!,
    transaction: step === 'SeeReplaced' ? undefined : (facts.transaction ?? transaction),
    block: facts.block ?? (keepsPlace ? block : undefined),
    error: facts.error,
    at,
  }
}

/** The stages of an auction, each announced once: the start, the close, and the point after which nothing more can happen (rulebook 19.3, 19.14). */
export function passTime(auction: Auction, now: Instant): readonly AuctionEvent[] {
  const { id, stage, startsAt, endsAt } = auction
  const say = (kind: 'AuctionBegun' | 'AuctionEnded' | 'AuctionOver'): AuctionEvent => ({ kind, auction: id, at: now })
  switch (stage) {
    case 'ANNOUNCED':
      return now >= startsAt ? [say('AuctionBegun')] : []
    case 'BEGUN':
      return now >= endsAt ? [say('AuctionEnded')] : []
    case 'ENDED':
      return outcomeOf(auction, now) === undefined ? [] : [say('AuctionOver')]
    case 'OVER':
    case 'CANCELED':
      return []
  }
}

/** When `passTime` has its next event; undefined if only the vault or the chain can cause one. */
export function nextEventAt({ stage, startsAt, endsAt }: Auction): Instant | undefined {
  switch (stage) {
    case 'ANNOUNCED':
      return startsAt
    case 'BEGUN':
      return endsAt
    case 'ENDED':
      return decideBy({ endsAt })
    case 'OVER':
    case 'CANCELED':
      return undefined
  }
}
