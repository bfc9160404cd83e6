/** Clauses that the lists of orders share. Each list is the newest rows of one or more ranges of an index. */
import type { RfqKind, DeskId, Order, OrderKind, ProductCode, Rfq, Side } from '@parley/core'
import type { Page } from '../database/page.ts'
import type { Sql, Statement } from '../database/sql.ts'
import type { StoreClauses } from './store-clauses.ts'

export type OrderFilter = {
  /** One list for each kind. A list of both reads two ranges of the index. */
  readonly kinds?: readonly OrderKind[]
  readonly states?: readonly string[] | undefined
  /** Whether part of it is at the venue. */
  readonly pending?: readonly boolean[] | undefined
  readonly rfqId?: string | undefined
  /** In the lines of one list, without the parts of a net price. */
  readonly listId?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly side?: Side | undefined
  readonly clientOrderId?: string | undefined
  /** Matches any of them in the legs of the RFQ. */
  readonly productCodes?: readonly ProductCode[] | undefined
  /** Whether it was sent without a price, in an audience with market orders (rulebook 17.3). */
  readonly isMarket?: boolean | undefined
}
export type OrderIn = { readonly rfq: Rfq; readonly order: Order }

export type OrderClauses = ReturnType<typeof createOrderClauses>

export function createOrderClauses(sql: Sql, audience: RfqKind, { given, is, older, newestFirst }: StoreClauses) {
  const joined = sql`from rfq_order join rfq on rfq.id = rfq_order.rfq_id`
  const matching = (filter: OrderFilter) => sql`
    ${given(filter.rfqId, is('rfq_order.rfq_id'))}
    ${given(
      filter.listId,
      (list) => sql`(rfq_order.body ->> 'net') is null
        and exists (select 1 from rfq where rfq.id = rfq_order.rfq_id and rfq.list_id = ${list})`,
    )}
    ${given(filter.venue, is('rfq_order.venue'))}
    ${given(filter.baseCurrency, is('rfq_order.base_currency'))}
    ${given(filter.side, is('rfq_order.side'))}
    ${given(filter.pending, (pending) => sql`rfq_order.is_pending = any(${[...pending]})`)}
    ${given(filter.clientOrderId, is('rfq_order.client_order_id'))}
    ${given(filter.isMarket, (isMarket) => sql`((rfq_order.body ->> 'isMarket') is not null) = ${isMarket}`)}
    ${given(
      filter.productCodes,
      (codes) => sql`exists (select 1 from rfq where rfq.id = rfq_order.rfq_id and rfq.product_codes && ${[...codes]})`,
    )}`
  /** The newest rows of one range of an index. */
  const range = (desk: DeskId, which: Statement, filter: Statement, page: Page) => sql`
    (select rfq_order.* from rfq_order where rfq_order.desk = ${desk} and rfq_order.audience = ${audience} and ${which} ${filter}
      ${older('rfq_order', 'created_at', page)} ${newestFirst('rfq_order', 'created_at', page.size + 1)})`
  const merged = (ranges: readonly Statement[], page: Page) => sql`
    from (${ranges.map((one, place) => (place === 0 ? one : sql`union all ${one}`))}) rfq_order join rfq on rfq.id = rfq_order.rfq_id
    ${newestFirst('rfq_order', 'created_at', page.size + 1)}`
  const place = sql`rfq_order.created_at as at, rfq_order.number, rfq_order.id`
  return { joined, matching, range, merged, place }
}
