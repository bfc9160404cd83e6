/** Calls that cancel quotes of the order book: one, or all that match a query. */
import {
  isRefusal,
  refuse,
  rfqIdOf,
  type Change,
  type OrderId,
  type Price,
  type Refusal,
  type Rfq,
  type Shard,
  type ShardEvent,
  type Side,
} from '@parley/core'
import type { GroupCancelReportView, GroupQuoteView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Decided, Idempotency } from '../../../engine/engine.ts'
import { portable } from '../../../engine/portable.ts'
import { isOfferedTo } from '../../../calls/offer.ts'
import { canceledOrder, type PresentDecision } from '../../../rfq/answers.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { fencesOf, unreachedIn } from '../../../shards/broadcast.ts'
import { notFound } from './not-found.ts'
import { presentQuote } from './present.ts'

export type CancelQuery = {
  readonly rfqNumber?: number | undefined
  readonly side?: Side | undefined
  readonly price?: Price | undefined
  readonly label?: string | undefined
  readonly venue?: string | undefined
  readonly currency?: string | undefined
}

const noQuote = refuse('OrderUnknown', '10.12', 'Your desk has no open quote with this id.', 'id')
const quoteClosed = refuse('OrderClosed', '10.12', 'The quote is no longer open. Place a new one.', 'id')
/** The quote belongs to the desk. If it is not among the open ones, it is closed. */
const worded = portable(
  'grfq.cancelRefusal',
  () =>
    (refusal: Refusal): Refusal =>
      refusal.refused === 'RfqClosed' || refusal.refused === 'OrderUnknown' ? quoteClosed : refusal,
)()

const canceledQuote = portable(
  'grfq.canceledQuote',
  (rfq: Rfq, id: OrderId) =>
    (_decided: Decided<ShardEvent>, _state: Shard, changes: readonly (Change | undefined)[]): GroupQuoteView =>
      presentQuote(rfq, canceledOrder(changes, id)),
)

export function createCancelCalls({ commands, store, cache }: Pick<Rfqs, 'commands' | 'store' | 'cache'>) {
  /** A desk can cancel what it has in a market, even if it is no longer offered the venue. */
  const isCancelable = async (caller: Caller, rfq: Rfq | undefined): Promise<boolean> =>
    rfq !== undefined && (isOfferedTo(caller, rfq.venue) || (await store.ownSums(caller.desk, rfq.id)) !== undefined)

  return {
    async cancelQuote(caller: Caller, id: number, idempotency?: Idempotency): Promise<GroupQuoteView | Refusal> {
      const found = await store.orderOfNumber(id)
      if (found === undefined || found.order.actor.desk !== caller.desk) return noQuote
      const { rfq, order } = found
      const present: PresentDecision<GroupQuoteView> = {
        view: canceledQuote(rfq, order.id),
        refusal: worded,
      }
      const decided = await commands.cancelOrder(caller, { rfq, id: order.id }, { idempotency, present })
      return isRefusal(decided) ? decided : decided.answer
    },

    /** Cancels the desk's quotes that match every given filter. */
    async cancelQuotes(
      caller: Caller,
      { rfqNumber, ...query }: CancelQuery,
      actionId: string,
      idempotency?: Idempotency,
    ): Promise<GroupCancelReportView | Refusal> {
      const within = rfqNumber === undefined ? undefined : { rfq: await cache.rfq(rfqIdOf(rfqNumber)) }
      if (within !== undefined && !(await isCancelable(caller, within.rfq))) return { ...notFound('market'), field: 'rfq_id' }
      const done = await commands.cancelOrders(caller, { ...query, within }, idempotency)
      if (isRefusal(done)) return done
      const { covered, canceled } = done
      const ids = canceled.flatMap(({ number }) => number ?? [])
      return { action_id: actionId, count: ids.length, quote_ids: ids, fences: fencesOf(covered), ...unreachedIn(covered) }
    },
  }
}
