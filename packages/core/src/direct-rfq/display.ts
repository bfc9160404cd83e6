/** What a desk reads about a request (rulebook 8.8). Needs so little of it that wire data will do. */
import type { Instant } from '../ids.ts'
import type { ClosedReason, DirectRfq, Role } from './direct-rfq.ts'
import { RECENTLY_CLOSED_MS } from './limits.ts'

export type DisplayStatus = 'Draft' | 'Active' | 'Filled' | 'Trd Away' | 'Expired' | 'Canceled' | 'Closed'

export type Shown = {
  readonly state: DirectRfq['state']
  readonly closedReason?: ClosedReason | null
  readonly role: Role
  /** Whether the reader's own desk has traded in it. */
  readonly traded: boolean
}

export function display(rfq: Shown): DisplayStatus {
  switch (rfq.state) {
    case 'DRAFT':
      return 'Draft'
    case 'OPEN':
      return 'Active'
    case 'CLOSED':
      return displayClosed(rfq)
  }
}

function displayClosed({ closedReason = null, role, traded }: Shown): DisplayStatus {
  switch (closedReason) {
    case 'EXECUTION_LIMIT':
      return role === 'TAKER' || traded ? 'Filled' : 'Trd Away'
    case 'EXPIRED':
      return 'Expired'
    case 'CANCELED_BY_CREATOR':
      return 'Canceled'
    case 'CLOSED_DRAFT':
    case null:
      return 'Closed'
  }
}

/** Rulebook 8.9: for half a minute a closed request stays among the open ones on a screen. Computed, never stored. */
export function displayPhase(
  rfq: { readonly state: DirectRfq['state']; readonly lastUpdatedAt: Instant | number },
  now: Instant | number,
): DirectRfq['state'] | 'RECENTLY_CLOSED' {
  return rfq.state === 'CLOSED' && now < rfq.lastUpdatedAt + RECENTLY_CLOSED_MS ? 'RECENTLY_CLOSED' : rfq.state
}
