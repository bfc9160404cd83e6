/** From what happened in the direct flow to its rows and notes. */
import type { DirectMarket, DirectRfqEvent } from '@parley/core'
import type { Projection } from '../engine/projector.ts'
import { settlementRows, type SettlementRow } from '../settlement/rows.ts'
import { notesOf } from './notes.ts'
import { orderRow, readerRows, rfqRow, tradeRow, type DirectRow } from './rows.ts'
import { touchedBy, type Touched } from './touched.ts'

export function projectDirect(
  events: readonly DirectRfqEvent[],
  market: DirectMarket,
  shard: string,
): Projection<DirectRow | SettlementRow> {
  const touched = touchedBy(events, market)
  return {
    rows: touched.flatMap((one) => [...rowsOf(one), ...settlementRows(one, shard)]),
    notes: touched.flatMap(notesOf),
  }
}

/** Quotes come by the thousand: they touch the order's row alone. */
function rowsOf({ rfq, isNew, isSent, isClosed, orders, trades, declined }: Touched): readonly DirectRow[] {
  const isRfqTouched = isNew || isSent || isClosed || trades.size > 0 || declined.size > 0
  return [
    ...(isRfqTouched ? [rfqRow(rfq)] : []),
    ...(isNew || isSent ? readerRows(rfq) : []),
    ...rfq.orders.filter(({ id }) => orders.has(id)).map((order) => orderRow(rfq, order)),
    ...rfq.trades.filter(({ id }) => trades.has(id)).map((trade) => tradeRow(rfq, trade)),
  ]
}
