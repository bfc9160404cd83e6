/**
 * The codes of refusals, each of which is in the error catalogue of contracts. A quote is refused for the RFQ's phase or the desk's role in
 * transitions.ts, for its own terms in place.ts and replace.ts, and for a stop or a frozen protection in shard/admit.ts. The sentences are next to
 * the checks, or in wording.ts if they differ between kinds of RFQ.
 */
import type { IntegrityRefusalCode } from '../../protection/market-integrity.ts'
import type { Refusal } from '../../refusal.ts'

export type RfqRefusalCode =
  | 'RfqExists'
  | 'RfqClosed'
  | 'RfqIsDraft'
  | 'RfqNotADraft'
  | 'NotTheCreator'
  | 'NotACounterparty'
  | 'OwnDesk'
  | 'QuantityBelowBlockMinimum'
  | 'QuantityOffIncrement'
  | 'QuantityAboveRemaining'
  | 'CounterpartyMissing'
  | 'CounterpartyNotEligible'
  | 'AnonymousNeedsThreeMakers'
  | 'LifetimeNotOffered'
  | 'TooManyDrafts'
  | 'TooManyOpenRfqs'
  | 'TooManyMarkets'
  | 'AccountUnknown'
  | 'OrderUnknown'
  | 'OrderClosed'
  | 'TypeNotAllowed'
  | 'ClientOrderIdInUse'
  | 'TooManyOrders'
  | 'LayeringLimitReached'
  | 'OrderPriceMissing'
  | 'HedgePriceDiffers'
  | 'PriceOffTick'
  | 'PriceOutsideBand'
  | 'QuoteCrossesOwnSide'
  | 'PostOnlyWouldCross'
  | 'QuoteWindowClosed'
  | 'AlreadyDeclined'
  | 'AllocationInvalid'
  | 'SideNotAsked'
  | 'NotTwoWay'
  | 'OtherSideRefused'
  | 'BookingOver'
  | 'BookingConfirmed'
  | 'NotBookedByDesks'
  | 'NotDisputed'
  | 'VenueMakersNotOffered'
  | 'VenueNotAsked'
  | IntegrityRefusalCode

export type RfqRefusal = Refusal<RfqRefusalCode>
