/** The past of both flows with what has happened since, in the rows that the tabs show. */
import {
  type BlockTradeView,
  directRfqCalls,
  type GroupOrderView,
  type GroupQuoteView,
  type GroupRfqView,
  type GroupTapeTradeView,
  type GroupTradeView,
  type OrderView,
  type RfqView,
  type TapeTradeView,
} from '@parley/contracts'
import { useMemo } from 'react'
import { useGroupBase, useGroupCalls } from '../../live/group-base.ts'
import { useGroupLive } from '../../live/group-store.ts'
import { type History, useHistory } from '../../live/use-history.ts'
import { useOrders, useRfqs, useTape, useTrades } from '../../live/use-live.ts'
import { type FlowChoice, isChosen } from './flow-choice.ts'
import {
  directOrder,
  directRequest,
  directTape,
  directTrade,
  groupOrder,
  groupQuote,
  groupRequest,
  groupTape,
  groupTrade,
  type OrderRow,
  type RequestRow,
  type TapeRow,
  type TradeRow,
} from './flow-rows.ts'
import { mapHistory, mergeLists, withoutRows } from './merge-lists.ts'

const executedAt = (trade: { readonly executed_at: number }): number => trade.executed_at
const filledAt = (trade: { readonly filled_at: number }): number => trade.filled_at
const created = (one: { readonly created: number }): number => one.created
const createdAt = (one: { readonly created_at: number }): number => one.created_at
const rowAt = (row: { readonly at: number }): number => row.at

type Lists<Row> = { readonly direct: readonly History<Row>[]; readonly group: readonly History<Row>[] }

function useMerged<Row>({ direct, group }: Lists<Row>, choice: FlowChoice, at: (row: Row) => number): History<Row> {
  return useMemo(() => {
    const chosen = [...(isChosen(choice, 'DIRECT') ? direct : []), ...(isChosen(choice, 'ORDER_BOOK') ? group : [])]
    return mergeLists(chosen, at)
  }, [...direct, ...group, choice])
}

/** The desk's own trades; `every` asks for as many as a page may have, where sums are made of them. */
export function useTradeRows(choice: FlowChoice, every?: number): History<TradeRow> {
  const live = useTrades()
  const groupLive = useGroupLive((state) => state.trades)
  const base = useGroupBase()
  const groupCalls = useGroupCalls()
  const since = useMemo(() => [...live.values()], [live])
  const groupSince = useMemo(() => [...groupLive.values()], [groupLive])
  const size = every === undefined ? {} : { page_size: every }
  const direct = useHistory<typeof directRfqCalls.listTrades, BlockTradeView>(directRfqCalls.listTrades, 'trades', { query: size }, since, executedAt) // prettier-ignore
  const group = useHistory<typeof groupCalls.listTrades, GroupTradeView>(groupCalls.listTrades, `trades ${base}`, { query: { hide_public: 'true', ...size } }, groupSince, executedAt) // prettier-ignore
  const directRows = useMemo(() => mapHistory(direct, directTrade), [direct.rows, direct.more === undefined])
  const groupRows = useMemo(() => mapHistory(group, groupTrade), [group.rows, group.more === undefined])
  return useMerged({ direct: [directRows], group: [groupRows] }, choice, executedAt)
}

/** Everybody's. */
export function useTapeRows(choice: FlowChoice): History<TapeRow> {
  const since = useTape()
  const groupSince = useGroupLive((state) => state.tape)
  const base = useGroupBase()
  const groupCalls = useGroupCalls()
  const direct = useHistory<typeof directRfqCalls.listTape, TapeTradeView>(directRfqCalls.listTape, 'tape', { query: {} }, since, filledAt)
  const group = useHistory<typeof groupCalls.listTape, GroupTapeTradeView>(groupCalls.listTape, `tape ${base}`, { query: {} }, groupSince, filledAt) // prettier-ignore
  const directRows = useMemo(() => mapHistory(direct, directTape), [direct.rows, direct.more === undefined])
  const groupRows = useMemo(() => mapHistory(group, groupTape), [group.rows, group.more === undefined])
  return useMerged({ direct: [directRows], group: [groupRows] }, choice, filledAt)
}

const CLOSED = { state: ['CLOSED'] }
const CLOSED_OF_GROUP = { status: ['CLOSED'] }

/** The desk's quotes and crosses that are over. */
export function useOrderRows(choice: FlowChoice): History<OrderRow> {
  const live = useOrders()
  const quotesLive = useGroupLive((state) => state.quotes)
  const ordersLive = useGroupLive((state) => state.orders)
  const markets = useGroupLive((state) => state.markets)
  const base = useGroupBase()
  const calls = useGroupCalls()
  const since = useMemo(() => [...live.values()].filter(({ state }) => state === 'CLOSED'), [live])
  const quotesSince = useMemo(() => [...quotesLive.values()].filter(({ status }) => status !== 'OPEN'), [quotesLive])
  const ordersSince = useMemo(() => [...ordersLive.values()].filter(({ status }) => status !== 'OPEN'), [ordersLive])
  const direct = useHistory<typeof directRfqCalls.listOrders, OrderView>(directRfqCalls.listOrders, 'orders', { query: CLOSED }, since, createdAt) // prettier-ignore
  const quotes = useHistory<typeof calls.listQuotes, GroupQuoteView>(calls.listQuotes, `quotes ${base}`, { query: CLOSED_OF_GROUP }, quotesSince, created) // prettier-ignore
  const orders = useHistory<typeof calls.listOrders, GroupOrderView>(calls.listOrders, `orders ${base}`, { query: CLOSED_OF_GROUP }, ordersSince, created) // prettier-ignore
  const directRows = useMemo(() => mapHistory(direct, directOrder), [direct.rows, direct.more === undefined])
  const quoteRows = useMemo(
    () => mapHistory(quotes, (quote) => groupQuote(quote, markets.get(quote.rfq_id))),
    [quotes.rows, quotes.more === undefined, markets],
  )
  const orderRows = useMemo(
    () => mapHistory(orders, (order) => groupOrder(order, markets.get(order.rfq_id))),
    [orders.rows, orders.more === undefined, markets],
  )
  const merged = useMerged({ direct: [directRows], group: [quoteRows, orderRows] }, choice, rowAt)
  return useMemo(() => withoutRows(merged, ({ isOfQuote }) => isOfQuote === true), [merged])
}

/** Requests that are closed; markets that have ended, and those in which the desk’s part is filled. */
export function useRequestRows(choice: FlowChoice): History<RequestRow> {
  const rfqs = useRfqs()
  const markets = useGroupLive((state) => state.markets)
  const base = useGroupBase()
  const calls = useGroupCalls()
  const since = useMemo(() => [...rfqs.values()].filter(({ state }) => state === 'CLOSED'), [rfqs])
  const marketsSince = useMemo(
    () => [...markets.values()].filter(({ desk_status: own }) => own === 'FILLED' || own === 'COMPLETED'),
    [markets],
  )
  const direct = useHistory<typeof directRfqCalls.listRfqs, RfqView>(directRfqCalls.listRfqs, 'rfqs', { query: CLOSED }, since, createdAt)
  const group = useHistory<typeof calls.listRfqs, GroupRfqView>(calls.listRfqs, `markets ${base}`, { query: { status: ['EXPIRED'] } }, marketsSince, created) // prettier-ignore
  const directRows = useMemo(() => mapHistory(direct, directRequest), [direct.rows, direct.more === undefined])
  const groupRows = useMemo(() => mapHistory(group, groupRequest), [group.rows, group.more === undefined])
  return useMerged({ direct: [directRows], group: [groupRows] }, choice, rowAt)
}
