/** The history of the desk's own orders in every flow, including rejected ones. */
import { type AnyOrder, orderFromRefused, orderLists, refusedOrderLists } from '@parley/client'
import { useEffect, useMemo, useState } from 'react'
import { outcomeCalls } from '@parley/contracts'
import { useOrderBookBase } from '../../live/order-book-base.ts'
import { useSpreadDeals } from '../../live/spread-deals.ts'
import type { HistorySource, History } from '../../live/use-history.ts'
import { useOrders, useRfqs } from '../../live/use-live.ts'
import { client } from '../../live/api.ts'
import { limits } from '../../live/limits.ts'
import { outageReasonNow } from '../../live/outage.ts'
import { report } from '../../live/report.ts'
import type { FlowChoice } from './flow-choice.ts'
import { mapHistory, withoutRows } from './merge-lists.ts'
import { createdAt, notYet, useLists, useMoments } from './use-histories.ts'

/** The desk's closed quotes, crosses and spread orders. */
export function useOrderHistory(choice: FlowChoice): History<AnyOrder> {
  const base = useOrderBookBase()
  const orders = useOrders()
  const rfqs = useRfqs()
  const refusals = useLatestRefusals()
  const { orders: spreadOrders, calls: spreads } = useSpreadDeals()
  const since = useMemo(
    (): readonly AnyOrder[] => [...[...orders.values(), ...spreadOrders.values()].filter(({ state }) => state === 'CLOSED'), ...refusals],
    [orders, spreadOrders, refusals],
  )
  const moments = useMoments()
  const merged = useLists(
    'orders',
    useMemo(
      (): readonly HistorySource<AnyOrder>[] => [
        ...orderLists('CLOSED', { base, ...moments }),
        ...refusedOrderLists(moments),
        spreads?.spreadOrderList('CLOSED', moments) ?? notYet,
        spreads?.refusedSpreadOrderList(moments) ?? notYet,
      ],
      [base, moments, spreads],
    ),
    { since, at: createdAt, choice, moments },
  )
  return useMemo(() => {
    const own = withoutRows(merged, ({ isCrossingOfQuote }) => isCrossingOfQuote)
    return onceEach(mapHistory(own, (order) => ({ ...order, baseCurrency: order.baseCurrency ?? rfqs.get(order.rfqId)?.baseCurrency })))
  }, [merged, rfqs])
}

/** A recent fill may be known from both the live data and the list. */
const onceEach = <Row extends { readonly id: string }>({ rows, more }: History<Row>): History<Row> => ({
  rows: rows.state === 'LOADED' ? { state: 'LOADED', data: [...new Map(rows.data.map((row) => [row.id, row])).values()] } : rows,
  more,
})

/** The latest rejections. They have no channel, so they are polled while the list is visible. */
function useLatestRefusals(): readonly AnyOrder[] {
  const [held, setHeld] = useState<readonly AnyOrder[]>([])
  useEffect(() => {
    const read = () => {
      if (document.hidden || outageReasonNow() !== undefined) return
      client
        .call(outcomeCalls.listRefusedOrders, { query: { page_size: limits.pageRows } })
        .then(({ results }) => setHeld((before) => newer(before, results.map(orderFromRefused))))
        .catch((error: unknown) => report('Could not load the latest rejections:', error))
    }
    const ticking = setInterval(read, limits.refusalsEveryMs)
    return () => clearInterval(ticking)
  }, [])
  return held
}

/** The same list if nothing was rejected since, so that its table is not rendered again. */
const newer = (before: readonly AnyOrder[], now: readonly AnyOrder[]): readonly AnyOrder[] =>
  before[0]?.id === now[0]?.id && before.length === now.length ? before : now
