/** From the decisions of a shard to what is read, told and settled; written in the transaction of the decisions themselves. */
import type { DirectRfqEvent, Market, MarketEvent } from '@parley/core'
import { projectDirect } from '../direct-rfq/projector.ts'
import { writeRows, type DirectRow } from '../direct-rfq/rows.ts'
import type { Projector } from '../engine/projector.ts'
import { writeSettlementRows, type SettlementRow } from '../settlement/rows.ts'

export type ProjectedRow = DirectRow | SettlementRow

const direct: ReadonlySet<string> = new Set<DirectRfqEvent['kind']>([
  'RfqCreated',
  'DraftSent',
  'OrderOpened',
  'OrderReplaced',
  'OrderCanceled',
  'TradeAgreed',
  'TradeSettled',
  'TradeRejected',
  'RfqEnding',
  'RfqClosed',
])
const isDirect = (event: MarketEvent): event is DirectRfqEvent => direct.has(event.kind)

export const marketProjector: Projector<Market, MarketEvent, ProjectedRow> = {
  project: ({ shard, events }, market) => projectDirect(events.filter(isDirect), market.direct, shard.name),
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
