/** The order-book flow as the server has told it: plain maps, written once a frame by `group-connection.ts`. */
import type { BookQuoteView, GroupOrderView, GroupQuoteView, GroupRfqView, GroupTapeTradeView, GroupTradeView } from '@parley/contracts'
import { create } from 'zustand'
import { losesItsPlace } from './book.ts'
import { applyChanges, byRfq, type Change, newestFirst, sweep, withHeard } from './collection.ts'
import { limits } from './limits.ts'

export type GroupChannel = 'rfq' | 'quote' | 'quote_book' | 'order' | 'trade' | 'trade_tape'

export type GroupLive = {
  readonly markets: ReadonlyMap<number, GroupRfqView>
  /** Everybody's resting quotes that are shown, the desk's own among them. */
  readonly book: ReadonlyMap<number, BookQuoteView>
  readonly bookByMarket: ReadonlyMap<number, readonly BookQuoteView[]>
  /** The desk's own: those that rest, those at the venue, and for a while those that are over. */
  readonly quotes: ReadonlyMap<number, GroupQuoteView>
  readonly quotesByMarket: ReadonlyMap<number, readonly GroupQuoteView[]>
  readonly orders: ReadonlyMap<number, GroupOrderView>
  readonly trades: ReadonlyMap<number, GroupTradeView>
  readonly tradesByMarket: ReadonlyMap<number, readonly GroupTradeView[]>
  readonly tape: readonly GroupTapeTradeView[]
  /** Channels whose first list has arrived. */
  readonly loaded: ReadonlySet<GroupChannel>
}

export const nothingOfGroup: GroupLive = {
  markets: new Map(),
  book: new Map(),
  bookByMarket: new Map(),
  quotes: new Map(),
  quotesByMarket: new Map(),
  orders: new Map(),
  trades: new Map(),
  tradesByMarket: new Map(),
  tape: [],
  loaded: new Set(),
}

export const useGroupLive = create<GroupLive>(() => nothingOfGroup)

/** Everything heard since the last frame. */
export type GroupHeard = {
  readonly rfq: Change<GroupRfqView>[]
  readonly quote: Change<GroupQuoteView>[]
  readonly quote_book: Change<BookQuoteView>[]
  readonly order: Change<GroupOrderView>[]
  readonly trade: Change<GroupTradeView>[]
  readonly trade_tape: Change<GroupTapeTradeView>[]
}

export const nothingHeardOfGroup = (): GroupHeard => ({ rfq: [], quote: [], quote_book: [], order: [], trade: [], trade_tape: [] })

const standing = ({ price, remaining_quantity: rests }: BookQuoteView) => ({ price, rests })
const goesLast = (before: BookQuoteView, after: BookQuoteView): boolean => losesItsPlace(standing(before), standing(after))

/** A quote that crossed is here as the quote that it is. */
const isSent = ({ quote_id }: GroupOrderView): boolean => !quote_id
const sentAsOrders = (changes: readonly Change<GroupOrderView>[]): readonly Change<GroupOrderView>[] =>
  changes.flatMap((change) => {
    if (change.event === 'SNAPSHOT') return { ...change, data: change.data.filter(isSent) }
    return isSent(change.data) ? change : []
  })

export function applyGroupHeard(live: GroupLive, heard: GroupHeard): GroupLive {
  const book = applyChanges(live.book, heard.quote_book, () => 'forget', goesLast)
  const quotes = applyChanges(live.quotes, heard.quote, () => 'keep')
  const trades = applyChanges(live.trades, heard.trade, () => 'keep')
  return {
    markets: applyChanges(live.markets, heard.rfq, () => 'forget'),
    book,
    bookByMarket: byRfq(book, live.book, live.bookByMarket),
    quotes,
    quotesByMarket: byRfq(quotes, live.quotes, live.quotesByMarket),
    orders: applyChanges(live.orders, sentAsOrders(heard.order), () => 'keep'),
    trades,
    tradesByMarket: byRfq(trades, live.trades, live.tradesByMarket),
    tape: newestFirst(live.tape, heard.trade_tape, (trade) => trade.filled_at, limits.tapeRows),
    loaded: withHeard(live.loaded, Object.entries(heard) as readonly [GroupChannel, readonly unknown[]][]),
  }
}

/** What is over of the desk's own stays long enough to be read, then leaves; trades stay, they are what the desk holds. */
export function sweepGroup(live: GroupLive, now: number): GroupLive {
  const isOld = (at: number) => now - at > limits.recentlyClosedMs
  const quotes = sweep(live.quotes, (quote) => quote.status === 'CLOSED' && isOld(quote.last_updated))
  const orders = sweep(live.orders, (order) => order.status === 'CLOSED' && isOld(order.created))
  if (quotes === live.quotes && orders === live.orders) return live
  return { ...live, quotes, quotesByMarket: byRfq(quotes, live.quotes, live.quotesByMarket), orders }
}
