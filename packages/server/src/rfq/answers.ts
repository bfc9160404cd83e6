/** Makes the answer of a command from its decision, in the engine's own step: without queries or waiting. */
import {
  isRefusal,
  type Change,
  type Order,
  type OrderId,
  type Refusal,
  type Rfq,
  type RfqId,
  type Shard,
  type ShardEvent,
} from '@parley/core'
import type { Decided, Idempotency, Present } from '../engine/engine.ts'

type Changes = readonly (Change | undefined)[]
export type PresentDecision = Present<ShardEvent, Shard, Change | undefined>

/** The view of what a command made, as its call answers it, and the key of the call. */
export type Reply<Made, View extends object> = { readonly view: (made: Made) => View; readonly idempotency: Idempotency | undefined }

/** Refusals are answered in the shard's words. */
export const unlessRefused =
  (present: (decided: Decided<ShardEvent>, state: Shard, changes: Changes) => object | undefined): PresentDecision =>
  (outcome, state, changes) =>
    isRefusal(outcome) ? outcome : present(outcome, state, changes)

/** The call answers by its status alone. */
export const nothing: PresentDecision = unlessRefused(() => undefined)

/** The same for a call that words a refusal in its own way. */
export const nothingOr =
  (worded: (refusal: Refusal) => Refusal): PresentDecision =>
  (outcome) =>
    isRefusal(outcome) ? worded(outcome) : undefined

/** The RFQ that a decision created; undefined if it joined one. */
export const createdBy = (events: readonly ShardEvent[]): Rfq | undefined => events.find((event) => event.kind === 'RfqCreated')?.rfq

/** The RFQ as the decision left it. */
export function rfqAfter(changes: Changes, id: RfqId): Rfq {
  const last = changes.findLast((change) => change?.rfq.id === id)
  if (last === undefined) throw new Error(`a decision about ${id} changed nothing of it`)
  return last.rfq
}

/** The order that the decision cancelled, as it left it. */
export function canceledOrder(changes: Changes, id: OrderId): Order {
  const order = changes.flatMap((change) => change?.orders ?? []).findLast((one) => one.id === id)
  if (order === undefined) throw new Error(`a decision that cancelled ${id} changed nothing of it`)
  return order
}
