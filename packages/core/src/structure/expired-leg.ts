/** A contract may end while a request for it is open. */
import type { Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { Structure } from './structure.ts'

/** Nothing is dealt in a structure of which a leg has expired (rulebook 3.22). */
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
