/** Reads of trades: a desk's own, the settled ones of all desks, and the tape. */
import type { RfqKind, ChargedLeg, DeskId, Rfq, Trade } from '@parley/core'
import type { Page, Paged } from '../database/page.ts'
import type { Sql, Statement } from '../database/sql.ts'
import { pageOf, type RowPlace, type StoreClauses } from './store-clauses.ts'

export type TradeFilter = {
  readonly states?: readonly string[] | undefined
  readonly rfqId?: string | undefined
  readonly venue?: string | undefined
  /** Venues of which the reader sees only its own trades. */
  readonly withheld?: readonly string[] | undefined
  readonly baseCurrency?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
  /** For the desk's own trades: its side. */
  readonly role?: 'TAKER' | 'MAKER' | undefined
}
export type TradeIn = {
  readonly rfq: Rfq
  readonly trade: Trade
  /** The venue's fee for the desk that reads, once its record was read; null before that, and for all others. */
  readonly charged?: readonly ChargedLeg[] | null
}

export function createTradeStore(sql: Sql, audience: RfqKind, { given, among, is, older, newestFirst }: StoreClauses) {
  type Found = TradeIn & RowPlace
  const item = ({ rfq, trade, charged = null }: Found): TradeIn => ({ rfq, trade, charged })
  const matching = (filter: TradeFilter) => sql`
    ${given(filter.states, among('rfq_trade.state'))}
    ${given(filter.rfqId, is('rfq_trade.rfq_id'))}
    ${given(filter.venue, is('rfq_trade.venue'))}
    ${given(filter.baseCurrency, is('rfq_trade.base_currency'))}
    ${given(filter.strategies, among('rfq_trade.strategy_code'))}
    ${given(filter.productCodes, (codes) => sql`rfq_trade.product_codes && ${[...codes]}`)}`
  /** The newest rows of one range of an index. */
  const range = (
    which: Statement,
    at: 'agreed_at' | 'settled_at',
    filter: TradeFilter,
    page: Page,
    idColumn: 'id' | 'tape_id' = 'id',
  ) => sql`
    (select ${sql(idColumn)} as id, number, rfq_id, body, ${sql(at)} as at from rfq_trade where ${which} ${matching(filter)}
      ${older('rfq_trade', at, page, idColumn)} ${newestFirst('rfq_trade', at, page.size + 1, idColumn)})`
  const listOf = async (ranges: Statement, page: Page): Promise<Paged<TradeIn>> => {
    const rows = await sql<Found[]>`
      select rfq.body as rfq, found.body as trade, found.at, found.number, found.id
      from (${ranges}) found join rfq on rfq.id = found.rfq_id ${newestFirst('found', 'at', page.size + 1)}`
    return pageOf(rows, page, item)
  }
  /** With the fee of the desk's own side for each trade. */
  const ownListOf = async (desk: DeskId, ranges: Statement, page: Page): Promise<Paged<TradeIn>> => {
    const rows = await sql<Found[]>`
      select rfq.body as rfq, found.body as trade, found.at, found.number, found.id, trade_fee.legs as charged
      from (${ranges}) found join rfq on rfq.id = found.rfq_id
        left join trade_fee on trade_fee.trade_id = found.id and trade_fee.desk = ${desk} ${newestFirst('found', 'at', page.size + 1)}`
    return pageOf(rows, page, item)
  }
  /** Settled trades that the reader may read, of any desk. */
  const settled = (of: RfqKind, { withheld }: TradeFilter) =>
    sql`state = 'FILLED' and audience = ${of} ${given(withheld, (venues) => sql`venue <> all(${[...venues]})`)}`
  const takenBy = (desk: DeskId) => sql`taker = ${desk} and audience = ${audience}`
  const madeBy = (desk: DeskId) => sql`maker = ${desk} and audience = ${audience}`

  return {
    ...oneTrade(sql, audience),

    /** Trades of the desk, newest agreement first. */
    trades(desk: DeskId, filter: TradeFilter, page: Page) {
      const taken = range(takenBy(desk), 'agreed_at', filter, page)
      const made = range(madeBy(desk), 'agreed_at', filter, page)
      const ranges = filter.role === 'TAKER' ? taken : filter.role === 'MAKER' ? made : sql`${taken} union all ${made}`
      return ownListOf(desk, ranges, page)
    },

    /** The desk's own trades in any state, and the settled ones of all desks. */
    allTrades: (desk: DeskId, filter: TradeFilter, page: Page) =>
      ownListOf(
        desk,
        sql`
          ${range(takenBy(desk), 'agreed_at', filter, page)} union ${range(madeBy(desk), 'agreed_at', filter, page)}
          union ${range(settled('ORDER_BOOK', filter), 'agreed_at', filter, page)}`,
        page,
      ),

    /** Settled trades of all desks, last settled first. A cursor contains only the id that the tape shows. */
    tape: (filter: TradeFilter, page: Page) => listOf(range(settled(audience, filter), 'settled_at', filter, page, 'tape_id'), page),
  }
}

/** One trade, with the fee of the side of the desk that reads it. */
const oneTrade = (sql: Sql, audience: RfqKind) => ({
  async trade(id: string, desk: DeskId): Promise<TradeIn | undefined> {
    const [row] = await sql<TradeIn[]>`
      select rfq.body as rfq, rfq_trade.body as trade, trade_fee.legs as charged
      from rfq_trade join rfq on rfq.id = rfq_trade.rfq_id left join trade_fee on trade_id = rfq_trade.id and trade_fee.desk = ${desk}
      where rfq_trade.id = ${id} and rfq_trade.audience = ${audience}`
    return row
  },

  /** By its number in the published calls. */
  async tradeOfNumber(number: number, desk: DeskId): Promise<TradeIn | undefined> {
    const [row] = await sql<TradeIn[]>`
      select rfq.body as rfq, rfq_trade.body as trade, trade_fee.legs as charged
      from rfq_trade join rfq on rfq.id = rfq_trade.rfq_id left join trade_fee on trade_id = rfq_trade.id and trade_fee.desk = ${desk}
      where rfq_trade.number = ${number} and rfq_trade.audience = ${audience}`
    return row
  },
})
