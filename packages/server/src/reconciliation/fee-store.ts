/** The venues' fees for each desk's own side of a trade. */
import type { ChargedLeg, DeskId, TradeId, VenueCode } from '@parley/core'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { FEES_OF_A_NEWCOMER, FEES_WITHIN_MS, MOST_FEES_AT_ONCE } from './limits.ts'

export type UnreadFee = {
  readonly tradeId: TradeId
  readonly venueTradeId: string
  readonly venue: VenueCode
  readonly desk: DeskId
  readonly account: string
  readonly agreedAt: number
}
export type TradeFee = { readonly tradeId: TradeId; readonly desk: DeskId; readonly legs: readonly ChargedLeg[] }
export type KnownFee = TradeFee & { readonly number: number }

/** The notification that every server listens to. Its payload is the desk. */
export const FEES_READ = 'parley_venue_fees'

export type FeeStore = ReturnType<typeof createFeeStore>

export function createFeeStore(sql: Sql) {
  return {
    /** Settled trades without known fees, both sides of each, oldest first. */
    unread: (now: number): Promise<readonly UnreadFee[]> => sql<UnreadFee[]>`
      select settlement.trade_id as "tradeId", venue_trade_id as "venueTradeId", settlement.venue, party.desk, party.account,
        settlement.agreed_at as "agreedAt"
      from settlement
        cross join lateral (values (taker, taker_account), (maker, maker_account)) as party (desk, account)
        -- The venue's own makers are no desk.
        join desk on desk.ticker = party.desk
      where settlement.state = 'DONE' and route <> 'BOOKED_BY_BOTH' and venue_trade_id is not null and settlement.agreed_at > ${now - FEES_WITHIN_MS}
        and not exists (select from trade_fee where trade_fee.trade_id = settlement.trade_id and trade_fee.desk = party.desk)
      order by settlement.agreed_at, settlement.trade_id, party.desk limit ${MOST_FEES_AT_ONCE}`,

    /** The first read is kept. A later difference is found by the comparison of the day. */
    async keep(fees: readonly TradeFee[], now: number): Promise<void> {
      if (fees.length === 0) return
      await sql.begin((tx) => keepFees(tx, fees, now))
    },

    /** The newest fees of a desk, oldest first. */
    newestOf(desk: DeskId): Promise<readonly KnownFee[]> {
      return sql<KnownFee[]>`
        select trade_id as "tradeId", newest.desk, legs, number
        from (select * from trade_fee where desk = ${desk} order by read_at desc limit ${FEES_OF_A_NEWCOMER}) newest
          join rfq_trade on rfq_trade.id = trade_id
        order by agreed_at, number, id`
    },
  }
}

async function keepFees(tx: TransactionSql, fees: readonly TradeFee[], now: number): Promise<void> {
  const rows = fees.map(({ tradeId, desk, legs }) => ({ trade_id: tradeId, desk, legs, read_at: now }))
  const kept = await tx<{ desk: string }[]>`
    insert into trade_fee select * from jsonb_populate_recordset(null::trade_fee, ${JSON.stringify(rows)}::text::jsonb)
    on conflict do nothing returning desk`
  for (const desk of new Set(kept.map((row) => row.desk))) await tx`select pg_notify(${FEES_READ}, ${desk})`
}
