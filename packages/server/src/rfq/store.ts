/**
 * The SQL for creating and listing RFQs of any audience. Every list runs along an index from newest to oldest, with one more row than requested to
 * see whether there is another page. Orders and trades have similar modules next to this one.
 */
import type { RfqKind, DeskId, Order, OwnStatus, Rfq } from '@parley/core'
import type { Part } from '../engine/projector.ts'
import type { Page, Paged } from '../database/page.ts'
import { rowsAsJson } from '../database/rows-as-json.ts'
import type { Sql, SqlTag } from '../database/sql.ts'
import { createAggressorOrderStore } from './aggressor-order-store.ts'
import { createOrderClauses } from './order-clauses.ts'
import { createOrderStore } from './order-store.ts'
import { createRecordStore } from './record-store.ts'
import type { ReadRow } from './rows.ts'
import { createStoreClauses, pageOf, type RowPlace, type StoreClauses } from './store-clauses.ts'
import { createStrategyStore } from './strategy-store.ts'
import { createTradeStore } from './trade-store.ts'

export type RfqFilter = {
  readonly id?: string | undefined
  readonly states?: readonly string[] | undefined
  /** For RFQs with named readers. */
  readonly role?: string | undefined
  /** For public RFQs: the status of the desk's own part (core `ownStatus`). */
  readonly ownStatuses?: readonly OwnStatus[] | undefined
  readonly venue?: string | undefined
  /** Venues that are not offered to the reader. */
  readonly withheld?: readonly string[] | undefined
  readonly baseCurrency?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
}
/** The sums of a desk's quotes and crosses in one RFQ. */
export type OwnSums = {
  readonly original: number
  readonly filled: number
  readonly remaining: number
  readonly canceled: number
  readonly completed: number
  readonly hasTaken: boolean
}
/** A sum over no rows has no taker. */
type OwnRow = { readonly [K in keyof OwnSums]: OwnSums[K] | null }
type WithOrders = { readonly rfq: Rfq; readonly orders: readonly Order[] }

/**
 * Written in the transaction of the decision. The later row of a key wins. The statement has one of two shapes: orders and their book
 * snapshots, because quotes come and go by the thousand, or every table. With a shape for each combination of tables the database would plan again
 * and again.
 */
export function readModelParts(sql: SqlTag, rows: readonly ReadRow[]): readonly Part[] {
  if (rows.length === 0) return []
  const orders = sql`
    insert into rfq_order select * from jsonb_populate_recordset(null::rfq_order, ${rowsAsJson(rows, 'rfq_order')}::text::jsonb)
    on conflict (id) do update set state = excluded.state, is_pending = excluded.is_pending, has_taken = excluded.has_taken,
      takes_at_venue = excluded.takes_at_venue, client_order_id = excluded.client_order_id, quantity = excluded.quantity, filled = excluded.filled, pending = excluded.pending,
      canceled = excluded.canceled, body = excluded.body`
  const moments = sql`
    insert into rfq_moment select * from jsonb_populate_recordset(null::rfq_moment, ${rowsAsJson(rows, 'rfq_moment')}::text::jsonb)
    on conflict do nothing`
  if (rows.every(({ table }) => table === 'rfq_order' || table === 'rfq_moment')) return [orders, moments]
  return [
    sql`
      insert into rfq select * from jsonb_populate_recordset(null::rfq, ${rowsAsJson(rows, 'rfq')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, listed_at = excluded.listed_at, body = excluded.body`,
    sql`
      insert into rfq_reader select * from jsonb_populate_recordset(null::rfq_reader, ${rowsAsJson(rows, 'rfq_reader')}::text::jsonb)
      on conflict do nothing`,
    orders,
    sql`
      insert into rfq_trade select * from jsonb_populate_recordset(null::rfq_trade, ${rowsAsJson(rows, 'rfq_trade')}::text::jsonb)
      on conflict (id) do update set state = excluded.state, settled_at = excluded.settled_at, body = excluded.body`,
    moments,
  ]
}

/** The store of one audience. */
export type RfqStore = ReturnType<typeof createRfqStore>

export function createRfqStore(sql: Sql, audience: RfqKind) {
  const clauses = createStoreClauses(sql)
  const orderClauses = createOrderClauses(sql, audience, clauses)
  return {
    ...createRfqReads(sql, audience, clauses),
    ...createListedReads(sql, audience, clauses),
    ...createStrategyStore(sql, audience, clauses),
    ...createOrderStore(sql, audience, clauses, orderClauses),
    ...createAggressorOrderStore(sql, audience, clauses, orderClauses),
    ...createTradeStore(sql, audience, clauses),
    ...createRecordStore(sql, audience),
  }
}

const matching =
  (sql: Sql, { given, among, is }: StoreClauses) =>
  ({ venue, withheld, baseCurrency, strategies, productCodes, states, id }: RfqFilter) =>
    sql`
    ${given(id, is('rfq.id'))}
    ${given(states, among('rfq.state'))}
    ${given(venue, is('rfq.venue'))}
    ${given(withheld, (venues) => sql`rfq.venue <> all(${[...venues]})`)}
    ${given(baseCurrency, is('rfq.base_currency'))}
    ${given(strategies, among('rfq.strategy_code'))}
    ${given(productCodes, (codes) => sql`rfq.product_codes && ${[...codes]}`)}`

function createRfqReads(sql: Sql, audience: RfqKind, clauses: StoreClauses) {
  const { given, is, within } = clauses
  const listed = matching(sql, clauses)
  const resting = sql`(
    select jsonb_agg(rfq_order.body order by rfq_order.created_at, rfq_order.id)
    from rfq_order where rfq_order.rfq_id = rfq.id and rfq_order.state = 'OPEN')`
  type Found = { readonly rfq: Rfq; readonly orders: readonly Order[] | null }
  const withOrders = ({ rfq, orders }: Found): WithOrders => ({ rfq, orders: orders ?? [] })

  return {
    async rfq(id: string): Promise<Rfq | undefined> {
      const [row] = await sql<{ rfq: Rfq }[]>`select body as rfq from rfq where id = ${id} and audience = ${audience}`
      return row?.rfq
    },

    /** The open RFQ of a structure. */
    async openRfqOf(structureKey: string): Promise<Rfq | undefined> {
      const [row] = await sql<{ rfq: Rfq }[]>`select body as rfq from rfq where structure_key = ${structureKey} and state = 'OPEN'`
      return row?.rfq
    },

    /** An RFQ with its resting orders. */
    async rfqWithOrders(id: string): Promise<WithOrders | undefined> {
      const [row] = await sql<Found[]>`select rfq.body as rfq, ${resting} as orders from rfq where id = ${id} and audience = ${audience}`
      return row && withOrders(row)
    },

    async openRfqsWithOrders(desk: DeskId, size: number): Promise<readonly WithOrders[]> {
      const rows = await sql<Found[]>`
        select rfq.body as rfq, ${resting} as orders from rfq_reader reader join rfq on rfq.id = reader.rfq_id
        where reader.desk = ${desk} and reader.audience = ${audience} and rfq.state = 'OPEN'
        order by reader.created_at desc, reader.rfq_id desc limit ${size}`
      return rows.map(withOrders)
    },

    async draftsOf(desk: DeskId): Promise<number> {
      const [row] = await sql<{ count: number }[]>`select count(*) from rfq where creator = ${desk} and state = 'DRAFT'`
      return row!.count
    },

    /** For RFQs with named readers: those that the desk may read. */
    async rfqs(desk: DeskId, filter: RfqFilter, page: Page): Promise<Paged<Rfq>> {
      const after = page.after && sql`and (reader.created_at, reader.rfq_id) < (${page.after.at}, ${page.after.id})`
      const rows = await sql<({ rfq: Rfq } & RowPlace)[]>`
        select rfq.body as rfq, reader.created_at as at, rfq.number, rfq.id
        from rfq_reader reader join rfq on rfq.id = reader.rfq_id
        where reader.desk = ${desk} and reader.audience = ${audience} ${given(filter.role, is('reader.role'))} ${listed(filter)}
          ${within('reader.created_at', page)} ${after ?? sql``}
        order by reader.created_at desc, reader.rfq_id desc limit ${page.size + 1}`
      return pageOf(rows, page, ({ rfq }) => rfq)
    },
  }
}

/** For public RFQs. */
function createListedReads(sql: Sql, audience: RfqKind, clauses: StoreClauses) {
  const { given, older, newestFirst } = clauses
  const listed = matching(sql, clauses)
  return {
    /** Undefined if the desk has no order in the RFQ. */
    async ownSums(desk: DeskId, id: string): Promise<OwnSums | undefined> {
      const [row] = await sql<OwnRow[]>`select own.* from (select ${id}::text as id) listed cross join ${ownSums(sql, desk)}`
      return ownOf(row!)
    },

    /** All of them, each with the desk's own part. */
    async listedRfqs(
      desk: DeskId,
      filter: RfqFilter,
      page: Page,
    ): Promise<Paged<{ readonly rfq: Rfq; readonly own: OwnSums | undefined }>> {
      const rows = await sql<({ rfq: Rfq } & OwnRow & RowPlace)[]>`
        select listed.body as rfq, listed.listed_at as at, listed.number, listed.id, own.* from (
          select id, number, listed_at, body from rfq
          where audience = ${audience} and listed_at is not null ${listed(filter)} ${given(filter.ownStatuses, ownStatusAmong(sql, desk))}
          ${older('rfq', 'listed_at', page)}
          ${newestFirst('rfq', 'listed_at', page.size + 1)}
        ) listed left join ${ownSums(sql, desk)} on true ${newestFirst('listed', 'listed_at', page.size + 1)}`
      return pageOf(rows, page, (row) => ({ rfq: row.rfq, own: ownOf(row) }))
    },
  }
}

/** The desk's quotes and crosses in each RFQ, as sums. */
const ownSums = (sql: Sql, desk: DeskId) => sql`
  lateral (
    select sum(quantity)::bigint as original, sum(filled + pending)::bigint as filled, sum(canceled)::bigint as canceled,
      sum(quantity - filled - pending - canceled)::bigint as remaining, sum(filled)::bigint as completed,
      bool_or(kind = 'CROSS' or body ->> 'timeInForce' = 'IOC') as "hasTaken"
    from rfq_order where rfq_order.rfq_id = listed.id and rfq_order.desk = ${desk} and rfq_order.audience = 'ORDER_BOOK'
  ) own`

/** The same three statuses as core's `ownStatus`, from the desk's orders in the RFQ. */
const ownStatusAmong = (sql: Sql, desk: DeskId) => (statuses: readonly OwnStatus[]) =>
  sql`
  (select case
      when sum(quantity - filled - pending - canceled) > 0 or sum(filled + pending) = 0 then 'OPEN'
      when sum(pending) > 0 then 'FILLED' else 'COMPLETED' end
    from rfq_order where rfq_order.rfq_id = rfq.id and rfq_order.desk = ${desk} and rfq_order.audience = 'ORDER_BOOK') = any(${[...statuses]})`

const ownOf = ({ original, filled, remaining, canceled, completed, hasTaken }: OwnRow): OwnSums | undefined =>
  original === null
    ? undefined
    : { original, filled: filled!, remaining: remaining!, canceled: canceled!, completed: completed!, hasTaken: hasTaken! }
