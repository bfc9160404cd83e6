/** Reads of orders: a desk's lists, and what is open. */
import type { RfqKind, DeskId, OrderKind } from '@parley/core'
import type { Page, Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'
import type { OrderClauses, OrderFilter, OrderIn } from './order-clauses.ts'
import { pageOf, type RowPlace, type StoreClauses } from './store-clauses.ts'

export function createOrderStore(
  sql: Sql,
  audience: RfqKind,
  { given }: StoreClauses,
  { joined, matching, range, merged, place }: OrderClauses,
) {
  /** PENDING_FILL means at the venue. A quote is closed then. */
  const inState = (states: NonNullable<OrderFilter['states']>) => {
    const words = states.filter((state) => state !== 'PENDING_FILL')
    const pending = states.includes('PENDING_FILL') ? sql`or (rfq_order.state = 'CLOSED' and rfq_order.is_pending)` : sql``
    return sql`(rfq_order.state = any(${words}) ${pending})`
  }

  return {
    async order(id: string): Promise<OrderIn | undefined> {
      const [row] = await sql<OrderIn[]>`
        select rfq.body as rfq, rfq_order.body as order ${joined} where rfq_order.id = ${id} and rfq_order.audience = ${audience}`
      return row
    },

    async orders(desk: DeskId, filter: OrderFilter, page: Page): Promise<Paged<OrderIn>> {
      const { kinds = ['QUOTE', 'CROSS'] } = filter
      const clauses = sql`${matching(filter)} ${given(filter.states, inState)}`
      const ranges = kinds.map((kind) => range(desk, sql`rfq_order.kind = ${kind}`, clauses, page))
      const rows = await sql<(OrderIn & RowPlace)[]>`
        select rfq.body as rfq, rfq_order.body as order, ${place} ${merged(ranges, page)}`
      return pageOf(rows, page, ({ rfq, order }) => ({ rfq, order }))
    },

    /**
     * Orders with a quantity that rests or is at the venue, oldest first. The order of rows on the disk would reveal the activity of others (rulebook
     * 10.11).
     */
    async liveOrders(desk: DeskId, kinds: readonly OrderKind[], size: number): Promise<readonly OrderIn[]> {
      return sql<OrderIn[]>`
        select rfq.body as rfq, rfq_order.body as order ${joined}
        where rfq_order.desk = ${desk} and rfq_order.audience = ${audience} and rfq_order.kind = any(${[...kinds]})
          and (rfq_order.state = 'OPEN' or rfq_order.is_pending)
        order by rfq_order.created_at, rfq_order.number, rfq_order.id limit ${size}`
    },

    /** All visible resting orders of all desks. Hidden orders do not count towards the size. */
    async restingOrders(size: number, withheld: readonly string[] | undefined): Promise<readonly OrderIn[]> {
      return sql<OrderIn[]>`
        select rfq.body as rfq, rfq_order.body as order ${joined}
        where rfq_order.state = 'OPEN' and rfq_order.audience = ${audience}
          and rfq_order.kind <> 'CROSS' and (rfq_order.body ->> 'isHidden')::boolean is not true
          ${given(withheld, (venues) => sql`rfq.venue <> all(${[...venues]})`)}
        order by rfq_order.created_at, rfq_order.number, rfq_order.id limit ${size}`
    },

    /** By its number in the published calls. */
    async orderOfNumber(number: number): Promise<OrderIn | undefined> {
      const [row] = await sql<OrderIn[]>`
        select rfq.body as rfq, rfq_order.body as order ${joined} where rfq_order.number = ${number} and rfq_order.audience = ${audience}`
      return row
    },
  }
}
