/** From the decisions of a market to what is read, told and settled; written in the transaction of the decisions themselves. */
import type { DirectMarket, DirectMarketEvent } from '@parley/core'
import type { Projector } from '../engine/projector.ts'
import { settlementRows, writeSettlementRows, type SettlementRow } from '../settlement/rows.ts'
import { notesOf } from './notes.ts'
import { orderRow, readerRows, rfqRow, tradeRow, writeRows, type DirectRow } from './rows.ts'
import { touchedBy, type Touched } from './touched.ts'

export type ProjectedRow = DirectRow | SettlementRow

export const directProjector: Projector<DirectMarket, DirectMarketEvent, ProjectedRow> = {
  project(decided, market) {
    const touched = touchedBy(decided.events, market)
    return {
      rows: touched.flatMap((one) => [...rowsOf(one), ...settlementRows(one, decided.shard.name)]),
      notes: touched.flatMap(notesOf),
    }
  },
  async write(sql, rows) {
    await writeRows(
      sql,
      rows.filter((row): row is DirectRow => row.table !== 'settlement'),
    )
    await writeSettlementRows(
      sql,
      rows.filter((row): row is SettlementRow => row.table === 'settlement'),
    )
  },
}

/** Quotes come by the thousand: they touch the order's row alone. */
function rowsOf({ rfq, isNew, isSent, isClosed, orders, trades }: Touched): readonly DirectRow[] {
  const isRfqTouched = isNew || isSent || isClosed || trades.size > 0
  return [
    ...(isRfqTouched ? [rfqRow(rfq)] : []),
    ...(isNew || isSent ? readerRows(rfq) : []),
    ...rfq.orders.filter(({ id }) => orders.has(id)).map((order) => orderRow(rfq, order)),
    ...rfq.trades.filter(({ id }) => trades.has(id)).map((trade) => tradeRow(rfq, trade)),
  ]
}
