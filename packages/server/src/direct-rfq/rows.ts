/** What is read of the direct flow, as rows; and how a batch of them is written: one part per table, the later row of a key winning. */
import { readersOf, type DirectRfq, type Order, type Trade } from '@parley/core'
import type { SqlTag } from '../postgres/sql.ts'
import type { Part } from '../engine/projector.ts'
import { rowsAsJson } from '../market/rows-as-json.ts'
import { viewOfStructure } from '../market/structure-view.ts'

type RfqRow = {
  readonly id: string
  readonly venue: string
  readonly base_currency: string
  readonly state: DirectRfq['state']
  readonly taker: string
  readonly strategy_code: string
  readonly product_codes: readonly string[]
  readonly created_at: number
  readonly rfq: DirectRfq
}
type ReaderRow = { readonly desk: string; readonly created_at: number; readonly rfq_id: string; readonly role: 'TAKER' | 'MAKER' }
type OrderRow = {
  readonly id: string
  readonly rfq_id: string
  readonly desk: string
  readonly venue: string
  readonly base_currency: string
  readonly side: string
  readonly state: Order['state']
  readonly is_pending: boolean
  readonly client_order_id: string | null
  readonly created_at: number
  readonly body: Order
}
type TradeRow = {
  readonly id: string
  readonly rfq_id: string
  readonly taker: string
  readonly maker: string
  readonly venue: string
  readonly base_currency: string
  readonly strategy_code: string
  readonly product_codes: readonly string[]
  readonly state: Trade['state']
  readonly agreed_at: number
  readonly settled_at: number | null
  readonly trade: Trade
}

export type DirectRow =
  | { readonly table: 'direct_rfq'; readonly key: string; readonly row: RfqRow }
  | { readonly table: 'direct_rfq_reader'; readonly key: string; readonly row: ReaderRow }
  | { readonly table: 'rfq_order'; readonly key: string; readonly row: OrderRow }
  | { readonly table: 'block_trade'; readonly key: string; readonly row: TradeRow }

export function rfqRow(rfq: DirectRfq): DirectRow {
  const { strategy_code, product_codes } = viewOfStructure(rfq.structure)
  const row: RfqRow = {
    id: rfq.id,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    state: rfq.state,
    taker: rfq.creator.desk,
    strategy_code,
    product_codes,
    created_at: rfq.createdAt,
    rfq: { ...rfq, orders: [] },
  }
  return { table: 'direct_rfq', key: rfq.id, row }
}

export const readerRows = (rfq: DirectRfq): readonly DirectRow[] =>
  readersOf(rfq).map((desk) => ({
    table: 'direct_rfq_reader',
    key: `${desk} ${rfq.id}`,
    row: { desk, created_at: rfq.createdAt, rfq_id: rfq.id, role: desk === rfq.creator.desk ? 'TAKER' : 'MAKER' },
  }))

export const orderRow = (rfq: DirectRfq, order: Order): DirectRow => ({
  table: 'rfq_order',
  key: order.id,
  row: {
    id: order.id,
    rfq_id: rfq.id,
    desk: order.actor.desk,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    side: order.side,
    state: order.state,
    is_pending: order.pending > 0,
    client_order_id: order.clientOrderId ?? null,
    created_at: order.createdAt,
    body: order,
  },
})

export function tradeRow(rfq: DirectRfq, trade: Trade): DirectRow {
  const { strategy_code, product_codes } = viewOfStructure(rfq.structure)
  const row: TradeRow = {
    id: trade.id,
    rfq_id: rfq.id,
    taker: trade.taker,
    maker: trade.maker,
    venue: rfq.venue,
    base_currency: rfq.baseCurrency,
    strategy_code,
    product_codes,
    state: trade.state,
    agreed_at: trade.agreedAt,
    settled_at: trade.settledAt ?? null,
    trade,
  }
  return { table: 'block_trade', key: trade.id, row }
}

/**
 * Orders alone, as quotes come and go by the thousand, or every table: with each combination of tables a statement of its own, the database
 * would plan for ever.
 */
export function directParts(sql: SqlTag, rows: readonly DirectRow[]): readonly Part[] {
  if (rows.length === 0) return []
  const orders = sql`
      insert into rfq_order select * from jsonb_populate_recordset(null::rfq_order, ${rowsAsJson(rows, 'rfq_order')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, is_pending = excluded.is_pending,
        client_order_id = excluded.client_order_id, body = excluded.body`
  if (rows.every(({ table }) => table === 'rfq_order')) return [orders]
  return [
    sql`
      insert into direct_rfq select * from jsonb_populate_recordset(null::direct_rfq, ${rowsAsJson(rows, 'direct_rfq')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, rfq = excluded.rfq`,
    sql`
      insert into direct_rfq_reader
      select * from jsonb_populate_recordset(null::direct_rfq_reader, ${rowsAsJson(rows, 'direct_rfq_reader')}::text::jsonb) on conflict do nothing`,
    orders,
    sql`
      insert into block_trade select * from jsonb_populate_recordset(null::block_trade, ${rowsAsJson(rows, 'block_trade')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, settled_at = excluded.settled_at, trade = excluded.trade`,
  ]
}
