/** How the commands of RFQs answer their calls, and what a decision created, changed or cancelled. */
import type { Change, Order, OrderId, Refusal, Rfq, RfqId, Shard, ShardEvent } from '@parley/core'
import type { Idempotency, Present } from '../engine/engine.ts'

type Changes = readonly (Change | undefined)[]
export type PresentDecision<View> = Present<ShardEvent, Shard, Change | undefined, View>

/** The view of the command's result that the call returns, and the key of the call. */
export type Reply<Made, View extends object> = { readonly view: (made: Made) => View; readonly idempotency: Idempotency | undefined }

/** For a call that answers only with its status. */
export const nothing: PresentDecision<undefined> = { view: () => undefined }

/** The same for a call with its own refusals. */
export const nothingOr = (refusal: (refusal: Refusal) => Refusal): PresentDecision<undefined> => ({ ...nothing, refusal })

/** The RFQ that a decision created; undefined if it joined one. */
export const createdBy = (events: readonly ShardEvent[]): Rfq | undefined => events.find((event) => event.kind === 'RfqCreated')?.rfq

/** The RFQ after the decision. */
export function rfqAfter(changes: Changes, id: RfqId): Rfq {
  const last = changes.findLast((change) => change?.rfq.id === id)
  if (last === undefined) throw new Error(`a decision on ${id} changed nothing`)
  return last.rfq
}

/** The order that the decision cancelled, in its final state. */
export function canceledOrder(changes: Changes, id: OrderId): Order {
  const order = changes.flatMap((change) => change?.orders ?? []).findLast((one) => one.id === id)
  if (order === undefined) throw new Error(`a decision that cancelled ${id} changed nothing`)
  return order
}
