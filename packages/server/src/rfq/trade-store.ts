/** Reads of trades: a desk's own, everybody's settled ones, and the tape. */
import type { AudienceKind, DeskId, Rfq, Trade } from '@parley/core'
import type { Page, Paged } from '../database/page.ts'
import type { Sql, Statement } from '../database/sql.ts'
import { pageOf, type RowPlace, type StoreClauses } from './store-clauses.ts'

export type TradeFilter = {
  readonly states?: readonly string[] | undefined
  readonly rfqId?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
}
export type TradeIn = { readonly rfq: Rfq; readonly trade: Trade }

export function createTradeStore(sql: Sql, audience: AudienceKind, { given, among, is, older, newestFirst }: StoreClauses) {
  type Found = TradeIn & RowPlace
  const item = ({ rfq, trade }: Found): TradeIn => ({ rfq, trade })
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
  const takenBy = (desk: DeskId) => sql`taker = ${desk} and audience = ${audience}`
  const madeBy = (desk: DeskId) => sql`maker = ${desk} and audience = ${audience}`

  return {
    async trade(id: string): Promise<TradeIn | undefined> {
      const [row] = await sql<TradeIn[]>`
        select rfq.body as rfq, rfq_trade.body as trade from rfq_trade join rfq on rfq.id = rfq_trade.rfq_id
        where rfq_trade.id = ${id} and rfq_trade.audience = ${audience}`
      return row
    },

    /** By the number that it has in the published calls. */
    async tradeOfNumber(number: number): Promise<TradeIn | undefined> {
      const [row] = await sql<TradeIn[]>`
        select rfq.body as rfq, rfq_trade.body as trade from rfq_trade join rfq on rfq.id = rfq_trade.rfq_id
        where rfq_trade.number = ${number} and rfq_trade.audience = ${audience}`
      return row
    },

    /** Of the desk, newest agreement first. */
    trades: (desk: DeskId, filter: TradeFilter, page: Page) =>
      listOf(sql`${range(takenBy(desk), 'agreed_at', filter, page)} union all ${range(madeBy(desk), 'agreed_at', filter, page)}`, page),

    /** The desk's own trades in any state, and everybody's settled ones. */
    allTrades: (desk: DeskId, filter: TradeFilter, page: Page) =>
      listOf(
        sql`
          ${range(takenBy(desk), 'agreed_at', filter, page)} union ${range(madeBy(desk), 'agreed_at', filter, page)}
          union ${range(sql`state = 'FILLED' and audience = 'ORDER_BOOK'`, 'agreed_at', filter, page)}`,
        page,
      ),

    /** Settled trades of everybody, the last settled first. A cursor holds the id that the tape shows, and no other. */
    tape: (filter: TradeFilter, page: Page) =>
      listOf(range(sql`state = 'FILLED' and audience = ${audience}`, 'settled_at', filter, page, 'tape_id'), page),
  }
}
