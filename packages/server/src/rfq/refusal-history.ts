/** The refused orders in the history of their desk, as far as the desk may see them, with the reason and the time (rulebook 8.17). */
import type { DeskId, OrderKind, Price, Quantity, Refusal, Rfq, Side } from '@parley/core'
import type { Identified } from '../calls/published-ids.ts'
import { createClauses } from '../database/clauses.ts'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'
import { history } from './refused-commands.ts'

export type FoundRefusedOrder = {
  readonly id: number
  readonly at: number
  readonly rfq: Rfq
  /** The order of a refused replacement. Without a number if its flow has none. */
  readonly order: Identified | undefined
  readonly kind: OrderKind
  readonly side: Side
  readonly price: Price | null
  readonly quantity: Quantity
  readonly sender: string | null
  readonly refusal: Refusal
}
type Row = Omit<FoundRefusedOrder, 'refusal' | 'order'> & {
  readonly refusal: string
  readonly orderId: string | null
  /** 0 if its flow has none. */
  readonly orderNumber: number | null
}

export type RefusalHistory = ReturnType<typeof createRefusalHistory>

export function createRefusalHistory({ sql, now }: { readonly sql: Sql; readonly now: () => number }) {
  const { given, within } = createClauses(sql)
  return {
    /** Newest first. */
    async list(desk: DeskId, audience: Rfq['audience'] | undefined, page: Page): Promise<Paged<FoundRefusedOrder>> {
      const { after, size } = page
      const rows = await sql<Row[]>`
        select refused.number::float8 as id, refused.at, refused.order_id as "orderId", own.number as "orderNumber", refused.kind, refused.side, refused.price, refused.quantity,
          refused.sender, refused.refusal, rfq.body as rfq
        from refused_command refused join rfq on rfq.id = refused.rfq
          left join rfq_order own on own.id = refused.order_id
        where refused.desk = ${desk} and refused.at > ${now() - history.keptMs} ${given(audience, (one) => sql`refused.audience = ${one}`)}
          and refused.number > coalesce((
            select number from refused_command where desk = ${desk} and number is not null order by number desc offset ${history.keptMost} limit 1), 0)
          ${within('refused.at', page)} ${given(after, ({ at, id }) => sql`(refused.at, refused.number) < (${at}, ${Number(id)})`)}
        order by refused.at desc, refused.number desc limit ${size + 1}`
      return paged(rows, page, ({ orderId, orderNumber, refusal, ...row }) => ({
        ...row,
        order: orderId === null ? undefined : { id: orderId, number: orderNumber || undefined },
        refusal: JSON.parse(refusal) as Refusal,
      }))
    },
  }
}
