/** Saves a shard as plain JSON and restores it. */
import { restoreProtections, saveProtections } from '../protection/saved.ts'
import { restoreRfqs, saveRfqs, type SavedRfqs } from '../rfq/saved.ts'
import type { Shard } from './shard.ts'

type Saved = SavedRfqs & { readonly protections: ReturnType<typeof saveProtections> }

export const snapshot = ({ rfqs, protections }: Shard): Saved => ({ ...saveRfqs(rfqs), protections: saveProtections(protections) })

export function restore(saved: unknown): Shard {
  const { protections, ...rfqs } = saved as Saved
  return { rfqs: restoreRfqs(rfqs), protections: restoreProtections(protections) }
}
