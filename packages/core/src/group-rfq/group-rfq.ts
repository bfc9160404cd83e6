/**
 * The order-book flow (rulebook 10), on the wire grfq and ob: a market is one structure at one venue that everybody sees and quotes without
 * names; what crosses trades at once, and each match is settled as a block at the venue.
 */
import type { BaseCurrency } from '../catalogue/product.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import type { Price, Quantity } from '../decimal.ts'
import type { Actor, AllocationPart, DeclineReason, Reference } from '../direct-rfq/direct-rfq.ts'
import type { DeskId, Instant, MarketId, MatchId, QuoteId } from '../ids.ts'
import type { CancelCause } from '../matching/cancel-cause.ts'
import type { UnitExposure } from '../protection/guard.ts'
import type { Refusal } from '../refusal.ts'
import type { Side, Structure } from '../structure/structure.ts'

/** A QUOTE may rest; an ORDER takes what is there, up to its limit, and never rests. */
export type QuoteForm = 'QUOTE' | 'ORDER'

/** quantity = filled + pending + canceled + what rests. */
export type GroupQuote = {
  readonly id: QuoteId
  readonly actor: Actor
  readonly form: QuoteForm
  readonly side: Side
  /** Of the structure. For an ORDER its limit. */
  readonly price: Price
  /** One for each leg, hedges at their own price; absent for an ORDER. */
  readonly legPrices?: readonly Price[]
  readonly quantity: Quantity
  readonly filled: Quantity
  readonly pending: Quantity
  readonly canceled: Quantity
  /** Of what was cancelled last; absent where nothing was, or a journal from before does not say. */
  readonly cancelCause?: CancelCause
  readonly state: 'OPEN' | 'CLOSED'
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  readonly isHidden: boolean
  /** Where it is allocated, the first of its accounts. */
  readonly account: string
  readonly allocations?: readonly AllocationPart[]
  readonly clientOrderId?: string
  readonly label?: string
  readonly priority: number
  readonly createdAt: Instant
  readonly lastUpdatedAt: Instant
  /** When it leaves by itself. */
  readonly lapsesAt: Instant
}

/** One block between a resting quote and what crossed it. */
export type Match = {
  readonly id: MatchId
  readonly maker: DeskId
  readonly makerQuote: QuoteId
  readonly makerAccount: string
  readonly taker: DeskId
  readonly takerQuote: QuoteId
  /** Whether the taker sent an order or a quote that crossed. */
  readonly takerForm: QuoteForm
  readonly takerAccount: string
  readonly takerSide: Side
  /** The resting quote's, leg by leg. */
  readonly price: Price
  readonly legPrices: readonly Price[]
  readonly quantity: Quantity
  readonly state: 'PENDING_SETTLEMENT' | 'FILLED' | 'REJECTED'
  readonly agreedAt: Instant
  /** Names the block at the venue. */
  readonly nonce: string
  readonly reference?: Reference
  readonly settledAt?: Instant
  readonly venueTradeId?: string
  readonly rejection?: string
}

/** A desk that will not quote in a market; nobody else learns which desk it is. */
export type MarketDecline = { readonly desk: DeskId; readonly reason: DeclineReason; readonly at: Instant }

/** What a market is; its quotes and matches stand beside it. */
export type GroupMarket = {
  readonly id: MarketId
  readonly state: 'ACTIVE' | 'EXPIRED'
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  /** Equal for equal structures (rulebook 10.1). */
  readonly key: string
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  readonly createdBy: Actor
  readonly createdAt: Instant
  readonly latestActivityAt: Instant
  /** The first expiry among its legs; undefined for perpetuals alone. */
  readonly expiresAt?: Instant
  readonly lastTrade?: { readonly price: Price; readonly quantity: Quantity; readonly side: Side; readonly at: Instant }
  /** Those that stand, the oldest first; absent where nobody has declined. */
  readonly declines?: readonly MarketDecline[]
}

type Quoting = {
  readonly actor: Actor
  readonly market: MarketId
  readonly quantity: Quantity
  readonly legPrices?: readonly Price[]
  /** An ORDER's limit. */
  readonly price?: Price
  readonly isIoc: boolean
  readonly isPostOnly: boolean
  /** The number of the shard: ids made by the command end in it. */
  readonly shard: number
  /** Random: what the blocks it may make are named by. */
  readonly nonce: string
  readonly reference?: Reference
  /** Of one unit, for the protections of whoever it meets. */
  readonly unit?: UnitExposure
}

/** What is absent stays as it was; an empty client order id or label takes that away (rulebook 10.20). */
type ReplaceQuote = Omit<Quoting, 'isPostOnly'> & {
  readonly kind: 'ReplaceQuote'
  readonly quoteId: QuoteId
  readonly side?: Side
  readonly isPostOnly?: boolean
  readonly isHidden?: boolean
  readonly account?: string
  readonly clientOrderId?: string
  readonly label?: string
}

export type GroupCommand =
  | {
      readonly kind: 'OpenMarket'
      readonly actor: Actor
      readonly shard: number
      readonly venue: VenueCode
      readonly baseCurrency: BaseCurrency
      /** In its canonical direction. */
      readonly structure: Structure
      readonly minimumBlock: Quantity
      readonly quantityIncrement: Quantity
    }
  | (Quoting & {
      readonly kind: 'PlaceQuote'
      /** Decided in its place where the desk has a quote on that side: the one that would trade first is replaced. */
      readonly orReplace?: Omit<ReplaceQuote, 'quoteId'>
      readonly form: QuoteForm
      readonly side: Side
      readonly isHidden: boolean
      readonly account: string
      readonly allocations?: readonly AllocationPart[]
      readonly clientOrderId?: string
      readonly label?: string
    })
  | ReplaceQuote
  | { readonly kind: 'DeclineMarket'; readonly actor: Actor; readonly market: MarketId; readonly reason: DeclineReason }
  | { readonly kind: 'CancelQuote'; readonly actor: Actor; readonly market: MarketId; readonly quoteId: QuoteId }
  /** From the shard's own deadlines. */
  | { readonly kind: 'LapseQuotes'; readonly market: MarketId }
  | { readonly kind: 'EndMarket'; readonly market: MarketId }
  /** From settlement. */
  | { readonly kind: 'ConfirmMatch'; readonly market: MarketId; readonly matchId: MatchId; readonly venueTradeId: string }
  | { readonly kind: 'RejectMatch'; readonly market: MarketId; readonly matchId: MatchId; readonly rejection: string }

export type QuoteCancelReason =
  | 'ByUser'
  | 'NotFilledAtOnce'
  | 'MarketEnded'
  | 'Lapsed'
  | 'SettlementRejected'
  | 'BelowBlockMinimum'
  /** A protection of the desk has fired (rulebook 11). */
  | 'Protection'

export type GroupEvent =
  | { readonly kind: 'MarketOpened'; readonly market: GroupMarket }
  | { readonly kind: 'QuotePlaced'; readonly market: MarketId; readonly quote: GroupQuote }
  | {
      readonly kind: 'QuoteReplaced'
      readonly market: MarketId
      readonly quote: GroupQuote
      /** It was shown and is hidden from now on: as everybody has read it last. */
      readonly lastShown?: Pick<GroupQuote, 'price' | 'lapsesAt'>
      /** It was hidden and is shown from now on. */
      readonly isNowShown?: true
    }
  | {
      readonly kind: 'QuoteCanceled'
      readonly market: MarketId
      readonly quoteId: QuoteId
      readonly quantity: Quantity
      readonly reason: QuoteCancelReason
      /** A journal from before does not say. */
      readonly cause?: CancelCause
      readonly at: Instant
    }
  | {
      readonly kind: 'MatchAgreed'
      readonly market: MarketId
      readonly match: Match
      readonly unit?: UnitExposure
      readonly isSameFill?: true
      /** The taker's is a quote that came and crossed: it counts towards its desk's own limits (rulebook 11.2), as a journal from before does not say. */
      readonly isArrivalCounted?: true
    }
  | {
      readonly kind: 'MatchSettled'
      readonly market: MarketId
      readonly matchId: MatchId
      readonly venueTradeId: string
      readonly at: Instant
    }
  | {
      readonly kind: 'MatchRejected'
      readonly market: MarketId
      readonly matchId: MatchId
      readonly rejection: string
      readonly at: Instant
    }
  | { readonly kind: 'MarketDeclined'; readonly market: MarketId; readonly decline: MarketDecline }
  | { readonly kind: 'MarketDeclineTakenBack'; readonly market: MarketId; readonly desk: DeskId; readonly at: Instant }
  | { readonly kind: 'MarketEnded'; readonly market: MarketId; readonly reason: 'INSTRUMENT_EXPIRED' | 'INACTIVE'; readonly at: Instant }

/** Each is a name in contracts' error catalogue. */
export type GroupRefusal =
  | 'RfqClosed'
  | 'OrderUnknown'
  | 'OrderClosed'
  | 'OrderPriceMissing'
  | 'HedgePriceDiffers'
  | 'PriceOffTick'
  | 'PriceOutsideBand'
  | 'QuantityBelowBlockMinimum'
  | 'QuantityOffIncrement'
  | 'QuoteCrossesOwnSide'
  | 'LayeringLimitReached'
  | 'TooManyOrders'
  | 'TooManyMarkets'
  | 'TypeNotAllowed'
  | 'PostOnlyWouldCross'
  | 'QuoteWindowClosed'
  | 'ClientOrderIdInUse'
  | 'AllocationInvalid'
  | 'AlreadyDeclined'

export type GroupDecision = readonly GroupEvent[] | Refusal<GroupRefusal>
