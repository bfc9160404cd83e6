/** Calls that cancel orders of direct RFQs: one, or all that match a query. */
import { isRefusal, readerRole, refuse, type OrderId, type Refusal, type Rfq, type Side } from '@parley/core'
import type { CancelReportView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import { nothingOr } from '../../../rfq/answers.ts'
import { firstLineOf } from '../../../rfq/ids.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { fencesOf, unreachedIn, type Covered } from '../../../shards/broadcast.ts'
import { orderUnknown } from './order-bodies.ts'
import { notFound } from './rfq-calls.ts'

export type CancelQuery = {
  readonly rfqId?: string | undefined
  readonly listId?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  readonly side?: Side | undefined
  readonly states?: readonly string[] | undefined
}

const orderClosed = refuse('OrderClosed', '5.16', 'The order is no longer open. Place a new one.', 'id')
/** Clients check for the order's own code: an order of a closed RFQ is closed. */
const worded = portable(
  'drfq.cancelRefusal',
  () =>
    (refusal: Refusal): Refusal =>
      refusal.refused === 'RfqClosed' ? orderClosed : refusal,
)()
const nothing: Covered = { decided: [], against: [], unreached: [] }

export function createCancelCalls({ commands, store, cache }: Pick<Rfqs, 'commands' | 'store' | 'cache'>) {
  /** For a desk that cannot see an RFQ, the RFQ does not exist. Not even its market is revealed (rulebook 8.6). */
  const readable = async ({ desk }: Caller, id: string): Promise<Rfq | undefined> => {
    const rfq = await store.rfq(id)
    return rfq === undefined || readerRole(rfq, desk) === undefined ? undefined : rfq
  }
  const lineOf = async (caller: Caller, list: string): Promise<Rfq | undefined> => {
    const line = await readable(caller, firstLineOf(list))
    return line?.list?.id === list ? line : undefined
  }

  return {
    async cancelOrder(caller: Caller, id: string, idempotency?: Idempotency): Promise<undefined | Refusal> {
      const known = await cache.order(id)
      if (known === undefined || known.desk !== caller.desk) return orderUnknown
      const decided = await commands.cancelOrder(caller, known, { idempotency, present: nothingOr(worded) })
      return isRefusal(decided) ? decided : undefined
    },

    async cancelOrders(caller: Caller, query: CancelQuery, idempotency?: Idempotency): Promise<CancelReportView | Refusal> {
      const { rfqId, listId, venue, baseCurrency, side, states } = query
      const within = rfqId === undefined ? undefined : { rfq: await readable(caller, rfqId) }
      if (within !== undefined && within.rfq === undefined) return { ...notFound('RFQ'), field: 'rfq_id' }
      const inList = listId === undefined ? undefined : { rfq: await lineOf(caller, listId) }
      if (inList !== undefined && inList.rfq === undefined) return { ...notFound('list'), field: 'list_id' }
      // Only resting orders can be cancelled.
      if (states?.includes('OPEN') === false) return report(nothing, [], [])
      const filter = { within, inList, venue, currency: baseCurrency, side }
      const done = await commands.cancelOrders(caller, filter, idempotency)
      if (isRefusal(done)) return done
      const left = await commands.leftIn(caller, done.covered.unreached, filter)
      return report(
        done.covered,
        done.canceled.map(({ orderId }) => orderId),
        left,
      )
    },
  }
}

const report = (covered: Covered, canceled: readonly OrderId[], left: readonly OrderId[]): CancelReportView => ({
  successes: { count: canceled.length, order_ids: [...canceled] },
  failures: { count: left.length, order_ids: [...left] },
  fences: fencesOf(covered),
  ...unreachedIn(covered),
})
