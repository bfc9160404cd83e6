/** Saves a shard as plain JSON and restores it. */
import { restoreProtections, saveProtections } from '../protection/snapshot.ts'
import { restoreRfqs, saveRfqs, type RfqsSnapshot } from '../rfq/snapshot.ts'
import type { Shard } from './shard.ts'

type ShardSnapshot = RfqsSnapshot & { readonly protections: ReturnType<typeof saveProtections> }

export const snapshot = ({ rfqs, protections }: Shard): ShardSnapshot => ({ ...saveRfqs(rfqs), protections: saveProtections(protections) })

export function restore(saved: unknown): Shard {
  const { protections, ...rfqs } = saved as ShardSnapshot
  return { rfqs: restoreRfqs(rfqs), protections: restoreProtections(protections) }
}
