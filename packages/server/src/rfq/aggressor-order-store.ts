/** Reads of aggressor orders (decision 0395). */
import type { RfqKind, DeskId } from '@parley/core'
import type { Page, Paged } from '../database/page.ts'
import type { Sql, Statement } from '../database/sql.ts'
import type { OrderClauses, OrderFilter, OrderIn } from './order-clauses.ts'
import { pageOf, type RowPlace, type StoreClauses } from './store-clauses.ts'

export type AggressorOrderFilter = Pick<OrderFilter, 'rfqId' | 'states' | 'clientOrderId'>

export function createAggressorOrderStore(
  sql: Sql,
  audience: RfqKind,
  { given }: StoreClauses,
  { joined, matching, range, merged, place }: OrderClauses,
) {
  return {
    /** Crosses, and quotes that crossed (decision 0395). Each is a separate range of an index, so that a maker's many other quotes are not read. */
    async aggressorOrders(desk: DeskId, filter: AggressorOrderFilter, page: Page): Promise<Paged<OrderIn>> {
      const clauses = sql`${matching(filter)} ${given(filter.states, takenIn)}`
      const ranges = [
        range(desk, sql`rfq_order.kind = 'CROSS'`, clauses, page),
        range(desk, sql`rfq_order.kind = 'QUOTE' and rfq_order.has_taken`, clauses, page),
      ]
      const rows = await sql<(OrderIn & RowPlace)[]>`
        select rfq.body as rfq, rfq_order.body as order, ${place} ${merged(ranges, page)}`
      return pageOf(rows, page, ({ rfq, order }) => ({ rfq, order }))
    },

    /** The desk's orders that the venue has not answered yet. */
    async aggressorOrdersAtVenue(desk: DeskId, size: number): Promise<readonly OrderIn[]> {
      return sql<OrderIn[]>`
        select rfq.body as rfq, rfq_order.body as order ${joined}
        where rfq_order.desk = ${desk} and rfq_order.audience = ${audience} and rfq_order.takes_at_venue
        order by rfq_order.created_at, rfq_order.number, rfq_order.id limit ${size}`
    },
  }

  /** An aggressor order is open as long as part of what it crossed is at the venue. */
  function takenIn(states: NonNullable<AggressorOrderFilter['states']>): Statement {
    const [isOpen, isClosed] = [states.some((state) => state !== 'CLOSED'), states.includes('CLOSED')]
    if (isOpen && isClosed) return sql`true`
    if (isOpen) return sql`rfq_order.takes_at_venue`
    return isClosed ? sql`not rfq_order.takes_at_venue` : sql`false`
  }
}
