/** All auctions that a clock, a vault or the chain can still change, as one state, so that all decisions have one order (rulebook 19). */
import type { DeskId, Instant, UserId } from '../ids.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import type { Auction, AuctionEvent, AuctionId, AuctionTerms, BidId, BidTradeId, PlacedBid, RequestName } from './auction.ts'
import type { AskedBid, BidReading } from './bids.ts'
import type { AskedAward, ContractChecks, TradeFacts, TradeReport } from './decisions.ts'
import { evolve as evolveAuction } from './evolve.ts'
import type { AskedAuction, OfferReading } from './open.ts'
import type { TradeStep } from './transitions.ts'

export type KnownAuction = { readonly auction: Auction; readonly movedAt: Instant }

export type Auctions = {
  /** Auctions that have ended are removed some time after their last change. Their record is stored elsewhere. */
  readonly known: Map<AuctionId, KnownAuction>
  /** Nonces of the bids in these auctions, whatever the state of the bid (rulebook 19.7). */
  readonly nonces: Set<string>
  /** The highest number given to an auction. */
  lastId: number
}

/** A desk, one of its users or one of its keys that can no longer bid. */
export type Recalled = { readonly desk: DeskId; readonly user?: UserId | undefined; readonly via?: string | undefined }

/** A chain's answers for a bid, and when they were requested. */
export type TimedReading = BidReading & { readonly readAt: Instant }

type In = { readonly auction: AuctionId }
/** The name of the request; undefined if the caller sent no key. */
type MaybeNamed = { readonly request?: RequestName | undefined }
export type AuctionCommand =
  | (MaybeNamed & {
      readonly kind: 'OpenAuction'
      readonly asked: Omit<AskedAuction, 'id'>
      readonly reading: Omit<OfferReading, 'ofSameOffer' | 'ofSameVault'>
    })
  | (In & MaybeNamed & { readonly kind: 'CancelAuction'; readonly desk: DeskId })
  | (In & MaybeNamed & { readonly kind: 'PlaceBid'; readonly asked: AskedBid; readonly reading: TimedReading })
  | (In & MaybeNamed & { readonly kind: 'CancelBid'; readonly desk: DeskId; readonly bid: BidId })
  | ({ readonly kind: 'RecallBids' } & Recalled)
  | (In & MaybeNamed & { readonly kind: 'TakeBid'; readonly asked: AskedAward; readonly checks: ContractChecks })
  | (In & { readonly kind: 'ReportTrade'; readonly desk: DeskId; readonly trade: BidTradeId; readonly report: TradeReport })
  | (In & { readonly kind: 'AdoptSwap'; readonly bid: BidId; readonly trade: BidTradeId })
  | (In & { readonly kind: 'FollowChain'; readonly trade: BidTradeId; readonly step: TradeStep; readonly facts: TradeFacts })
  | (In & { readonly kind: 'PassTime' | 'ForgetAuction' })
  /** An auction that was removed is restored from its record, because something has happened to it after all. */
  | { readonly kind: 'RestoreAuction'; readonly auction: Auction; readonly readAt: Instant }
  /** The events of an auction that was decided before this machine existed. */
  | (In & { readonly kind: 'CarryOver'; readonly events: readonly AuctionEvent[] })

export type AuctionsEvent =
  | AuctionEvent
  | { readonly kind: 'AuctionForgotten'; readonly auction: AuctionId; readonly at: Instant }
  | { readonly kind: 'AuctionRestored'; readonly auction: AuctionId; readonly state: Auction; readonly at: Instant }
  | { readonly kind: 'AuctionCarriedOver'; readonly auction: AuctionId; readonly events: readonly AuctionEvent[] }

/** An auction before and after an event. `after` is undefined if the auction was removed. */
export type AuctionChange = { readonly id: AuctionId; readonly before: Auction | undefined; readonly after: Auction | undefined }

export const noAuction = refuse('NotFound', '19.1', 'There is no auction with this number.', 'id')

export const emptyAuctions = (): Auctions => ({ known: new Map(), nonces: new Set(), lastId: 0 })

/** The contract and its chain, which scope nonces and offers. */
export const contractOf = ({ domain }: Pick<AuctionTerms, 'domain'>): string =>
  `${domain.chainId}:${domain.verifyingContract.toLowerCase()}`
export const offerOf = (auction: Pick<AuctionTerms, 'domain' | 'swapId'>): string => `${contractOf(auction)}:${auction.swapId}`
export const nonceOf = (auction: Pick<AuctionTerms, 'domain'>, { signatory, nonce }: Pick<PlacedBid, 'signatory' | 'nonce'>): string =>
  `${contractOf(auction)}:${signatory.toLowerCase()}:${nonce}`

/** Changes the state in place, and returns what it changed. It handles every event and checks no rule. */
export function evolveAuctions(state: Auctions, event: AuctionsEvent): AuctionChange {
  const id = event.kind === 'AuctionOpened' ? event.terms.id : event.auction
  const before = state.known.get(id)
  const after = entryAfter(before, event)
  state.lastId = Math.max(state.lastId, id)
  if (after === undefined) {
    state.known.delete(id)
    for (const bid of before?.auction.bids.values() ?? []) state.nonces.delete(nonceOf(before!.auction, bid))
    return { id, before: before?.auction, after: undefined }
  }
  state.known.set(id, after)
  if (event.kind === 'BidPlaced') state.nonces.add(nonceOf(after.auction, event.bid))
  if (before === undefined) for (const bid of after.auction.bids.values()) state.nonces.add(nonceOf(after.auction, bid))
  return { id, before: before?.auction, after: after.auction }
}

function entryAfter(before: KnownAuction | undefined, event: AuctionsEvent): KnownAuction | undefined {
  switch (event.kind) {
    case 'AuctionForgotten':
      return undefined
    case 'AuctionRestored':
      return { auction: event.state, movedAt: event.at }
    case 'AuctionCarriedOver':
      return event.events.reduce<KnownAuction | undefined>(entryAfter, before)
    case 'AuctionOpened':
    case 'AuctionBegun':
    case 'AuctionEnded':
    case 'AuctionOver':
    case 'AuctionCanceled':
    case 'BidPlaced':
    case 'BidCanceled':
    case 'BidTaken':
    case 'TradeMoved':
      return { auction: evolveAuction(before?.auction, event), movedAt: timeOf(event) }
  }
}

function timeOf(event: AuctionEvent): Instant {
  switch (event.kind) {
    case 'AuctionOpened':
      return event.terms.createdAt
    case 'BidPlaced':
      return event.bid.at
    case 'BidTaken':
      return event.trade.at
    case 'AuctionBegun':
    case 'AuctionEnded':
    case 'AuctionOver':
    case 'AuctionCanceled':
    case 'BidCanceled':
    case 'TradeMoved':
      return event.at
  }
}

/** Whether the request has changed the auction, so that another one under the same name is its repetition (rulebook 9.4). */
export const hasDecided = ({ requests }: Pick<Auction, 'requests'>, request: RequestName | undefined): boolean =>
  request !== undefined && requests?.includes(request) === true

/** The auction, or the refusal if there is none. */
export const knownIn = ({ known }: Auctions, id: AuctionId): Auction | Refusal => known.get(id)?.auction ?? noAuction

/** The auction after events that were decided and are not applied yet. */
export const afterEvents = (auction: Auction | undefined, events: readonly AuctionEvent[]): Auction =>
  events.reduce<Auction | undefined>(evolveAuction, auction)!

export const isKnown = (answer: Auction | Refusal): answer is Auction => !isRefusal(answer)
