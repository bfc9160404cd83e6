/** The shard's next deadline and its command: the sooner of its RFQs and its protections. */
import type { Instant } from '../ids.ts'
import { dueProtection, nextProtectionDeadline } from '../protection/protections.ts'
import { dueRfq, nextRfqDeadline } from '../rfq/life/deadlines.ts'
import type { Shard, ShardCommand } from './shard.ts'

export function dueCommand({ rfqs, protections }: Shard, now: Instant): ShardCommand | undefined {
  const [ofRfq = Infinity, ofProtection = Infinity] = [nextRfqDeadline(rfqs), nextProtectionDeadline(protections)]
  if (Math.min(ofRfq, ofProtection) > now) return undefined
  return ofRfq <= ofProtection ? dueRfq(rfqs, now) : dueProtection(protections, now)
}

export function nextDeadline({ rfqs, protections }: Shard): Instant | undefined {
  const soonest = Math.min(nextRfqDeadline(rfqs) ?? Infinity, nextProtectionDeadline(protections) ?? Infinity)
  return soonest === Infinity ? undefined : (soonest as Instant)
}
