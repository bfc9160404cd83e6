/** Whether the venue is open for its accounts: not under maintenance, and not settling at 08:00 UTC. Its prices go on all the same. */
import { isSettling } from '../exchange/calendar.ts'
import { CURRENCIES, indexName } from './chain.ts'
import type { CreditClass } from './credits.ts'
import { VenueError } from './protocol.ts'

export interface Platform {
  /** Answers the notification of the change. */
  maintain(state: 'BEGINS' | 'ENDS'): object
  /** As public/status answers it. */
  status(): object
  /** Throws the reason why an account's call is not taken now. */
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
      // Reading goes on while contracts settle; nothing trades.
      if (kind === 'matching' && isSettling(now())) throw new VenueError(10041, 'settlement_in_progress')
    },
  }
}
