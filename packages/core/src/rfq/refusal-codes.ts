/**
 * The names of refusals; each is one of contracts' error catalogue. An order's are decided in place.ts, replace.ts and shard/admit.ts, their
 * sentences stand there and in wording.ts.
 */
import type { Refusal } from '../refusal.ts'

export type RfqRefusal =
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

export type RfqRefused = Refusal<RfqRefusal>
