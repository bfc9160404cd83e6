/** Finds the RFQ that a mass cancel names, by the id that its own flow publishes. */
import { readerRole, refuse, rfqIdOf, type RfqKind, type Refusal, type Rfq, type RfqId } from '@parley/core'
import { isOfferedTo } from '../calls/offer.ts'
import type { PublishedNumbers } from '../calls/published-ids.ts'
import type { Caller } from '../calls/route.ts'
import type { Sql } from '../database/sql.ts'

export type NamedRfq = { readonly audience: RfqKind; readonly rfqId: RfqId }
/** The refusal is the same if there is no such RFQ, if the caller may not read it, and if it belongs to another flow. */
export type FindNamedRfq = (caller: Caller, id: string | number, flow: RfqKind | undefined) => Promise<NamedRfq | Refusal>

const unknownRfq = refuse(
  'NotFound',
  '5.17',
  'There is no RFQ or spread of this id that your desk may see in the flows to cancel in, so nothing was cancelled; send the id of a direct RFQ, the number of an order-book RFQ or the id of a spread, or leave rfq_id out to cancel in all of them.',
  'rfq_id',
)

export function createFindNamedRfq({ sql, numbers }: { readonly sql: Sql; readonly numbers: PublishedNumbers }): FindNamedRfq {
  const find = async ({ audience, rfqId }: NamedRfq, { desk }: Caller) => {
    const [row] = await sql<{ rfq: Rfq; hasOrders: boolean }[]>`
      select body as rfq, exists (select from rfq_order where rfq_order.rfq_id = rfq.id and rfq_order.desk = ${desk}) as "hasOrders"
      from rfq where id = ${rfqId} and audience = ${audience}`
    return row
  }
  return async (caller, id, flow) => {
    const named = namedBy(String(id), numbers)
    if (flow !== undefined && named.audience !== flow) return unknownRfq
    const found = await find(named, caller)
    if (found === undefined || readerRole(found.rfq, caller.desk) === undefined) return unknownRfq
    // A desk can cancel what it has there, even if it is no longer offered the venue.
    return found.hasOrders || isOfferedTo(caller, found.rfq.venue) ? named : unknownRfq
  }
}

/** A direct RFQ has a text, one of the order book a number, and a spread a number of its own form. */
function namedBy(id: string, numbers: PublishedNumbers): NamedRfq {
  const spread = numbers.LISTED?.(id)
  if (spread !== undefined) return { audience: 'LISTED', rfqId: rfqIdOf(spread) }
  return /^\d+$/.test(id) ? { audience: 'ORDER_BOOK', rfqId: rfqIdOf(Number(id)) } : { audience: 'DIRECT', rfqId: id as RfqId }
}
