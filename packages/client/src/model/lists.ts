/** Lists of past and current objects over REST: each object of the model has one list for each dialect that supports it. */
import {
  directRfqCalls,
  outcomeCalls,
  type AnswerOf,
  type BlockTradeView,
  type Call,
  type GroupOrderView,
  type GroupQuoteView,
  type GroupRfqView,
  type GroupTapeTradeView,
  type GroupTradeView,
  type OrderView,
  type RefusedOrderView,
  type RfqView,
  type TapeTradeView,
} from '@parley/contracts'
import type { CallInput, Client } from '../transport/client.ts'
import { ORDER_BOOK_BASE, orderBookCalls, type OrderBookBase } from './command.ts'
import { orderFromDrfq, rfqFromDrfq, tapeTradeFromDrfq, tradeFromDrfq } from './from-drfq.ts'
import { orderFromRefused } from './from-refused.ts'
import { orderFromQuote, orderFromGroupOrder, rfqFromGrfq, tapeTradeFromGrfq, tradeFromGrfq } from './from-grfq.ts'
import type { Order } from './order.ts'
import type { Rfq, TradingFlow } from './rfq.ts'
import type { TapeTrade, Trade } from './trade.ts'

export type Listing<T> = {
  readonly audience: TradingFlow
  readonly call: Call
  readonly query: Readonly<Record<string, unknown>>
  /** The rows of one page of the response. */
  readonly rowsOf: (answer: unknown) => readonly T[]
}

export type ListOptions = {
  readonly base?: OrderBookBase
  readonly pageSize?: number
  /** Only rows at or after this time, ms. */
  readonly start?: number | undefined
  /** Only rows before this time, ms. */
  readonly end?: number | undefined
}

export const listing = <View, T>(audience: TradingFlow, call: Call, query: object, read: (row: View) => T): Listing<T> => ({
  audience,
  call,
  query: { ...query },
  rowsOf: (answer) => (answer as { readonly results: readonly View[] }).results.map(read),
})

export const paged = ({ pageSize, start, end }: ListOptions): object => ({
  ...(pageSize === undefined ? {} : { page_size: pageSize }),
  ...(start === undefined ? {} : { start }),
  ...(end === undefined ? {} : { end }),
})

/** Newest first. Order books are sorted by their latest activity, and a period refers to that too. */
export function rfqLists(state: 'OPEN' | 'CLOSED', options: ListOptions = {}): readonly Listing<Rfq>[] {
  const calls = orderBookCalls(options.base ?? ORDER_BOOK_BASE)
  const status = state === 'OPEN' ? 'ACTIVE' : 'EXPIRED'
  return [
    listing<RfqView, Rfq>('DIRECT', directRfqCalls.listRfqs, { state: [state], ...paged(options) }, rfqFromDrfq),
    listing<GroupRfqView, Rfq>('ORDER_BOOK', calls.listRfqs, { status: [status], ...paged(options) }, rfqFromGrfq),
  ]
}

/**
 * The desk's own, newest first. Crossings of quotes (`isCrossingOfQuote`) are included, because a list is known as far back as its last row. Filter
 * them when displaying rows, not when loading.
 */
export function orderLists(state: 'OPEN' | 'CLOSED', options: ListOptions = {}): readonly Listing<Order>[] {
  const calls = orderBookCalls(options.base ?? ORDER_BOOK_BASE)
  const query = { status: [state], ...paged(options) }
  return [
    listing<OrderView, Order>('DIRECT', directRfqCalls.listOrders, { state: [state], ...paged(options) }, orderFromDrfq),
    listing<GroupQuoteView, Order>('ORDER_BOOK', calls.listQuotes, query, orderFromQuote),
    listing<GroupOrderView, Order>('ORDER_BOOK', calls.listOrders, query, orderFromGroupOrder),
  ]
}

/** Orders of the flow that the list names. */
const asked = (view: RefusedOrderView): Order => orderFromRefused(view) as Order

/** The desk's own that were refused, newest first. */
export function refusedOrderLists(options: ListOptions = {}): readonly Listing<Order>[] {
  const call = outcomeCalls.listRefusedOrders
  return [
    listing<RefusedOrderView, Order>('DIRECT', call, { flow: 'drfq', ...paged(options) }, asked),
    listing<RefusedOrderView, Order>('ORDER_BOOK', call, { flow: 'grfq', ...paged(options) }, asked),
  ]
}

/** The desk's own, newest first. */
export function tradeLists(options: ListOptions = {}): readonly Listing<Trade>[] {
  const calls = orderBookCalls(options.base ?? ORDER_BOOK_BASE)
  return [
    listing<BlockTradeView, Trade>('DIRECT', directRfqCalls.listTrades, paged(options), tradeFromDrfq),
    listing<GroupTradeView, Trade>('ORDER_BOOK', calls.listTrades, { hide_public: 'true', ...paged(options) }, tradeFromGrfq),
  ]
}

/** All settled trades, newest first. */
export function tapeLists(options: ListOptions = {}): readonly Listing<TapeTrade>[] {
  const calls = orderBookCalls(options.base ?? ORDER_BOOK_BASE)
  return [
    listing<TapeTradeView, TapeTrade>('DIRECT', directRfqCalls.listTape, paged(options), tapeTradeFromDrfq),
    listing<GroupTapeTradeView, TapeTrade>('ORDER_BOOK', calls.listTape, paged(options), tapeTradeFromGrfq),
  ]
}

/** All pages of one list, one after the other. */
export async function* pagesOf<T>(client: Pick<Client, 'pages'>, { call, query, rowsOf }: Listing<T>): AsyncGenerator<readonly T[]> {
  const pages: AsyncIterable<AnswerOf<Call>> = client.pages(call, { query } as CallInput<Call>)
  for await (const answer of pages) yield rowsOf(answer)
}
