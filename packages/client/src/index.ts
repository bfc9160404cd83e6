/** The only entry point of the SDK. It includes the contracts, so a program needs nothing else. */
export * from '@parley/contracts'
export { keepAuctions, noAuctions, withAuctionRows, type AuctionLists, type AuctionRows, type AuctionsOptions } from './books/auctions.ts'
export { keepBooks, type Books } from './books/books.ts'
export { channelOf, followChannel, followChannels, keepLists, type ListChannel, type Lists, type ListsOptions } from './books/lists.ts'
export { createReader, readRows, type Attempt, type Reader, type ReaderOptions, type Reading } from './books/reader.ts'
export * from './transport/client.ts'
export { keepSpreadBook, type SpreadBook, type SpreadBookRow } from './books/spread-book.ts'
export { createClient } from './create-client.ts'
export { compareDecimals } from './model/decimal.ts'
export { bookOf, emptyBook, losesItsPlace, type Book, type BookLevel, type Level } from './model/book.ts'
export { type Command, type OrderBookBase, type Sending } from './model/command.ts'
export { getMakerHistories, getTakerHistories, type MakerHistory, type TakerHistory } from './model/desk-histories.ts'
export { instrumentFromView, type Instrument } from './model/instrument.ts'
export { orderLists, refusedOrderLists, pagesOf, rfqLists, tapeLists, tradeLists, type Listing, type ListOptions } from './model/lists.ts'
export {
  cancelOrder,
  cancelOrders,
  placeOrder,
  placeOrders,
  quoteTwoWay,
  replaceOrder,
  type CancelReport,
  type CancelScope,
  type OrderLine,
  type OrderVerdict,
} from './model/order-commands.ts'
export {
  cancelSpreadOrder,
  refusedSpreadOrderList,
  spreadOrderList,
  spreadTapeList,
  spreadTradeList,
  watchSpreadOrders,
  watchSpreadTape,
  watchSpreadTrades,
} from './model/spreads.ts'
export {
  cancelList,
  cancelNet,
  createList,
  getList,
  listRfqLists,
  quoteNet,
  tradeList,
  watchListPlaces,
  watchNetPrices,
  type ListLine,
  type ListPlace,
  type ListRfq,
  type ListTerms,
  type ListTrade,
  type ListTradeTerms,
  type NetPrice,
  type TradedLine,
} from './model/list-rfq.ts'
export { orderFromRefused } from './model/from-refused.ts'
export type { CancelCause, CanceledBy, UnfilledReason } from './model/canceled-by.ts'
export {
  changedSince,
  isOlderBy,
  isOlderOrder,
  isOlderTrade,
  withNewest,
  withNewestBy,
  withoutOldest,
  type IsOlder,
  withNewestOrders,
  type OrderRules,
} from './model/newest.ts'
export { type OrderChanges, type OrderTerms } from './model/order-terms.ts'
export {
  isAtVenue,
  isResting,
  type Allocation,
  type AnyOrder,
  type LegPrice,
  type Order,
  type OrderLeg,
  type OrderRef,
  type TimeInForce,
} from './model/order.ts'
export {
  cancelRfq,
  createRfq,
  crossVenueQuotes,
  declineRfq,
  getLevels,
  getRfq,
  sendDraft,
  type DeclineTerms,
  type LegTerms,
  type RfqTerms,
} from './model/rfq-commands.ts'
export {
  type Audience,
  type Decline,
  type DeclineReason,
  type DeskPart,
  type Kind,
  type LastTrade,
  type Leg,
  type Rfq,
  type RfqRef,
  type Role,
  type Side,
  type TradingFlow,
} from './model/rfq.ts'
export { getRecord, type RecordDeal, type RecordMaker, type RecordQuote, type RfqRecord } from './model/record.ts'
export { type Screen, type ScreenLeg } from './model/screen.ts'
export { bookTrade, type BookingTerms } from './model/booking.ts'
export {
  type AnyTapeTrade,
  type AnyTrade,
  type Booking,
  type BookingWord,
  type TapeTrade,
  type Trade,
  type TradeLeg,
  type TradeRef,
} from './model/trade.ts'
export {
  watchLevels,
  watchOrders,
  watchRfqs,
  watchScreen,
  watchTape,
  watchTrades,
  type ModelChange,
  type WatchOptions,
} from './model/watch.ts'
export { consoleClient, ConsoleError } from './transport/console-client.ts'
