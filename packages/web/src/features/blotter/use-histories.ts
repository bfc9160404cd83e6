/** The past of every audience with what has happened since, as the tabs show it. */
import {
  type Listing,
  type Order,
  orderLists,
  refusedOrderLists,
  type Rfq,
  rfqLists,
  type TapeTrade,
  tapeLists,
  type Trade,
  tradeLists,
} from '@parley/client'
import { useMemo } from 'react'
import { useTimeZone } from '../../components/time-zone.ts'
import { useOrderBookBase } from '../../live/order-book-base.ts'
import { filledAt } from '../../live/store.ts'
import { type History, useHistory } from '../../live/use-history.ts'
import { useOrders, useRfqs, useTape, useTrades } from '../../live/use-live.ts'
import { type FlowChoice, isChosen } from './flow-choice.ts'
import { mapHistory, mergeLists, withoutRows } from './merge-lists.ts'
import { isWithin, momentsOf, usePeriod } from './period.ts'
import { useLatestRefusals } from './use-latest-refusals.ts'

const executedAt = (trade: Trade): number => trade.executedAt
const createdAt = (one: Rfq | Order): number => one.createdAt

type Of<Row> = {
  readonly since: readonly Row[]
  readonly at: (row: Row) => number
  readonly choice: FlowChoice
  readonly moments: Moments
  /** The time by which the server lists it. */
  readonly listedAt?: (row: Row) => number
}
type Moments = ReturnType<typeof momentsOf>

/** The same object while the days are the same: lists load anew when it changes. */
function useMoments(): Moments {
  const period = usePeriod()
  const zone = useTimeZone()
  return useMemo(() => momentsOf(period), [period, zone])
}
const everyDay: Moments = {}

/** The published lists of one thing, always as many, read as one. */
function useLists<Row extends Rfq | Order | TapeTrade>(
  name: string,
  listings: readonly Listing<Row>[],
  { since, at, choice, moments, listedAt = at }: Of<Row>,
): History<Row> {
  const base = useOrderBookBase()
  const { start = '', end = '' } = moments
  const lists = listings.map((listing, place) => {
    const own = useMemo(
      () => since.filter((row) => row.audience === listing.audience && isWithin(listedAt(row), moments)),
      [since, listing.audience, moments],
    )
    // An audience's live rows go with its first list; the others are of the past alone.
    const isFirst = listings.findIndex(({ audience }) => audience === listing.audience) === place
    return useHistory(listing, `${name} ${place} ${base} ${start} ${end}`, isFirst ? own : none, at)
  })
  return useMemo(
    () =>
      mergeLists(
        lists.filter((_, place) => isChosen(choice, listings[place]!.audience)),
        at,
      ),
    [...lists.flatMap(({ rows, more }) => [rows, more === undefined]), choice],
  )
}

const none: readonly never[] = []

/** The desk's own trades; `every` asks for as many as a page may have, where sums are made of them. */
export function useTradeHistory(choice: FlowChoice, every?: number): History<Trade> {
  const base = useOrderBookBase()
  const trades = useTrades()
  const since = useMemo(() => [...trades.values()], [trades])
  const chosen = useMoments()
  const moments = every === undefined ? chosen : everyDay
  const lists = useMemo(() => tradeLists({ base, ...moments, ...(every === undefined ? {} : { pageSize: every }) }), [base, moments, every])
  return useLists('trades', lists, { since, at: executedAt, choice, moments })
}

/** Everybody's. */
export function useTapeHistory(choice: FlowChoice): History<TapeTrade> {
  const base = useOrderBookBase()
  const since = useTape()
  const moments = useMoments()
  return useLists(
    'tape',
    useMemo(() => tapeLists({ base, ...moments }), [base, moments]),
    { since, at: filledAt, choice, moments },
  )
}

/** The desk's quotes and crosses that are over. */
export function useOrderHistory(choice: FlowChoice): History<Order> {
  const base = useOrderBookBase()
  const orders = useOrders()
  const rfqs = useRfqs()
  const refusals = useLatestRefusals()
  const since = useMemo(() => [...[...orders.values()].filter(({ state }) => state === 'CLOSED'), ...refusals], [orders, refusals])
  const moments = useMoments()
  const merged = useLists(
    'orders',
    useMemo(() => [...orderLists('CLOSED', { base, ...moments }), ...refusedOrderLists(moments)], [base, moments]),
    { since, at: createdAt, choice, moments },
  )
  return useMemo(() => {
    const own = withoutRows(merged, ({ isCrossingOfQuote }) => isCrossingOfQuote)
    return onceEach(mapHistory(own, (order) => ({ ...order, baseCurrency: order.baseCurrency ?? rfqs.get(order.rfqId)?.baseCurrency })))
  }, [merged, rfqs])
}

/** A take of a moment ago may be known live and from its list. */
const onceEach = <Row extends { readonly id: string }>({ rows, more }: History<Row>): History<Row> => ({
  rows: rows.state === 'LOADED' ? { state: 'LOADED', data: [...new Map(rows.data.map((row) => [row.id, row])).values()] } : rows,
  more,
})

/** Requests that are closed; order books that have ended, and those in which the desk’s part is filled. */
export function useRfqHistory(choice: FlowChoice): History<Rfq> {
  const base = useOrderBookBase()
  const rfqs = useRfqs()
  const since = useMemo(() => [...rfqs.values()].filter(isPast), [rfqs])
  const moments = useMoments()
  return useLists(
    'rfqs',
    useMemo(() => rfqLists('CLOSED', { base, ...moments }), [base, moments]),
    { since, at: createdAt, choice, moments, listedAt: rfqListedAt },
  )
}

/** Order books are listed by their latest activity. */
const rfqListedAt = ({ audience, createdAt: at, updatedAt }: Rfq): number => (audience === 'ORDER_BOOK' ? updatedAt : at)

const isPast = ({ state, part }: Rfq): boolean => state === 'CLOSED' || part?.status === 'FILLED' || part?.status === 'COMPLETED'
