/**
 * The protections that a decision triggers, and the cancellations that follow, in the same decision so that nothing fills in between (rulebook 11.1,
 * 11.2).
 */
import type { Quantity } from '../decimal.ts'
import type { DeskId, Instant, OrderId, RfqId } from '../ids.ts'
import type { Guard, ShortenedFill } from '../protection/guard.ts'
import { triggeredBy } from '../protection/decision-guard.ts'
import type { ProtectionLimit, RefusedFill } from '../protection/protection.ts'
import { covers } from '../protection/tally.ts'
import { canceled, cancelResting } from '../rfq/model/cancel-events.ts'
import type { Arrival } from '../rfq/model/events.ts'
import type { LiveRfq } from '../rfq/model/live-rfq.ts'
import { restingQuantity, type Order } from '../rfq/model/order.ts'
import { rfqsOf, type Rfqs } from '../rfq/model/rfqs.ts'
import { productsOf } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import { executedBy, isArrival } from './executions.ts'
import type { Shard, ShardEvent } from './shard.ts'

const none: readonly never[] = []

type TakenQuantities = Map<OrderId, number>

export function triggers(
  { rfqs, protections }: Shard,
  decision: readonly ShardEvent[],
  { blocked, shortened }: Pick<Guard, 'blocked' | 'shortened'>,
  now: Instant,
): readonly ShardEvent[] {
  const executed = executedBy(rfqs, decision)
  if (executed.length === 0 && blocked.size === 0) return none
  const triggered = triggeredBy(protections, executed, blocked.values(), now)
  const refused = shortened.size === 0 ? none : refusedFills(rfqs, decision, { shortened, triggered }, now)
  if (triggered.length === 0) return refused
  const taken: TakenQuantities = new Map()
  for (const event of decision) take(event, taken)
  const arrival = decision.find(isArrival)
  return [...refused, ...triggered.flatMap((event) => [event, ...cancelFrozen(rfqs, event, { taken, arrival }, now)])]
}

type Shortened = { readonly shortened: ReadonlyMap<string, ShortenedFill>; readonly triggered: readonly ShardEvent[] }

/** Fills that a limit prevented without being triggered. A limit that triggers is published separately (rulebook 11.10). */
function refusedFills(
  rfqs: Rfqs,
  decision: readonly ShardEvent[],
  { shortened, triggered }: Shortened,
  now: Instant,
): readonly ShardEvent[] {
  const found = liveOf(rfqs, decision)
  const isTriggered = (desk: DeskId, limit: ProtectionLimit) =>
    triggered.some(
      (event) =>
        event.kind === 'ProtectionTriggered' &&
        event.desk === desk &&
        event.frozen.limit === limit.id &&
        event.frozen.product === limit.product,
    )
  return [...shortened.values()].flatMap(({ order: { order: id, desk }, wanted, allowed, by }): ShardEvent[] => {
    const live = found.find(({ orders }) => orders.get(id as OrderId) !== undefined)
    const order = live?.orders.get(id as OrderId)
    if (by === undefined || live === undefined || order === undefined || isTriggered(desk, by.limit)) return []
    const { id: limit, product, label } = by.limit
    const refused: RefusedFill = {
      limit,
      product,
      ...(label === undefined ? {} : { label }),
      ...{ measure: by.measure, used: by.used, most: by.most, audience: live.rfq.audience, rfq: live.rfq.id },
      ...(live.rfq.number === undefined ? {} : { rfqNumber: live.rfq.number }),
      order: order.id,
      ...(order.number === undefined ? {} : { orderNumber: order.number }),
      ...{ side: order.side, price: order.price, wanted, allowed },
    }
    return [{ kind: 'FillRefused', desk, refused, at: now }]
  })
}

/** The RFQs of a decision: usually one, and each line of a list that trades. */
function liveOf({ live }: Rfqs, decision: readonly ShardEvent[]): readonly LiveRfq[] {
  const ids = new Set(decision.flatMap((event) => ('id' in event ? [event.id as RfqId] : [])))
  return [...ids].flatMap((id) => live.get(id) ?? [])
}

/** Counts the resting quantity that the event removes. */
function take(event: ShardEvent, taken: TakenQuantities): void {
  const add = (id: OrderId, quantity: number) => taken.set(id, (taken.get(id) ?? 0) + quantity)
  if (event.kind === 'TradeAgreed') for (const id of [event.trade.makerOrder, event.trade.takerOrder]) add(id, event.trade.quantity)
  else if (event.kind === 'OrderCanceled') add(event.orderId, event.quantity)
}

type DecisionSoFar = { readonly taken: TakenQuantities; readonly arrival: Arrival | undefined }

/** Cancelled quantity counts as removed, so that a second limit triggered in the same decision does not cancel it again. */
function cancelFrozen(
  rfqs: Rfqs,
  { desk, frozen }: Extract<ShardEvent, { kind: 'ProtectionTriggered' }>,
  { taken, arrival }: DecisionSoFar,
  now: Instant,
): readonly ShardEvent[] {
  const isCovered = (structure: Structure, { kind, actor, label }: Order) =>
    kind === 'QUOTE' &&
    actor.desk === desk &&
    covers(frozen, { products: productsOf(structure), ...(label === undefined ? {} : { label }) })
  const canceledNow: ShardEvent[] = rfqsOf(rfqs, desk).flatMap((live) =>
    cancelResting(live, (order) => order.id !== arrival?.order.id && isCovered(live.rfq.structure, order), 'PROTECTION', now, taken),
  )
  // The arriving order is not in the lists yet, or is still there in its state before the replacement.
  if (arrival !== undefined) {
    const { rfq } = rfqs.live.get(arrival.id)!
    const { order } = arrival
    const rest = restingQuantity(order) - (taken.get(order.id) ?? 0)
    if (rest > 0 && isCovered(rfq.structure, order)) canceledNow.push(canceled(rfq, order, rest as Quantity, 'PROTECTION', now))
  }
  for (const event of canceledNow) take(event, taken)
  return canceledNow.map((event) => ({ ...event, by: { name: frozen.limit } }) as ShardEvent)
}
