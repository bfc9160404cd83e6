/** Names beside each cancelled order the person or program that did it, for orders of their own desk only (rulebook 8.14). */
import type { RfqId } from '../ids.ts'
import type { Canceler } from '../rfq/canceler.ts'
import type { Shard, ShardEvent } from './shard.ts'

/** A cancelled RFQ ends orders of other desks too: theirs name nobody, because a name would tell them who stands behind it. */
export function withCanceler({ rfqs }: Shard, events: readonly ShardEvent[], canceler: Canceler | undefined): readonly ShardEvent[] {
  if (canceler === undefined) return events
  return events.map((event) => {
    const sender = event.kind === 'OrderCanceled' ? rfqs.live.get(event.id as RfqId)?.orders.get(event.orderId)?.actor : undefined
    if (sender?.desk !== canceler.desk) return event
    const by = { name: canceler.name, ...(sender.user === canceler.user ? { isSender: true as const } : {}) }
    return { ...event, by } as ShardEvent
  })
}
