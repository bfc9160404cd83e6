/** Reads of the direct flow. Every list runs along an index from newest to oldest, one row more than asked to know whether it goes on. */
import type { DeskId, DirectRfq, Order, Side, Trade } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import { createClauses } from '../market/clauses.ts'
import { paged, type Page, type Paged, type Placed } from '../market/page.ts'

export type RfqFilter = {
  readonly states?: readonly string[] | undefined
  readonly role?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
}
export type OrderFilter = {
  readonly states?: readonly string[] | undefined
  readonly rfqId?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly side?: Side | undefined
  readonly clientOrderId?: string | undefined
}
export type TradeFilter = {
  readonly states?: readonly string[] | undefined
  readonly rfqId?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly strategies?: readonly string[] | undefined
  readonly productCodes?: readonly string[] | undefined
}

export type OrderIn = { readonly rfq: DirectRfq; readonly order: Order }
export type TradeIn = { readonly rfq: DirectRfq; readonly trade: Trade }
export type DirectRfqStore = ReturnType<typeof createDirectRfqStore>

export function createDirectRfqStore(sql: Sql) {
  const { given, among, is, older: olderThan } = createClauses(sql)
  const older = (at: string, id: string, { after }: Page) => olderThan(at, id, after)

  return {
    /** A request without its orders. */
    async rfq(id: string): Promise<DirectRfq | undefined> {
      const [row] = await sql<{ rfq: DirectRfq }[]>`select rfq from direct_rfq where id = ${id}`
      return row?.rfq
    },

    /** A request with the orders that are open in it. */
    async rfqWithBook(id: string): Promise<DirectRfq | undefined> {
      const [row] = await sql<{ rfq: DirectRfq; orders: readonly Order[] | null }[]>`
        select rfq, (select jsonb_agg(body) from rfq_order where rfq_id = ${id} and state = 'OPEN') as orders from direct_rfq where id = ${id}`
      return row === undefined ? undefined : { ...row.rfq, orders: row.orders ?? [] }
    },

    /** Open requests of a desk with the orders that are open in them. */
    async openRfqsWithBook(desk: DeskId, size: number): Promise<readonly DirectRfq[]> {
      const rows = await sql<{ rfq: DirectRfq; orders: readonly Order[] | null }[]>`
        select rfq, (select jsonb_agg(body) from rfq_order where rfq_order.rfq_id = direct_rfq.id and rfq_order.state = 'OPEN') as orders
        from direct_rfq_reader reader join direct_rfq on direct_rfq.id = reader.rfq_id
        where reader.desk = ${desk} and direct_rfq.state = 'OPEN' order by reader.created_at desc, reader.rfq_id desc limit ${size}`
      return rows.map(({ rfq, orders }) => ({ ...rfq, orders: orders ?? [] }))
    },

    async draftsOf(desk: DeskId): Promise<number> {
      const [row] = await sql<{ count: number }[]>`select count(*) from direct_rfq where taker = ${desk} and state = 'DRAFT'`
      return row!.count
    },

    async rfqs(desk: DeskId, filter: RfqFilter, page: Page): Promise<Paged<DirectRfq>> {
      const rows = await sql<({ rfq: DirectRfq } & Placed)[]>`
        select direct_rfq.rfq, reader.created_at as at, reader.rfq_id as id
        from direct_rfq_reader reader join direct_rfq on direct_rfq.id = reader.rfq_id
        where reader.desk = ${desk}
          ${given(filter.role, is('reader.role'))}
          ${given(filter.states, among('direct_rfq.state'))}
          ${given(filter.venue, is('direct_rfq.venue'))}
          ${given(filter.baseCurrency, is('direct_rfq.base_currency'))}
          ${given(filter.strategies, among('direct_rfq.strategy_code'))}
          ${given(filter.productCodes, (codes) => sql`direct_rfq.product_codes && ${[...codes]}`)}
          ${older('reader.created_at', 'reader.rfq_id', page)}
        order by reader.created_at desc, reader.rfq_id desc limit ${page.size + 1}`
      return paged(rows, page, ({ rfq }) => rfq)
    },

    async order(id: string): Promise<OrderIn | undefined> {
      const [row] = await sql<OrderIn[]>`
        select direct_rfq.rfq, rfq_order.body as order from rfq_order join direct_rfq on direct_rfq.id = rfq_order.rfq_id where rfq_order.id = ${id}`
      return row
    },

    async orders(desk: DeskId, filter: OrderFilter, page: Page): Promise<Paged<OrderIn>> {
      const rows = await sql<(OrderIn & Placed)[]>`
        select direct_rfq.rfq, rfq_order.body as order, rfq_order.created_at as at, rfq_order.id
        from rfq_order join direct_rfq on direct_rfq.id = rfq_order.rfq_id
        where rfq_order.desk = ${desk}
          ${given(filter.states, among('rfq_order.state'))}
          ${given(filter.rfqId, is('rfq_order.rfq_id'))}
          ${given(filter.venue, is('rfq_order.venue'))}
          ${given(filter.baseCurrency, is('rfq_order.base_currency'))}
          ${given(filter.side, is('rfq_order.side'))}
          ${given(filter.clientOrderId, is('rfq_order.client_order_id'))}
          ${older('rfq_order.created_at', 'rfq_order.id', page)}
        order by rfq_order.created_at desc, rfq_order.id desc limit ${page.size + 1}`
      return paged(rows, page)
    },

    /** Orders of which something rests or is at the venue. */
    async liveOrders(desk: DeskId, size: number): Promise<readonly OrderIn[]> {
      return sql<OrderIn[]>`
        select direct_rfq.rfq, rfq_order.body as order from rfq_order join direct_rfq on direct_rfq.id = rfq_order.rfq_id
        where rfq_order.desk = ${desk} and (rfq_order.state = 'OPEN' or rfq_order.is_pending) limit ${size}`
    },

    async trade(id: string): Promise<TradeIn | undefined> {
      const [row] = await sql<TradeIn[]>`
        select direct_rfq.rfq, block_trade.trade from block_trade join direct_rfq on direct_rfq.id = block_trade.rfq_id where block_trade.id = ${id}`
      return row
    },

    /** Newest agreement first. */
    async trades(desk: DeskId, filter: TradeFilter, page: Page): Promise<Paged<TradeIn>> {
      const side = (party: 'taker' | 'maker') => sql`
        select id, rfq_id, trade, agreed_at from block_trade where ${sql(party)} = ${desk}
          ${tradeClauses(filter)} ${older('agreed_at', 'id', page)} order by agreed_at desc, id desc limit ${page.size + 1}`
      const rows = await sql<(TradeIn & Placed)[]>`
        select direct_rfq.rfq, own.trade, own.agreed_at as at, own.id
        from ((${side('taker')}) union all (${side('maker')})) own join direct_rfq on direct_rfq.id = own.rfq_id
        order by own.agreed_at desc, own.id desc limit ${page.size + 1}`
      return paged(rows, page)
    },

    /** Settled trades of everybody, the one settled last first. */
    async tape(filter: TradeFilter, page: Page): Promise<Paged<TradeIn>> {
      const rows = await sql<(TradeIn & Placed)[]>`
        select direct_rfq.rfq, told.trade, told.settled_at as at, told.id
        from (
          select id, rfq_id, trade, settled_at from block_trade where state = 'FILLED'
            ${tradeClauses(filter)} ${older('settled_at', 'id', page)} order by settled_at desc, id desc limit ${page.size + 1}
        ) told join direct_rfq on direct_rfq.id = told.rfq_id order by told.settled_at desc, told.id desc`
      return paged(rows, page)
    },
  }

  function tradeClauses(filter: TradeFilter) {
    return sql`
      ${given(filter.states, among('state'))}
      ${given(filter.rfqId, is('rfq_id'))}
      ${given(filter.venue, is('venue'))}
      ${given(filter.baseCurrency, is('base_currency'))}
      ${given(filter.strategies, among('strategy_code'))}
      ${given(filter.productCodes, (codes) => sql`product_codes && ${[...codes]}`)}`
  }
}
