/** Calls that cancel quotes of the order book: one, or all that fit a query. */
import { isRefusal, refuse, rfqIdOf, type Price, type Refusal, type Side } from '@parley/core'
import type { GroupCancelReportView, GroupQuoteView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { fencesOf, unreachedIn } from '../../../shards/broadcast.ts'
import { presentQuote } from './present.ts'

export type CancelQuery = {
  readonly rfqNumber?: number | undefined
  readonly side?: Side | undefined
  readonly price?: Price | undefined
  readonly label?: string | undefined
  readonly venue?: string | undefined
  readonly currency?: string | undefined
}

const noQuote = refuse('OrderUnknown', '10.12', 'Your desk has no open quote of this id.', 'id')
const quoteClosed = refuse('OrderClosed', '10.12', 'Nothing of the quote rests any more; place a new one.', 'id')
const isGone = ({ refused }: Refusal): boolean => refused === 'RfqClosed' || refused === 'OrderUnknown'

export function createCancelCalls({ commands, store, cache }: Pick<Rfqs, 'commands' | 'store' | 'cache'>) {
  return {
    async cancelQuote(caller: Caller, id: number, idempotency?: Idempotency): Promise<GroupQuoteView | Refusal> {
      const found = await store.orderOfNumber(id)
      if (found === undefined || found.order.actor.desk !== caller.desk) return noQuote
      const { rfq, order } = found
      const decided = await commands.cancelOrder(caller, { rfq, id: order.id }, { idempotency })
      // It is the desk's own, and not among what is open: it is closed.
      if (isRefusal(decided)) return isGone(decided) ? quoteClosed : decided
      return presentQuote(rfq, (await store.orderOfNumber(id))?.order ?? order)
    },

    /** Everything of the desk that fits all that is named. */
    async cancelQuotes(
      caller: Caller,
      { rfqNumber, ...query }: CancelQuery,
      actionId: string,
      idempotency?: Idempotency,
    ): Promise<GroupCancelReportView | Refusal> {
      const within = rfqNumber === undefined ? undefined : { rfq: await cache.rfq(rfqIdOf(rfqNumber)) }
      const done = await commands.cancelOrders(caller, { ...query, within }, idempotency)
      if (isRefusal(done)) return done
      const { covered, canceled } = done
      const ids = canceled.flatMap(({ number }) => number ?? [])
      return { action_id: actionId, count: ids.length, quote_ids: ids, fences: fencesOf(covered), ...unreachedIn(covered) }
    },
  }
}
