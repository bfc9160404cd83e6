/** An account's settled blocks according to Parley, from the list of settlements and the trades they belong to. */
import { opposite, type DeskId, type Instant, type OwnBlock, type OwnLeg, type Price, type TradeId, type VenueCode } from '@parley/core'
import type { BlockLeg } from '@parley/venues'
import type { Sql } from '../database/sql.ts'

export type BlockAccount = {
  readonly venue: VenueCode
  readonly desk: DeskId
  readonly name: string
  readonly createdAt: number
  readonly removedAt: number | null
}
/** Settled in the period, or one of those that the venue names. */
export type OwnBlocksWanted = { readonly from: number; readonly to: number; readonly ids?: readonly string[] }

type Row = {
  readonly trade_id: TradeId
  readonly venue_trade_id: string
  readonly agreed_at: Instant
  readonly settled_at: Instant | null
  readonly is_maker: boolean
  readonly legs: readonly (BlockLeg & Pick<OwnLeg, 'instrument'>)[]
  readonly leg_prices: readonly Price[]
  readonly index_price: number | null
}

/** If the name of an account was reused later, only blocks that were agreed while this account had it (rulebook 2.13). */
export async function ownBlocks(sql: Sql, account: BlockAccount, { from, to, ids = [] }: OwnBlocksWanted): Promise<readonly OwnBlock[]> {
  const { venue, desk, name, createdAt, removedAt } = account
  const rows = await sql<Row[]>`
    select settlement.trade_id, settlement.venue_trade_id, settlement.agreed_at, rfq_trade.settled_at, settlement.maker = ${desk} as is_maker,
      settlement.legs, rfq_trade.body->'legPrices' as leg_prices, (rfq_trade.body->'reference'->>'indexPrice')::float8 as index_price
    from settlement join rfq_trade on rfq_trade.id = settlement.trade_id
    where settlement.venue = ${venue} and settlement.route <> 'BOOKED_BY_BOTH' and settlement.venue_trade_id is not null
      and ((settlement.taker = ${desk} and settlement.taker_account = ${name})
        or (settlement.maker = ${desk} and settlement.maker_account = ${name}))
      and settlement.agreed_at >= ${createdAt} and settlement.agreed_at < ${removedAt ?? Number.MAX_SAFE_INTEGER}
      and (settlement.venue_trade_id = any(${[...ids]}::text[])
        or (coalesce(rfq_trade.settled_at, settlement.agreed_at) >= ${from} and coalesce(rfq_trade.settled_at, settlement.agreed_at) < ${to}))
    order by settlement.agreed_at, settlement.trade_id`
  return rows.map(fromRow)
}

const fromRow = (row: Row): OwnBlock => ({
  tradeId: row.trade_id,
  venueTradeId: row.venue_trade_id,
  agreedAt: row.agreed_at,
  settledAt: row.settled_at ?? row.agreed_at,
  role: row.is_maker ? 'MAKER' : 'TAKER',
  // The venue's own makers may have given better prices than agreed (rulebook 15.5).
  legs: row.legs.map(({ instrument, makerSide, price, quantity }, place) => ({
    ...{ instrument, price: row.leg_prices[place] ?? price, quantity },
    side: row.is_maker ? makerSide : opposite(makerSide),
  })),
  ...(row.index_price === null ? {} : { indexPrice: row.index_price as Price }),
})
