/** Whether the venue accepts trades: not during maintenance, and not while it settles at 08:00 UTC. Its prices continue in both cases. */
import { isSettling } from '../exchange/calendar.ts'
import { CURRENCIES, indexName } from './chain.ts'
import type { CreditClass } from './credits.ts'
import { VenueError } from './protocol.ts'

export interface Platform {
  /** Returns the notification of the change. */
  maintain(state: 'BEGINS' | 'ENDS'): object
  /** As public/status returns it. */
  status(): object
  /** Throws the reason why an account's call is not accepted at the moment. */
  demandOpen(kind: CreditClass): void
}

export function createPlatform(now: () => number): Platform {
  let isDown = false
  return {
    maintain: (state) => {
      isDown = state === 'BEGINS'
      return { maintenance: isDown }
    },
    status: () => ({ locked: isDown, locked_indices: isDown ? CURRENCIES.map(indexName) : [] }),
    demandOpen: (kind) => {
      if (isDown) throw new VenueError(11051, 'system_maintenance')
      // Reads are allowed while contracts settle; trades are not.
      if (kind === 'matching' && isSettling(now())) throw new VenueError(10041, 'settlement_in_progress')
    },
  }
}
