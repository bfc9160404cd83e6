/**
 * An auction of an option that a vault sells (rulebook 19): sealed bids, signed for a swap contract that settles them. Amounts are whole numbers of a
 * token's smallest unit.
 */
import type { DeskId, Instant, UserId } from '../ids.ts'
import type { Address, BidFields, SwapDomain } from './bid-signature.ts'

declare const brand: unique symbol
type Whole<Name extends string> = number & { readonly [brand]: Name }
export type AuctionId = Whole<'AuctionId'>
/** Random, so that it reveals nothing about other bids (rulebook 19.8). */
export type BidId = Whole<'BidId'>
export type BidTradeId = Whole<'BidTradeId'>

/** A request with a key: its sender, its key and its content, as one text. */
export type RequestName = string

/** ONE: a bid must be for everything, and one bid wins. SEVERAL: the best bids win until nothing is left. */
export type Awards = 'ONE' | 'SEVERAL'

export type AuctionedToken = { readonly address: Address; readonly symbol: string; readonly decimals: number }
export type AuctionedOption = {
  readonly address: Address
  readonly underlying: string
  readonly collateral: string
  readonly kind: 'CALL' | 'PUT'
  /** In USD, with 8 decimals. */
  readonly strike: bigint
  readonly expiresAt: Instant
}

export type AuctionTerms = {
  readonly id: AuctionId
  /** The desk that sells. */
  readonly seller: DeskId
  readonly domain: SwapDomain
  readonly swapId: bigint
  readonly option: AuctionedOption
  readonly token: AuctionedToken
  /** In units of the bidding token for one option. */
  readonly leastPrice: bigint
  readonly leastSize: bigint
  readonly quantity: bigint
  readonly awards: Awards
  readonly referrer: Address
  readonly createdAt: Instant
  readonly startsAt: Instant
  readonly endsAt: Instant
}

export type BidState = 'OPEN' | 'CANCELED' | 'LOST' | 'PENDING_FILL' | 'FILLED' | 'REJECTED'

export type PlacedBid = BidFields & {
  readonly id: BidId
  readonly desk: DeskId
  readonly user: UserId
  /** The API key or session that placed it. */
  readonly via: string
  /** The bidder's own name of its wallet. */
  readonly account: string
  readonly price: bigint
  readonly signature: string
  readonly signatory: Address
  readonly digest: string
  readonly at: Instant
  readonly state: BidState
  readonly closedAt: Instant | undefined
}

export type TradeState = 'AWAITED' | 'SENT' | 'MINED' | 'CONFIRMED' | 'REVERTED' | 'REORGANISED' | 'ABANDONED'

export type BidTrade = {
  readonly id: BidTradeId
  readonly bid: BidId
  readonly clientOrderId: string | undefined
  readonly state: TradeState
  readonly transaction: string | undefined
  readonly block: number | undefined
  readonly error: string | undefined
  readonly at: Instant
  readonly settledAt: Instant | undefined
}

export type Auction = AuctionTerms & {
  /** The last stage that was announced. Each is announced once. */
  readonly stage: 'ANNOUNCED' | 'BEGUN' | 'ENDED' | 'OVER' | 'CANCELED'
  readonly bids: ReadonlyMap<BidId, PlacedBid>
  readonly trades: ReadonlyMap<BidTradeId, BidTrade>
  /** The requests that have changed it, by which a repetition is recognised (rulebook 9.4). Undefined if none had a key. */
  readonly requests?: readonly RequestName[]
}

/** The first event of a decision has the request that caused it. */
export type AuctionEvent = AuctionEventAlone & { readonly request?: RequestName }

type AuctionEventAlone =
  | { readonly kind: 'AuctionOpened'; readonly terms: AuctionTerms }
  | { readonly kind: 'AuctionBegun' | 'AuctionEnded' | 'AuctionOver'; readonly auction: AuctionId; readonly at: Instant }
  | { readonly kind: 'AuctionCanceled'; readonly auction: AuctionId; readonly at: Instant }
  | { readonly kind: 'BidPlaced'; readonly auction: AuctionId; readonly bid: PlacedBid }
  | { readonly kind: 'BidCanceled'; readonly auction: AuctionId; readonly bid: BidId; readonly at: Instant }
  | { readonly kind: 'BidTaken'; readonly auction: AuctionId; readonly trade: BidTrade }
  | {
      readonly kind: 'TradeMoved'
      readonly auction: AuctionId
      readonly trade: BidTradeId
      readonly to: TradeState
      readonly transaction: string | undefined
      readonly block: number | undefined
      readonly error: string | undefined
      readonly at: Instant
    }

export type AuctionRefusal =
  | 'AuctionNotRunning'
  | 'BidsAreSealed'
  | 'OfferUnfit'
  | 'OfferAuctioned'
  | 'AuctionTimesInvalid'
  | 'BidUnfit'
  | 'BidRefusedByContract'
  | 'BetterBidStands'
  | 'AuctionDecided'
  | 'TransactionMissing'
  | 'TradeSettled'
  | 'NotTheCreator'
  | 'NotFound'
  | 'OwnDesk'
  | 'OrderUnknown'
  | 'OrderClosed'
  | 'TooManyOrders'

export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
