/** A trade that is agreed becomes a row of what has to reach its venue, in the same transaction; its answer makes the row DONE. */
import { opposite, type DirectRfq, type Trade } from '@parley/core'
import type { BlockLeg } from '@parley/venues'
import type { TransactionSql } from 'postgres'
import { quantitiesOf } from '../direct-rfq/structure-view.ts'
import type { Touched } from '../direct-rfq/touched.ts'

type NewRow = {
  readonly trade_id: string
  readonly shard: string
  readonly rfq_id: string
  readonly venue: string
  readonly taker: string
  readonly taker_account: string
  readonly maker: string
  readonly maker_account: string
  readonly nonce: string
  readonly agreed_at: number
  readonly legs: readonly BlockLeg[]
  readonly state: 'AGREED'
  readonly progress: object
  readonly venue_trade_id: null
  readonly next_attempt_at: number
  readonly revision: 0
}

export type SettlementRow =
  | { readonly table: 'settlement'; readonly made: NewRow }
  | { readonly table: 'settlement'; readonly done: string; readonly venueTradeId: string | undefined }

export function settlementRows({ rfq, trades }: Touched, shard: string): readonly SettlementRow[] {
  return rfq.trades.filter(({ id }) => trades.has(id)).map((trade) => settlementRow(rfq, trade, shard))
}

function settlementRow(rfq: DirectRfq, trade: Trade, shard: string): SettlementRow {
  if (trade.state !== 'PENDING_SETTLEMENT') return { table: 'settlement', done: trade.id, venueTradeId: trade.venueTradeId }
  const made: NewRow = {
    trade_id: trade.id,
    shard,
    rfq_id: rfq.id,
    venue: rfq.venue,
    taker: trade.taker,
    taker_account: trade.takerAccount,
    maker: trade.maker,
    maker_account: trade.makerAccount,
    nonce: trade.id,
    agreed_at: trade.agreedAt,
    legs: blockLegs(rfq, trade),
    state: 'AGREED',
    progress: {},
    venue_trade_id: null,
    next_attempt_at: trade.agreedAt,
    revision: 0,
  }
  return { table: 'settlement', made }
}

/** Prices leg by leg as the maker quoted them, quantities as the rules divide them (rulebook 7.5). */
export function blockLegs({ structure }: Pick<DirectRfq, 'structure'>, trade: Trade): readonly BlockLeg[] {
  const quantities = quantitiesOf(structure, trade.quantity)
  return structure.legs.map(({ instrument, side }, place) => ({
    instrument,
    makerSide: trade.takerSide === 'SELL' ? side : opposite(side),
    price: trade.legPrices[place]!,
    quantity: quantities[place]!,
  }))
}

export async function writeSettlementRows(sql: TransactionSql, rows: readonly SettlementRow[]): Promise<void> {
  const made = rows.flatMap((row) => ('made' in row ? [row.made] : []))
  const done = rows.flatMap((row) => ('done' in row ? [{ id: row.done, venue: row.venueTradeId ?? null }] : []))
  if (made.length > 0)
    await sql`
      insert into settlement select * from jsonb_populate_recordset(null::settlement, ${JSON.stringify(made)}::text::jsonb)
      on conflict (trade_id) do nothing`
  if (done.length > 0)
    await sql`
      update settlement set state = 'DONE', venue_trade_id = coalesce(now_known.venue, venue_trade_id)
      from jsonb_to_recordset(${JSON.stringify(done)}::text::jsonb) as now_known (id text, venue text) where trade_id = now_known.id`
}
