/** Names beside each cancelled order and RFQ the person or program that did it, for those of their own desk only (rulebook 8.14). */
import type { Actor } from '../rfq/actor.ts'
import type { Canceler } from '../rfq/canceler.ts'
import type { Shard, ShardEvent } from './shard.ts'

/** A cancelled RFQ ends orders of other desks too: theirs name nobody, because a name would tell them who stands behind it. */
export function withCanceler({ rfqs }: Shard, events: readonly ShardEvent[], canceler: Canceler | undefined): readonly ShardEvent[] {
  if (canceler === undefined) return events
  return events.map((event) => {
    const sender = canceledActor(rfqs, event)
    if (sender?.desk !== canceler.desk) return event
    const by = { name: canceler.name, ...(sender.user === canceler.user ? { isSender: true as const } : {}) }
    return { ...event, by } as ShardEvent
  })
}

/** The sender of what the event cancels. An RFQ that ends by itself was cancelled by nobody. */
function canceledActor({ live }: Shard['rfqs'], event: ShardEvent): Actor | undefined {
  if (event.kind === 'OrderCanceled') return live.get(event.id)?.orders.get(event.orderId)?.actor
  const isOfRfq = (event.kind === 'RfqEnding' || event.kind === 'RfqClosed') && event.cause !== undefined
  return isOfRfq ? live.get(event.id)?.rfq.creator : undefined
}
