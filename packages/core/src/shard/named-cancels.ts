/** Adds to each cancelled order and RFQ the name of the person or program that cancelled it, visible only to their own desk (rulebook 8.14). */
import type { Instant } from '../ids.ts'
import type { Actor } from '../rfq/model/actor.ts'
import type { Canceler } from '../canceler.ts'
import type { Shard, ShardEvent } from './shard.ts'

/** A cancelled RFQ also ends orders of other desks. Those carry no name, because a name would reveal the taker. */
export function withCanceler(
  { rfqs }: Shard,
  events: readonly ShardEvent[],
  canceler: Canceler | undefined,
  now: Instant,
): readonly ShardEvent[] {
  if (canceler === undefined) return events
  const others = { orders: 0, rfqs: 0 }
  const named = events.map((event) => {
    const sender = canceledActor(rfqs, event)
    if (sender?.desk !== canceler.desk) return event
    const isSender = sender.user === canceler.user
    if (!isSender) others[event.kind === 'OrderCanceled' ? 'orders' : 'rfqs'] += 1
    return { ...event, by: { name: canceler.name, ...(isSender ? { isSender: true as const } : {}) } } as ShardEvent
  })
  const { desk, asked } = canceler
  if (asked === undefined || others.orders + others.rfqs === 0) return named
  return [...named, { kind: 'OthersCanceled', desk, ...others, asked, at: now }]
}

/** The sender of what the event cancels. An RFQ that expires was cancelled by no one. */
function canceledActor({ live }: Shard['rfqs'], event: ShardEvent): Actor | undefined {
  if (event.kind === 'OrderCanceled') return live.get(event.id)?.orders.get(event.orderId)?.actor
  const isOfRfq = (event.kind === 'RfqEnding' || event.kind === 'RfqClosed') && event.cause !== undefined
  return isOfRfq ? live.get(event.id)?.rfq.creator : undefined
}
