import type { UserView } from '@parley/contracts'
import { hasRight } from '@parley/core'

/** Why this person cannot trade, undefined when they can; the server refuses the same. */
export const viewOnlyReason = (user: UserView): string | undefined => {
  if (!hasRight(user.role, 'Trade')) return 'View only. Ask your desk administrator.'
  if (user.trading_desk === null) return 'You belong to no desk yet. Ask your desk administrator.'
  return undefined
}

/** Why they cannot ask for quotes: as above, or signed in from a restricted address with no RFQ left. */
export const newRfqReason = (user: UserView): string | undefined =>
  viewOnlyReason(user) ?? (user.restricted_ip_rfqs_left === 0 ? 'Restricted IP detected: no RFQs are left.' : undefined)
