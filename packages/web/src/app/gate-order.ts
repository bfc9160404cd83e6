import type { UserView } from '@parley/contracts'
import type { Flags } from '../live/feature-flags.ts'

export type Gate = 'OVERLAY' | 'LOADING' | 'AGREEMENTS' | 'OPEN'

/**
 * The steps between the sign-in and the application, in this order: no agreement accepted, an agreement due, nothing to accept. The server accepts no
 * orders without the agreement in force (rulebook 2.17). The flag only chooses how it is presented.
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
