/** The answer of a command is made out of its decision, in the engine's own step: no query, and nothing that waits. */
import { isRefusal, type Refusal, type Rfq, type Shard, type ShardEvent } from '@parley/core'
import type { Decided, Idempotency, Present } from '../engine/engine.ts'

export type PresentDecision = Present<ShardEvent, Shard>

/** The view of what a command made, as its call answers it, and the key of the call. */
export type Reply<Made, View extends object> = { readonly view: (made: Made) => View; readonly idempotency: Idempotency | undefined }

/** A refusal is answered as the shard says it. */
export const unlessRefused =
  (present: (decided: Decided<ShardEvent>) => object | undefined): PresentDecision =>
  (outcome) =>
    isRefusal(outcome) ? outcome : present(outcome)

/** The call answers by its status alone. */
export const nothing: PresentDecision = unlessRefused(() => undefined)

/** The same, where the call knows a refusal by another word. */
export const nothingOr =
  (worded: (refusal: Refusal) => Refusal): PresentDecision =>
  (outcome) =>
    isRefusal(outcome) ? worded(outcome) : undefined

/** The RFQ that a decision made; none where it joined one. */
export const createdBy = (events: readonly ShardEvent[]): Rfq | undefined => events.find((event) => event.kind === 'RfqCreated')?.rfq
