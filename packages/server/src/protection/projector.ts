/** Who is told of a protection: the desk whose quotes it is about. What it stands at is read from the shard (docs/decisions/0200). */
import type { MarketEvent } from '@parley/core'
import type { Projection } from '../engine/projector.ts'
import { presentChange } from './wire.ts'

export const PROTECTION_CHANNEL = 'market_maker_protection'

export const projectProtection = (events: readonly MarketEvent[]): Projection<never> => ({
  rows: [],
  notes: events.flatMap((event) => {
    if (event.kind !== 'ProtectionTriggered' && event.kind !== 'ProtectionReset') return []
    const [kind, told] = event.kind === 'ProtectionTriggered' ? (['TRIGGERED', 'ADDED'] as const) : (['RESET', 'REMOVED'] as const)
    return [{ audience: `desk:${event.desk}`, channel: PROTECTION_CHANNEL, event: told, data: presentChange(kind, event.frozen) }]
  }),
})
