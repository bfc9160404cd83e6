/** An agreed trade becomes a row of settlements to perform, in the same transaction. The venue's answer sets the row to DONE. */
import { opposite, type Price, type Quantity, type Rfq, type SettlementRoute, type Side, type Structure, type Trade } from '@parley/core'
import type { BlockLeg } from '@parley/venues'
import type { SqlTag } from '../database/sql.ts'
import type { Part } from '../engine/projector.ts'
import { quantitiesOf } from '../catalogue/leg-quantities.ts'

type NewRow = {
  readonly trade_id: string
  readonly shard: string
  readonly rfq_id: string
  readonly venue: string
  readonly taker: string
  readonly taker_account: string
  readonly maker: string
  readonly maker_account: string
  readonly route: SettlementRoute
  readonly venue_rfq_id: string | null
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

type TradedRfq = { readonly shard: string; readonly rfq: Pick<Rfq, 'id' | 'venue' | 'structure'> }
type Dealt = { readonly takerSide: Side; readonly quantity: Quantity; readonly legPrices: readonly Price[] }

export function settlementRowOf({ shard, rfq }: TradedRfq, trade: Trade): SettlementRow {
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
    route: routeOfTrade(trade),
    venue_rfq_id: trade.venueRfqId ?? null,
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

const routeOfTrade = ({ booking, venueRfqId }: Trade): SettlementRoute =>
  booking !== undefined ? 'BOOKED_BY_BOTH' : venueRfqId !== undefined ? 'VENUE_RFQ' : 'BLOCK'

/** Leg prices as the maker quoted them, with quantities divided by the rules (rulebook 7.5). */
export function blockLegs({ structure }: { readonly structure: Structure }, trade: Dealt): readonly BlockLeg[] {
  const quantities = quantitiesOf(structure, trade.quantity)
  return structure.legs.map(({ instrument, side }, place) => ({
    instrument,
    makerSide: trade.takerSide === 'SELL' ? side : opposite(side),
    price: trade.legPrices[place]!,
    quantity: quantities[place]!,
  }))
}

/** A trade that is settled in the same commit that agreed it is written as done. */
export function settlementParts(sql: SqlTag, rows: readonly SettlementRow[]): readonly Part[] {
  if (rows.length === 0) return []
  const done = new Map(rows.flatMap((row) => ('done' in row ? [[row.done, row.venueTradeId ?? null] as const] : [])))
  const made = rows.flatMap((row) => ('made' in row ? [asLastKnown(row.made, done)] : []))
  const known = [...done].map(([id, venue]) => ({ id, venue }))
  return [
    sql`
      insert into settlement select * from jsonb_populate_recordset(null::settlement, ${made.length === 0 ? null : JSON.stringify(made)}::text::jsonb)
      on conflict (trade_id) do nothing`,
    sql`
      update settlement set state = 'DONE', venue_trade_id = coalesce(now_known.venue, venue_trade_id)
      from jsonb_to_recordset(${JSON.stringify(known)}::text::jsonb) as now_known (id text, venue text) where trade_id = now_known.id`,
  ]
}

const asLastKnown = (made: NewRow, done: ReadonlyMap<string, string | null>): object => {
  const venue = done.get(made.trade_id)
  return venue === undefined ? made : { ...made, state: 'DONE', venue_trade_id: venue }
}
