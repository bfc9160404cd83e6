/** How the commands of RFQs answer their calls, and what a decision created, changed or cancelled. */
import type { Change, Order, OrderId, Refusal, Rfq, RfqId, Shard, ShardEvent, Trade } from '@parley/core'
import type { Decided, Idempotency } from '../engine/engine.ts'
import { portable, type Portable } from '../engine/portable.ts'
import type { PortablePresent } from '../engine/shard-calls.ts'
import { orderAfter } from './order-after.ts'

type Changes = readonly (Change | undefined)[]
type Decision = Decided<ShardEvent>
export type PresentDecision<View> = PortablePresent<ShardEvent, Shard, Change | undefined, View>

/** The view of the command's result that the call returns, and the key of the call. */
export type Reply<Made, View extends object> = {
  readonly view: Portable<(made: Made) => View>
  readonly idempotency: Idempotency | undefined
}

/** For a call that answers only with its status. */
export const nothing: PresentDecision<undefined> = { view: portable('rfq.nothing', () => () => undefined)() }

/** The same for a call with its own refusals. */
export const nothingOr = (refusal: Portable<(refusal: Refusal) => Refusal>): PresentDecision<undefined> => ({ ...nothing, refusal })

/** Answers with the order that the decision placed or replaced. A decision with several needs its ID. */
export const withOrder = portable(
  'rfq.order',
  <View>(view: Portable<(order: Order) => View>, id?: OrderId) =>
    ({ events }: Decision): View =>
      view(orderAfter(events, id)),
)

/** Answers with the RFQ that the decision created. */
export const withCreatedRfq = portable(
  'rfq.created',
  <View>(view: Portable<(rfq: Rfq) => View>) =>
    ({ events }: Decision): View =>
      view(createdBy(events)!),
)

/** Answers with the RFQ that the decision created, or the open one of the structure, which it joined. */
export const withOpenRfq = portable(
  'rfq.open',
  <View>(view: Portable<(rfq: Rfq) => View>, key: string) =>
    ({ events }: Decision, { rfqs }: Shard): View =>
      view(createdBy(events) ?? joinedRfq(rfqs, key)),
)

/** Answers with the RFQ after the decision. */
export const withRfq = portable(
  'rfq.after',
  <View>(view: Portable<(rfq: Rfq) => View>, id: RfqId) =>
    (_decided: Decision, _state: Shard, changes: Changes): View =>
      view(rfqAfter(changes, id)),
)

/** Answers with the trade after the decision. A repeated report decides nothing, and is answered with the trade as it is. */
export const withTrade = portable(
  'rfq.trade',
  <View>(view: Portable<(trade: Trade) => View>, trade: Trade) =>
    (_decided: Decision, _state: Shard, changes: Changes): View =>
      view(changes.findLast((change) => change?.trade !== undefined)?.trade ?? trade),
)

/** Makes the response from the events of the decision. */
export const withEvents = portable(
  'rfq.events',
  <View>(view: Portable<(events: readonly ShardEvent[]) => View>) =>
    ({ events }: Decision): View =>
      view(events),
)

/** The RFQ that a decision created; undefined if it joined one. */
export const createdBy = (events: readonly ShardEvent[]): Rfq | undefined => events.find((event) => event.kind === 'RfqCreated')?.rfq

/** A decision that created no RFQ joined the open one. */
function joinedRfq({ byKey, live }: Shard['rfqs'], key: string): Rfq {
  const joined = live.get(byKey.get(key)!)
  if (joined === undefined) throw new Error('joined an RFQ that is not open')
  return joined.rfq
}

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
