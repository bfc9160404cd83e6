import type { UserView } from '@parley/contracts'
import type { Flags } from '../live/flags.ts'

export type Gate = 'OVERLAY' | 'LOADING' | 'AGREEMENTS' | 'OPEN'

/**
 * The steps between a signed-in person and the application, in this order: no agreement at all, one that is due, nothing. The server takes no
 * order without the one in force (rulebook 2.17); the flag only chooses how it is read.
 */
export function gateOf(
  user: Pick<UserView, 'has_accepted_us_agreement' | 'has_accepted_non_us_agreement' | 'has_unaccepted_agreement'>,
  flags: Flags | undefined,
): Gate {
  if (!user.has_accepted_us_agreement && !user.has_accepted_non_us_agreement) return 'OVERLAY'
  if (flags === undefined) return 'LOADING'
  if (!user.has_unaccepted_agreement) return 'OPEN'
  return flags['feature_user_agreements']?.is_enabled === true ? 'AGREEMENTS' : 'OVERLAY'
}
