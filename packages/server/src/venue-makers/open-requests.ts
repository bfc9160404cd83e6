/** After a start: the requests whose venue was asked too, and their trades that the venue has not answered. */
import type { Rfq, RfqId, TradeId } from '@parley/core'
import type { Sql } from '../database/sql.ts'

export type OpenRequest = { readonly rfq: Rfq; readonly dealing: TradeId | undefined }

export async function readOpenRequests(sql: Sql): Promise<readonly OpenRequest[]> {
  const rfqs = await sql<{ body: Rfq }[]>`
    select body from rfq where audience = 'DIRECT' and state = 'OPEN' and body -> 'alsoAsksVenue' = 'true'::jsonb order by id`
  const trades = await sql<{ rfq_id: RfqId; trade_id: TradeId }[]>`
    select rfq_id, trade_id from settlement where route = 'VENUE_RFQ' and state <> 'DONE'`
  const dealing = new Map(trades.map(({ rfq_id, trade_id }) => [rfq_id, trade_id]))
  return rfqs.map(({ body }) => ({ rfq: body, dealing: dealing.get(body.id) }))
}
