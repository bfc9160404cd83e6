/** Reads of lists: the lists of a desk, and the lines of a list with their resting orders. */
import type { DeskId, Order, Rfq } from '@parley/core'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'

export type StoredLine = { readonly rfq: Rfq; readonly orders: readonly Order[] }
type Row = { readonly rfq: Rfq; readonly orders: readonly Order[] | null; readonly list: string }

export function createListStore(sql: Sql) {
  const linesOfAll = async (lists: readonly string[]): Promise<ReadonlyMap<string, readonly StoredLine[]>> => {
    const rows = await sql<Row[]>`
      select rfq.body as rfq, rfq.list_id as list, (
        select jsonb_agg(rfq_order.body order by rfq_order.created_at, rfq_order.id)
        from rfq_order where rfq_order.rfq_id = rfq.id and rfq_order.state = 'OPEN') as orders
      from rfq where rfq.list_id = any(${[...lists]}) order by rfq.list_id, (rfq.body -> 'list' ->> 'line')::int`
    const found = new Map<string, StoredLine[]>(lists.map((list) => [list, []]))
    for (const { rfq, orders, list } of rows) found.get(list)!.push({ rfq, orders: orders ?? [] })
    return found
  }
  return {
    /** The lines in their order. Empty if there is no such list. */
    linesOf: async (list: string): Promise<readonly StoredLine[]> => (await linesOfAll([list])).get(list)!,

    /** The lists that the desk can read, newest first, each with its lines. */
    async lists(desk: DeskId, role: string | undefined, page: Page): Promise<Paged<readonly StoredLine[]>> {
      const rows = await sql<{ at: number; id: string; list: string }[]>`
        select created_at as at, rfq_id as id, list_id as list from rfq_reader
        where desk = ${desk} and audience = 'DIRECT' and list_id is not null
          ${role === undefined ? sql`` : sql`and role = ${role}`}
          ${page.since === undefined ? sql`` : sql`and created_at >= ${page.since}`}
          ${page.until === undefined ? sql`` : sql`and created_at < ${page.until}`}
          ${page.after === undefined ? sql`` : sql`and (created_at, rfq_id) < (${page.after.at}, ${page.after.id})`}
        order by created_at desc, rfq_id desc limit ${page.size + 1}`
      const found = paged(rows, page)
      const lines = await linesOfAll(found.items.map(({ list }) => list))
      return { items: found.items.map(({ list }) => lines.get(list)!), next: found.next }
    },
  }
}
