import type { UserView } from '@parley/contracts'

/** Why this person cannot trade, undefined when they can; the server refuses the same. */
export const viewOnlyReason = (user: UserView): string | undefined => {
  if (user.role === 'viewer') return 'View only. Ask your desk administrator.'
  if (user.trading_desk === null) return 'You belong to no desk yet. Ask your desk administrator.'
  return undefined
}
