/** A contract may expire while an RFQ for it is open. */
import type { Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Structure } from './structure.ts'

/** A structure with an expired leg cannot trade (rulebook 3.22). */
export function expiredLegRefusal({ legs }: Structure, now: Instant): Refusal<'InstrumentUnknown'> | undefined {
  const ended = legs.find(({ instrument: { expiresAt } }) => expiresAt !== undefined && expiresAt <= now)
  return (
    ended &&
    refuse(
      'InstrumentUnknown',
      '3.22',
      `${ended.instrument.name} has expired since this RFQ was created. Create a new one with a later expiry.`,
    )
  )
}
