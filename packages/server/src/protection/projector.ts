/** Notifications about a protection go to the desk whose quotes it covers. Its current count is read from the shard (docs/decisions/0290). */
import type { ShardEvent } from '@parley/core'
import type { Projection } from '../engine/projector.ts'
import { presentChange } from './wire.ts'

export const PROTECTION_CHANNEL = 'market_maker_protection'

export const projectProtection = (events: readonly ShardEvent[]): Projection<never> => ({
  rows: [],
  notifications: events.flatMap((event) => {
    if (event.kind !== 'ProtectionTriggered' && event.kind !== 'ProtectionReset') return []
    const [kind, sent] = event.kind === 'ProtectionTriggered' ? (['TRIGGERED', 'ADDED'] as const) : (['RESET', 'REMOVED'] as const)
    return [{ audience: `desk:${event.desk}`, channel: PROTECTION_CHANNEL, event: sent, data: presentChange(kind, event.frozen) }]
  }),
})
