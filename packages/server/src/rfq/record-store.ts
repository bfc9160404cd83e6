/** Reads the stored rows of one RFQ for its record. Core decides which of them the reader sees. */
import type { RfqKind, DeskId, Instant, RecordEntry, Order, PastAsk, PastRequest, Rfq, Trade } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { ASKED_REQUESTS, HISTORY_MOMENTS, HISTORY_REQUESTS, MOMENTS_READ } from './limits.ts'
import type { MomentRow } from './moments.ts'

export type StoredRecord = {
  readonly rfq: Rfq
  readonly moments: readonly RecordEntry[]
  readonly trades: readonly Trade[]
  readonly ownOrders: readonly Order[]
}

type Row = Omit<MomentRow, 'rfq_id'>

export function createRecordStore(sql: Sql, audience: RfqKind) {
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
      // A maker's own rows are selected as such, so that the amount of data read does not depend on the activity of others.
      const whose = found.rfq.creator.desk === desk ? sql`` : sql`and (desk is null or desk = ${desk})`
      const rows = await sql<Row[]>`
        select kind, seq, at, subject, desk, side, price, quantity from rfq_moment
        where rfq_id = ${id} ${whose} order by seq desc, subject desc limit ${MOMENTS_READ}`
      return { rfq: found.rfq, moments: rows.reverse().map(momentOf), trades: found.trades ?? [], ownOrders: found.orders ?? [] }
    },

    /** The desk's own RFQs that have ended since then, newest first, each with its first book snapshots of every kind and desk. */
    async endedRequests(desk: DeskId, since: Instant): Promise<readonly PastRequest[]> {
      const rows = await sql<{ readonly rfq: Rfq; readonly moments: readonly Row[] | null }[]>`
        select rfq.body as rfq, (
          select jsonb_agg(first order by seq, subject) from (
            select distinct on (kind, desk) kind, seq, at, subject, desk, side, price, quantity from (
              select * from rfq_moment where rfq_id = rfq.id order by seq, subject limit ${HISTORY_MOMENTS}
            ) earliest order by kind, desk, seq
          ) first
        ) as moments
        from rfq_reader reader join rfq on rfq.id = reader.rfq_id
        where reader.desk = ${desk} and reader.audience = ${audience} and reader.role = 'TAKER' and reader.created_at >= ${since}
          and rfq.state = 'CLOSED'
        order by reader.created_at desc, reader.rfq_id desc limit ${HISTORY_REQUESTS}`
      return rows.map(({ rfq, moments }) => ({ rfq, moments: (moments ?? []).map(momentOf) }))
    },

    /** The named RFQs sent to the desk that have ended since then, newest first. */
    async endedAsks(desk: DeskId, since: Instant): Promise<readonly PastAsk[]> {
      const rows = await sql<{ readonly rfq: Rfq; readonly has_quoted: boolean }[]>`
        with asked as (
          select rfq.id, rfq.body, reader.created_at
          from rfq_reader reader join rfq on rfq.id = reader.rfq_id
          where reader.desk = ${desk} and reader.audience = ${audience} and reader.role = 'MAKER' and reader.created_at >= ${since}
            and rfq.state = 'CLOSED' and rfq.body -> 'isTakerAnonymous' = 'false'
          order by reader.created_at desc, reader.rfq_id desc limit ${ASKED_REQUESTS}
        ), quoted as (
          select distinct rfq_id from rfq_order
          where desk = ${desk} and audience = ${audience} and kind = 'QUOTE' and created_at >= (select min(created_at) from asked)
        )
        select asked.body as rfq, quoted.rfq_id is not null as has_quoted
        from asked left join quoted on quoted.rfq_id = asked.id order by asked.created_at desc, asked.id desc`
      return rows.map(({ rfq, has_quoted: hasQuoted }) => ({ rfq, hasQuoted }))
    },
  }
}

export function momentOf({ kind, seq, at, subject, desk, side, price, quantity }: Row): RecordEntry {
  switch (kind) {
    case 'ASKED':
      return { kind, seq, at } as RecordEntry
    case 'DEALT':
      return { kind, seq, at, trade: subject } as RecordEntry
    case 'QUOTE':
      return { kind, seq, at, order: subject, desk, side, price, quantity } as RecordEntry
  }
}
