/**
 * Orders as `/v1/ob` reads them: those that were sent as orders, and quotes that have crossed (decision 414). Each kind runs along an index of
 * its own, so that a maker's many quotes are no part of it.
 */
import type { DeskId } from '@parley/core'
import type { Sql, Statement } from '../postgres/sql.ts'
import { createClauses } from '../market/clauses.ts'
import { paged, type Page, type Paged, type Placed } from '../market/page.ts'
import type { QuoteFilter, QuoteIn } from './store.ts'

/** `isTaken`: whether something that it took is at the venue. */
export type OrderIn = QuoteIn & { readonly isTaken: boolean }
export type OrderFilter = Pick<QuoteFilter, 'market' | 'statuses' | 'clientOrderId'>

export function createOrderStore(sql: Sql) {
  const { given, is, older: olderThan } = createClauses(sql)
  /** Of an order everything that is pending is what it took; of a quote also what others took of it. */
  const isTaken = sql`exists (
    select from group_match where group_match.taker = group_quote.desk and group_match.state = 'PENDING_SETTLEMENT'
      and (group_match.match ->> 'takerQuote')::bigint = group_quote.id)`
  const read = sql`select group_market.market, group_quote.body as quote, ${isTaken} as "isTaken"`

  /** What is open is few: it is looked for among what is at the venue, not along everything that the desk ever took. */
  const atVenue = (desk: DeskId) => sql`
    select (match ->> 'takerQuote')::bigint from group_match where taker = ${desk} and state = 'PENDING_SETTLEMENT'`
  const statusAmong = (desk: DeskId) => (statuses: NonNullable<OrderFilter['statuses']>) => {
    const [isOpen, isClosed] = [statuses.some((status) => status !== 'CLOSED'), statuses.includes('CLOSED')]
    if (isOpen && isClosed) return sql`true`
    if (isOpen) return sql`group_quote.id in (${atVenue(desk)})`
    return isClosed ? sql`not ${isTaken}` : sql`false`
  }

  /** The newest of one kind, in the order of the index that `at` and `id` are of. */
  const some = (
    of: { readonly desk: DeskId; readonly rows: Statement; readonly at: string; readonly id: string },
    filter: OrderFilter,
    { after, size }: Page,
  ) => sql`
    ${read}, ${sql(of.at)} as at, ${sql(of.id)} as id ${of.rows}
      ${given(filter.market, is('group_quote.market'))}
      ${given(filter.statuses, statusAmong(of.desk))}
      ${given(filter.clientOrderId, is('group_quote.client_order_id'))}
      ${olderThan(of.at, of.id, after && { at: after.at, id: Number(after.id) })}
    order by ${sql(of.at)} desc, ${sql(of.id)} desc limit ${size + 1}`

  return {
    /** An order, or a quote that has crossed. */
    async order(id: number): Promise<OrderIn | undefined> {
      const [row] = await sql<OrderIn[]>`
        ${read} from group_quote join group_market on group_market.id = group_quote.market
        where group_quote.id = ${id} and (group_quote.form = 'ORDER' or exists (select from group_taking where group_taking.id = ${id}))`
      return row
    },

    async orders(desk: DeskId, filter: OrderFilter, page: Page): Promise<Paged<OrderIn>> {
      const sent = {
        desk,
        rows: sql`
          from group_quote join group_market on group_market.id = group_quote.market
          where group_quote.desk = ${desk} and group_quote.form = 'ORDER'`,
        at: 'group_quote.created_at',
        id: 'group_quote.id',
      }
      const crossed = {
        desk,
        rows: sql`
          from group_taking join group_quote on group_quote.id = group_taking.id join group_market on group_market.id = group_quote.market
          where group_taking.desk = ${desk}`,
        at: 'group_taking.created_at',
        id: 'group_taking.id',
      }
      const rows = await sql<(OrderIn & Placed)[]>`
        select * from ((${some(sent, filter, page)}) union all (${some(crossed, filter, page)})) own
        order by at desc, id desc limit ${page.size + 1}`
      return paged(rows, page)
    },

    /** What the desk took and the venue has not answered yet. */
    async taken(desk: DeskId, size: number): Promise<readonly OrderIn[]> {
      return sql<OrderIn[]>`
        select group_market.market, group_quote.body as quote, true as "isTaken"
        from group_quote join group_market on group_market.id = group_quote.market
        where group_quote.id in (${atVenue(desk)})
        limit ${size}`
    },
  }
}
