/** The rules of all auctions as one decider: what follows from a command, and what is due by time alone (rulebook 19). */
import type { Instant } from '../ids.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import type { Auction, AuctionEvent, AuctionId, PlacedBid } from './auction.ts'
import {
  afterEvents,
  hasDecided,
  isKnown,
  knownIn,
  nonceOf,
  offerOf,
  type AuctionCommand,
  type Auctions,
  type AuctionsEvent,
  type KnownAuction,
  type Recalled,
} from './auctions.ts'
import { cancelBid, cancelBidsOf, placeBid } from './bids.ts'
import { adoptSwap, cancelAuction, followChain, nextEventAt, passTime, reportTrade, takeBid } from './decisions.ts'
import { CHAIN_READING_GOOD_MS, FORGET_AUCTION_AFTER_MS } from './limits.ts'
import { openAuction } from './open.ts'
import { decideBy, outcomeOf, outcomeOfTrade, standingBids } from './phase.ts'

type Decision = readonly AuctionsEvent[] | Refusal
type Of<Kind extends AuctionCommand['kind']> = Extract<AuctionCommand, { readonly kind: Kind }>
type InAuction = Exclude<AuctionCommand, { readonly kind: 'OpenAuction' | 'RecallBids' | 'RestoreAuction' | 'CarryOver' }>

/** A repetition of a request that was decided changes nothing, whatever has happened since (rulebook 9.4). */
export function decideAuctions(state: Auctions, command: AuctionCommand, now: Instant): Decision {
  const request = 'request' in command ? command.request : undefined
  if (request === undefined) return decideOnce(state, command, now)
  if ([...state.known.values()].some(({ auction }) => hasDecided(auction, request))) return []
  const decided = decideOnce(state, command, now)
  if (isRefusal(decided)) return decided
  return decided.map((event, place) => (place === 0 ? { ...event, request } : event))
}

function decideOnce(state: Auctions, command: AuctionCommand, now: Instant): Decision {
  switch (command.kind) {
    case 'OpenAuction':
      return open(state, command, now)
    case 'RecallBids':
      return [...state.known.values()].flatMap(({ auction }) => cancelBidsOf(auction, isOf(command), now))
    case 'RestoreAuction': {
      const { auction, readAt } = command
      if (now - readAt > CHAIN_READING_GOOD_MS) return tooLate
      return state.known.has(auction.id) ? [] : [{ kind: 'AuctionRestored', auction: auction.id, state: auction, at: now }]
    }
    case 'CarryOver':
      return state.known.has(command.auction) ? [] : [{ kind: 'AuctionCarriedOver', auction: command.auction, events: command.events }]
    case 'CancelAuction':
    case 'PlaceBid':
    case 'CancelBid':
    case 'TakeBid':
    case 'ReportTrade':
    case 'AdoptSwap':
    case 'FollowChain':
    case 'PassTime':
    case 'ForgetAuction': {
      const auction = knownIn(state, command.auction)
      return isKnown(auction) ? decideIn(state, auction, command, now) : auction
    }
  }
}

function decideIn(state: Auctions, auction: Auction, command: InAuction, now: Instant): Decision {
  switch (command.kind) {
    case 'PlaceBid':
      return place(state, auction, command, now)
    case 'CancelBid':
      return cancelBid(auction, command.desk, command.bid, now)
    case 'ForgetAuction':
      return [{ kind: 'AuctionForgotten', auction: auction.id, at: now }]
    case 'CancelAuction':
      return withWhatFollows(auction, cancelAuction(auction, command.desk, now), now)
    case 'TakeBid':
      return withWhatFollows(auction, takeBid(auction, command.asked, command.checks, now), now)
    case 'ReportTrade': {
      const { desk, trade, report } = command
      return withWhatFollows(auction, reportTrade(auction, desk, auction.trades.get(trade)!, report, now), now)
    }
    case 'AdoptSwap': {
      const { bid, trade } = command
      return now < auction.endsAt ? [] : withWhatFollows(auction, adoptSwap(auction, auction.bids.get(bid)!, trade, now), now)
    }
    case 'FollowChain': {
      const { trade, step, facts } = command
      return withWhatFollows(auction, followChain(auction, auction.trades.get(trade)!, step, facts, now), now)
    }
    case 'PassTime':
      return passedUntil(auction, now)
  }
}

/**
 * Bids are placed and cancelled in secret. Timed events wait for their own time, because a start published together with a bid would reveal the bid
 * (rulebook 19.8).
 */
export const isSecret = ({ kind }: AuctionCommand): boolean => kind === 'PlaceBid' || kind === 'CancelBid' || kind === 'RecallBids'

function open({ known, lastId }: Auctions, { asked, reading }: Of<'OpenAuction'>, now: Instant): Decision {
  const auctions = [...known.values()].map(({ auction }) => auction)
  const offer = offerOf({ domain: reading.domain, swapId: asked.swapId })
  const ofSameOffer = auctions.filter((auction) => offerOf(auction) === offer && outcomeOf(auction, now) === undefined).length
  const ofSameVault = auctions.filter((auction) => auction.seller === asked.seller && nextEventAt(auction) !== undefined).length
  const decided = openAuction({ ...asked, id: (lastId + 1) as AuctionId }, { ...reading, ofSameOffer, ofSameVault }, now)
  return withWhatFollows(undefined, decided, now)
}

/**
 * This is shorter than the time after which an auction is forgotten, so every nonce is known either to the record that was read or to the state that
 * decides.
 */
const tooLate = refuse('ChainSilent', '19.6', 'The chain took more than a minute to respond. Send the command again.')

function place({ nonces }: Auctions, auction: Auction, { asked, reading }: Of<'PlaceBid'>, now: Instant): Decision {
  if (standingBids(auction).some((bid) => isSameSigned(bid, asked))) return []
  if (now - reading.readAt > CHAIN_READING_GOOD_MS) return tooLate
  const signatory = reading.signatory ?? asked.signerWallet
  const isNonceKnown = reading.isNonceKnown || nonces.has(nonceOf(auction, { signatory, nonce: asked.nonce }))
  return placeBid(auction, asked, { ...reading, isNonceKnown }, now)
}

/** The same signed bid, sent again, is the bid that is already open. */
export const isSameSigned = (
  bid: Pick<PlacedBid, 'desk' | 'digest' | 'signature'>,
  asked: Pick<PlacedBid, 'desk' | 'digest' | 'signature'>,
): boolean => bid.desk === asked.desk && bid.digest === asked.digest && bid.signature === asked.signature

const isOf =
  ({ desk, user, via }: Recalled) =>
  (bid: PlacedBid): boolean =>
    bid.desk === desk && (user === undefined || bid.user === user) && (via === undefined || bid.via === via)

/** Something has settled or was accepted, so the auction may be over. */
function withWhatFollows(auction: Auction | undefined, decided: readonly AuctionEvent[] | Refusal, now: Instant): Decision {
  if (isRefusal(decided) || decided.length === 0) return decided
  return [...decided, ...passedUntil(afterEvents(auction, decided), now)]
}

/** Every start, close and outcome that is due, one after the other. */
function passedUntil(auction: Auction, now: Instant): readonly AuctionEvent[] {
  const events = passTime(auction, now)
  return events.length === 0 ? [] : [...events, ...passedUntil(afterEvents(auction, events), now)]
}

/** The next start, close or outcome that is due, or the removal of an auction to which nothing more can happen. */
export function dueInAuctions({ known }: Auctions, now: Instant): AuctionCommand | undefined {
  for (const [auction, entry] of known) {
    if (passTime(entry.auction, now).length > 0) return { kind: 'PassTime', auction }
    if (now >= (leavesAt(entry) ?? Infinity)) return { kind: 'ForgetAuction', auction }
  }
  return undefined
}

export function nextInAuctions({ known }: Auctions): Instant | undefined {
  const moments = [...known.values()].flatMap((entry) => nextOf(entry) ?? [])
  return moments.length === 0 ? undefined : (Math.min(...moments) as Instant)
}

function nextOf(entry: KnownAuction): Instant | undefined {
  const { auction } = entry
  if (auction.stage === 'ENDED') {
    // The end of the hour has no effect while a trade is pending. The chain decides then.
    const until = decideBy(auction)
    return passTime(auction, until).length > 0 ? until : undefined
  }
  return nextEventAt(auction) ?? leavesAt(entry)
}

/** Undefined while something other than the chain can still change the auction. */
function leavesAt({ auction, movedAt }: KnownAuction): Instant | undefined {
  const isOver = auction.stage === 'OVER' || auction.stage === 'CANCELED'
  const isPending = [...auction.trades.values()].some((trade) => outcomeOfTrade(trade) === 'PENDING')
  return isOver && !isPending ? ((movedAt + FORGET_AUCTION_AFTER_MS) as Instant) : undefined
}
