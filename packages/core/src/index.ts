/** The only entry point of core: it exports every name that other packages use. */
export * from './ids.ts'
export * from './change-origin.ts'
export type { CanceledBy, Canceler } from './canceler.ts'
export type { RfqKind } from './rfq-kind.ts'
export * from './refusal.ts'
export * from './decimal.ts'
export * from './catalogue/venue.ts'
export * from './catalogue/product.ts'
export * from './catalogue/instrument.ts'
export { readInstrument, type InstrumentTexts } from './catalogue/read-instrument.ts'
export * from './catalogue/venues.ts'
export { isOffered, offeredVenues, offerRefusal } from './catalogue/offer.ts'
export * from './catalogue/products.ts'
export * from './structure/minimum-block.ts'
export { blockFee, feeCurrency, feeRates, feeText, isFeeByIndex, type FeeLeg, type FeeRates, type FeeRole } from './catalogue/block-fees.ts'
export * from './catalogue/calendar.ts'
export * from './catalogue/instrument-name.ts'
export * from './catalogue/venue-state.ts'
export * from './structure/structure.ts'
export * from './structure/limits.ts'
export * from './structure/strategies.ts'
export * from './structure/recognise.ts'
export * from './structure/describe.ts'
export * from './structure/name.ts'
export * from './structure/parse.ts'
export * from './line/meaning.ts'
export { createListing, type Listing } from './line/listing.ts'
export { readLine } from './line/read-line.ts'
export { readSheetRow, type SheetReading, type SheetRow } from './line/read-sheet.ts'
export { addSheetRows, listSizeProblem, rewriteSheetRow, sheetLists, type SheetMarket, sheetRowText } from './line/sheet.ts'
export { printLine, structureWords } from './line/print-line.ts'
export * from './line/recap.ts'
export { monthEnds } from './line/expiry-words.ts'
export * from './structure/figures.ts'
export * from './structure/validate.ts'
export { expiredLegRefusal } from './structure/expired-leg.ts'
export * from './pricing/mark.ts'
export { modelGamma } from './pricing/model-gamma.ts'
export * from './pricing/black76.ts'
export { breakEvens, payoffExtremes, type ExtremeAt, type PayoffExtreme, type PayoffExtremes } from './pricing/payoff-extremes.ts'
export type { Holding } from './pricing/payoff-line.ts'
export * from './pricing/implied-volatility.ts'
export * from './pricing/structure-mark.ts'
export * from './pricing/leg-prices.ts'
export * from './pricing/estimated-mark.ts'
export * from './pricing/payoff.ts'
export * from './pricing/peg.ts'
export * from './pricing/price-guard.ts'
export * from './spread/mark-history.ts'
export { basisOf, basisPointValue, carriedMs, carryCurve, fundingRate, spreadRate, type CarryPoint } from './spread/basis.ts'
export * from './pricing/deal-quality.ts'
export { tradedVolatilities } from './pricing/traded-volatility.ts'
export * from './announcements/announcement.ts'
export * from './reconciliation/blocks.ts'
export * from './reconciliation/compare-blocks.ts'
export { joinBlocks } from './reconciliation/join-blocks.ts'
export * from './reconciliation/difference.ts'
export * from './reconciliation/limits.ts'
export { can as canDifference } from './reconciliation/transitions.ts'
export { decide as decideDifference } from './reconciliation/decide.ts'
export { evolve as evolveDifference } from './reconciliation/evolve.ts'
export { display as displayDifference, displayDifferenceKind } from './reconciliation/display.ts'
export { listingThere, type ListingThere } from './compare/listing-there.ts'
export { structureThere, type LegThere, type NearLeg, type StructureThere } from './compare/structure-there.ts'
export { nearestListed } from './compare/nearest-listed.ts'
export { priceThere, type BookThere, type PriceThere, type SidePrice } from './compare/price-there.ts'
export { structureFee, type FeeFacts } from './compare/structure-fee.ts'
export { bestNet, dollarsOf, inUnit, type CompareUnit, type IndexOf } from './compare/best-net.ts'
export * from './numbers/read.ts'
export * from './numbers/thousands.ts'
export * from './numbers/round.ts'
export * from './positions/figures.ts'
export * from './positions/sections.ts'
export * from './positions/open-quotes.ts'
export { listedSpreads, type ListedSpread } from './spread/listing.ts'
export { guardSpread, type GuardedSpread, type SpreadGuardFigures, spreadGuardRefusal, worstSpreadPrice } from './spread/spread-guard.ts'
export { isSettled, ladderCell, SETTLED_AFTER_MS, type CellKind, type LadderCell, type Touch } from './spread/ladder-cell.ts'
export { orderNow, ownOrderMet, withoutOwn, type OrderNow, type OwnResting } from './spread/order-now.ts'
export { feeRate, netRate, priceOfRate, spreadFee, spreadProfit, type LegPair } from './spread/net-yield.ts'
export { legLimits } from './spread/leg-limits.ts'
export { spreadLegPrices, type LegLimits, type SpreadBand } from './spread/leg-prices.ts'
export { pricedBand } from './rfq/orders/spread-orders.ts'
export * from './rfq/model/actor.ts'
export { blocklistsOf, type Blocklists, type DeskRelations, type OrderBookChoice } from './rfq/model/blocklists.ts'
export * from './rfq/model/market-model.ts'
export * from './rfq/model/rfq.ts'
export * from './rfq/model/order.ts'
export * from './rfq/model/trade.ts'
export * from './catalogue/settlement-route.ts'
export { routeOf } from './structure/route.ts'
export type { Booking, BookingWord } from './rfq/model/booking.ts'
export * from './rfq/life/venue-makers.ts'
export * from './rfq/model/commands.ts'
export * from './rfq/model/own-orders.ts'
export { notTwoWay, refusedSides } from './shard/two-way.ts'
export * from './rfq/model/list.ts'
export type * from './rfq/model/list-commands.ts'
export { allotNet, type LineToAllot } from './rfq/list/allot-net.ts'
export { netFigures, netGuardRefusal, type GuardedLine } from './rfq/list/guard-net.ts'
export { linesOf, ofLine, onePlaceRefusal } from './rfq/list/decide-list.ts'
export * from './rfq/list/ways.ts'
export * from './rfq/list/display.ts'
export * from './rfq/model/events.ts'
export * from './rfq/model/refusal-codes.ts'
export * from './rfq/model/limits.ts'
export { lifetimeOf, lifetimeText } from './rfq/life/lifetime.ts'
export * from './rfq/display/visibility.ts'
export * from './rfq/life/market-end.ts'
export * from './rfq/record/record.ts'
export * from './rfq/record/maker-history.ts'
export * from './rfq/record/taker-history.ts'
export * from './rfq/orders/prices.ts'
export * from './rfq/orders/own-quantities.ts'
export { partsRefusal } from './rfq/matching/allocation-rules.ts'
export { createRefusal } from './rfq/life/create.ts'
export { hasDeclined } from './rfq/life/decline.ts'
export { display as displayRfq, displayBooking, type BookingStatus, type DisplayStatus } from './rfq/display/display.ts'
export { roleOf, type LiveRfq } from './rfq/model/live-rfq.ts'
export { orderOfNumber, rfqIdOf, type NumberIn, type Rfqs } from './rfq/model/rfqs.ts'
export * from './account/counterparty-approval/approval.ts'
export * from './account/roles.ts'
export * from './account/sign-on.ts'
export * from './account/password-rules.ts'
export * from './account/back-off.ts'
export * from './account/email-address.ts'
export * from './account/agreement-rules.ts'
export * from './account/eligibility.ts'
export * from './account/registration-rules.ts'
export * from './account/counterparty-groups.ts'
export * from './account/default-accounts.ts'
export * from './account/venue-forms.ts'
export * from './account/account-proof.ts'
export * from './account/account-health.ts'
export { can as canApproval } from './account/counterparty-approval/transitions.ts'
export { decide as decideApproval } from './account/counterparty-approval/decide.ts'
export { evolve as evolveApproval } from './account/counterparty-approval/evolve.ts'
export { display as displayApproval } from './account/counterparty-approval/display.ts'
export * from './account/membership/membership.ts'
export { can as canMembership } from './account/membership/transitions.ts'
export { decide as decideMembership, mayTrade } from './account/membership/decide.ts'
export { evolve as evolveMembership } from './account/membership/evolve.ts'
export { display as displayMembership } from './account/membership/display.ts'
export * from './book/book.ts'
export * from './book/match.ts'
export { causedBy, type CancelCause, type SweepCause } from './rfq/model/cancel-cause.ts'
export type { MayCancel } from './rfq/model/commands.ts'
export { structureKey } from './structure/key.ts'
export * from './protection/protection.ts'
export * from './protection/guard.ts'
export * from './protection/limits.ts'
export { frozenBy } from './protection/decision-guard.ts'
export { stopOf } from './protection/protections.ts'
export * from './protection/pre-trade-limits.ts'
export { approvalRefusal, sumApprovalRefusal } from './protection/approval-limit.ts'
export * from './account/held-request/held-request.ts'
export { can as canHeldRequest } from './account/held-request/transitions.ts'
export { decide as decideHeldRequest } from './account/held-request/decide.ts'
export { evolve as evolveHeldRequest } from './account/held-request/evolve.ts'
export { display as displayHeldRequest } from './account/held-request/display.ts'
export * from './protection/market-integrity.ts'
export { limitRefusal } from './protection/decide.ts'
export { OPERATOR } from './protection/protection.ts'
export { limitsInUse, type LimitInUse } from './protection/limits-in-use.ts'
export { marketMakerProtection } from './protection/tally.ts'
export * from './shard/shard.ts'
export { createShardMachine, shardMachine } from './shard/machine.ts'
export {
  perpetualOrderRefusal,
  hasLimitPrice,
  hasTrigger,
  isStop,
  isTakeProfit,
  onlyReduces,
  type PerpetualOrderKind,
  type PerpetualOrderTerms,
  type PerpetualTerms,
  waitsForRise,
} from './perpetuals/admit-order.ts'
export { addedMargin, quantityAfter } from './perpetuals/order-margin.ts'
export {
  firesAtOnce,
  guardPerpetual,
  type GuardedPerpetual,
  isNearLiquidation,
  NEAREST_LIQUIDATION,
  PERPETUAL_STEPS,
  perpetualGuardRefusal,
} from './perpetuals/order-guard.ts'
export { lateRefusal } from './rfq/orders/place.ts'
export { EXIT_PREFIX, type ExitChange, exitChanges, type FollowedOrder, isExitId, isWaitingExit } from './perpetuals/exits.ts'
export {
  type DailyPnl,
  dailyPnl,
  formatPnl,
  joinPnl,
  netPnl,
  parsePnl,
  PNL_PERIODS,
  pnlFromNumber,
  type PnlPeriod,
  type PnlSum,
  pnlToNumber,
  startOfPnlPeriod,
  startOfUtcDay,
  sumPnl,
} from './perpetuals/daily-pnl.ts'
export { isOlderVersion, type OrderProgress } from './perpetuals/order-progress.ts'
export {
  isWarned,
  keptDismissal,
  keptMarginDismissal,
  LIQUIDATION_STEPS,
  type LiquidationStep,
  liquidationDistance,
  liquidationStep,
  MAINTENANCE_STEPS,
  type MaintenanceStep,
  maintenanceShare,
  maintenanceStep,
} from './perpetuals/position-warnings.ts'
export * from './auctions/auction.ts'
export * from './auctions/auctions.ts'
export { decideAuctions, dueInAuctions, isSameSigned, isSecret as isSecretCommand, nextInAuctions } from './auctions/machine.ts'
export {
  bidDigest,
  bidTypes,
  contractSignature,
  signatoryOf,
  type Address,
  type BidFields,
  type SwapDomain,
} from './auctions/bid-signature.ts'
export { BID_STEPS, guardBid, type GuardedBid, isPaidInCoin, mostWorth, worthProblem } from './auctions/bid-guard.ts'
export { formatUnits, parseUnits } from './units.ts'
export { formatOptions, sellAmountOf } from './auctions/amounts.ts'
export { openAuction, type AskedAuction, type OfferReading } from './auctions/open.ts'
export { cancelBid, cancelBidsOf, placeBid, refuseBidder, refuseTerms, type AskedBid, type BidReading } from './auctions/bids.ts'
export {
  adoptSwap,
  cancelAuction,
  followChain,
  nextEventAt,
  refuseVault,
  reportTrade,
  takeable,
  takeBid,
  passTime,
  type AskedAward,
  type ContractChecks,
  type TradeFacts,
  type TradeReport,
} from './auctions/decisions.ts'
export type { TradeStep } from './auctions/transitions.ts'
export { evolve as evolveAuction } from './auctions/evolve.ts'
export { HIGHEST_CHOSEN_NONCE, OPTION_DECIMALS } from './auctions/limits.ts'
export { decideBy, outcomeOf, outcomeOfTrade, type TradeOutcome, phaseOf, settledBids, standingBids } from './auctions/phase.ts'
export { ranked } from './auctions/rank.ts'
export { bidInWords, describeOption, formatStrike } from './auctions/display.ts'
export { bidsReadBy, mayReadBid } from './auctions/visibility.ts'
export { isKnownToVault, signatureLife, type SignatureLife } from './auctions/signature-life.ts'
export * from './leaderboard/cell.ts'
export * from './leaderboard/limits.ts'
export * from './leaderboard/naming.ts'
export * from './leaderboard/period.ts'
export * from './leaderboard/response-times.ts'
export * from './leaderboard/responses.ts'
export * from './leaderboard/standings.ts'
export * from './leaderboard/strengths.ts'
export * from './leaderboard/volume.ts'
export { csvCell, csvSeparator, type DecimalSign, spreadsheetText, UTF8_MARK } from './spreadsheet-cell.ts'
