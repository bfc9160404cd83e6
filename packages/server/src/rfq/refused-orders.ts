/**
 * The orders of a desk that were refused, for its own history: of what it may see, with the reason and the time (rulebook 8.17). They are
 * written behind the answer, because an order is refused, written down or not.
 */
import { type DeskId, type OrderKind, type Price, type Quantity, type Refusal, type Rfq, rfqFor, type Side } from '@parley/core'
import type { Identified } from '../calls/published-ids.ts'
import { createClauses } from '../database/clauses.ts'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Log } from '../log/log.ts'

const KEPT_MS = 30 * 24 * 3_600_000
/** Of one desk. */
const KEPT_MOST = 1_000
const TIDY_EVERY = 200
/** Refusals that wait for a slow database; more are not written down. */
const WAITING_MOST = 10_000

export type RefusedOrder = {
  readonly desk: DeskId
  readonly sender: string | undefined
  readonly rfq: Rfq
  /** Of a replacement. */
  readonly orderId?: string
  readonly kind: OrderKind
  readonly side: Side
  readonly price: Price | undefined
  readonly quantity: Quantity
  readonly idempotency: Idempotency | undefined
}
export type FoundRefusedOrder = Pick<RefusedOrder, 'kind' | 'side' | 'quantity' | 'rfq'> & {
  readonly id: number
  readonly at: number
  /** Of a replacement; without a number where its flow has none. */
  readonly order: Identified | undefined
  readonly price: Price | null
  readonly sender: string | null
  readonly refusal: Refusal
}
type Waiting = { readonly desk: DeskId }
type Row = Omit<FoundRefusedOrder, 'refusal' | 'order'> & {
  readonly refusal: string
  readonly orderId: string | null
  /** 0 where its flow has none. */
  readonly orderNumber: number | null
}
type RefusedOrderNeeds = { readonly sql: Sql; readonly now: () => number; readonly log: Log }

export type RefusedOrders = ReturnType<typeof createRefusedOrders>

export function createRefusedOrders({ sql, now, log }: RefusedOrderNeeds) {
  const { given, within } = createClauses(sql)
  let waiting: Waiting[] = []
  let work: Promise<void> = Promise.resolve()
  let untidy = 0

  const tidy = () => sql`
    delete from refused_order where at < ${now() - KEPT_MS} or (desk, id) in (
      select desk, id from (select desk, id, row_number() over (partition by desk order by id desc) as place from refused_order) ranked
      where place > ${KEPT_MOST}
    )`

  /** Numbered for each desk by itself: a number that all share would count what others are refused (rulebook 8.6). */
  async function write(): Promise<void> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    await sql`
      insert into refused_order (id, desk, at, audience, rfq, order_id, kind, side, price, quantity, sender, refusal, request)
      select coalesce((select max(id) from refused_order before where before.desk = refused.desk), 0) + refused.id,
        desk, at, audience, rfq, order_id, kind, side, price, quantity, sender, refusal, request
      from jsonb_populate_recordset(null::refused_order, ${JSON.stringify(numbered(rows))}::text::jsonb) refused
      on conflict (request) do nothing`
    untidy += rows.length
    if (untidy < TIDY_EVERY) return
    untidy = 0
    await tidy()
  }

  return {
    /** Of what the desk cannot see nothing is kept: a history would say that it is there. */
    keep({ desk, sender, rfq, orderId, kind, side, price, quantity, idempotency }: RefusedOrder, refusal: Refusal): void {
      if (waiting.length >= WAITING_MOST || rfqFor(rfq, desk) === undefined) return
      const request = idempotency === undefined ? null : `${idempotency.scope} ${idempotency.key} ${idempotency.said} ${side}`
      waiting.push({
        ...{ desk, at: now(), audience: rfq.audience, rfq: rfq.id, order_id: orderId ?? null, kind, side, price: price ?? null, quantity },
        ...{ sender: sender ?? null, refusal: JSON.stringify(refusal), request },
      })
      work = work.then(write).catch((error: unknown) => log.error({ error }, 'Refused orders could not be written down'))
    },

    /** The newest first. */
    async list(desk: DeskId, audience: Rfq['audience'] | undefined, page: Page): Promise<Paged<FoundRefusedOrder>> {
      const { after, size } = page
      const rows = await sql<Row[]>`
        select refused.id::float8 as id, refused.at, refused.order_id as "orderId", own.number as "orderNumber", refused.kind, refused.side, refused.price, refused.quantity,
          refused.sender, refused.refusal, rfq.body as rfq
        from refused_order refused join rfq on rfq.id = refused.rfq
          left join rfq_order own on own.id = refused.order_id
        where refused.desk = ${desk} and refused.at > ${now() - KEPT_MS} ${given(audience, (one) => sql`refused.audience = ${one}`)}
          ${within('refused.at', page)} ${given(after, ({ at, id }) => sql`(refused.at, refused.id) < (${at}, ${Number(id)})`)}
        order by refused.at desc, refused.id desc limit ${size + 1}`
      return paged(rows, page, ({ orderId, orderNumber, refusal, ...row }) => ({
        ...row,
        order: orderId === null ? undefined : { id: orderId, number: orderNumber || undefined },
        refusal: JSON.parse(refusal) as Refusal,
      }))
    },

    /** When what was begun is written. */
    settled: (): Promise<void> => work,
  }
}

/** Each with its place among those of its desk. */
function numbered(rows: readonly Waiting[]): readonly object[] {
  const counts = new Map<DeskId, number>()
  return rows.map((row) => {
    const id = (counts.get(row.desk) ?? 0) + 1
    counts.set(row.desk, id)
    return { ...row, id }
  })
}
