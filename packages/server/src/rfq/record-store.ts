/** Reads of what is stored of one RFQ for its record; core decides what of it the reader sees. */
import type { AudienceKind, DeskId, Moment, Order, Rfq, Trade } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { MOMENTS_READ } from './limits.ts'
import type { MomentRow } from './moments.ts'

export type StoredRecord = {
  readonly rfq: Rfq
  readonly moments: readonly Moment[]
  readonly trades: readonly Trade[]
  readonly ownOrders: readonly Order[]
}

type Row = Omit<MomentRow, 'rfq_id'>

export function createRecordStore(sql: Sql, audience: AudienceKind) {
  return {
    async storedRecord(id: string, desk: DeskId): Promise<StoredRecord | undefined> {
      type Found = { readonly rfq: Rfq; readonly trades: readonly Trade[] | null; readonly orders: readonly Order[] | null }
      const [found] = await sql<Found[]>`
        select rfq.body as rfq,
          (select jsonb_agg(body order by agreed_at, id) from rfq_trade where rfq_id = rfq.id and desk.name in (taker, maker)) as trades,
          (select jsonb_agg(body order by created_at, id) from rfq_order
            where rfq_id = rfq.id and rfq_order.desk = desk.name and audience = ${audience} and kind = 'CROSS') as orders
        from rfq cross join (select ${desk}::text as name) desk where id = ${id} and audience = ${audience}`
      if (found === undefined) return undefined
      // A maker's own rows are looked up as such, so that how much is read does not depend on what others did.
      const whose = found.rfq.creator.desk === desk ? sql`` : sql`and (desk is null or desk = ${desk})`
      const rows = await sql<Row[]>`
        select kind, seq, at, subject, desk, side, price, quantity from rfq_moment
        where rfq_id = ${id} ${whose} order by seq desc, subject desc limit ${MOMENTS_READ}`
      return { rfq: found.rfq, moments: rows.reverse().map(momentOf), trades: found.trades ?? [], ownOrders: found.orders ?? [] }
    },
  }
}

export function momentOf({ kind, seq, at, subject, desk, side, price, quantity }: Row): Moment {
  switch (kind) {
    case 'ASKED':
      return { kind, seq, at } as Moment
    case 'DEALT':
      return { kind, seq, at, trade: subject } as Moment
    case 'QUOTE':
      return { kind, seq, at, order: subject, desk, side, price, quantity } as Moment
  }
}
