/** Why a member cannot be changed, known before it is tried: in the words of the rule that would refuse it (rulebook 2.7, 2.8). */
import type { MemberView } from '@parley/contracts'
import { decideMembership, hasRight, isRefusal, type Instant, type Membership } from '@parley/core'

/** When it was suspended matters to no rule that is asked here. */
const whenever = 0 as Instant

/** Undefined where the change may be tried. Asked of a removal, which takes the most away: where that may be, every other change may. */
export function unchangeableReason(member: MemberView, members: readonly MemberView[], viewerId: string): string | undefined {
  const { id, state, role } = member
  const membership: Membership = state === 'ACTIVE' ? { state, role } : { state, role, suspendedAt: whenever }
  const otherAdministrators = members.filter((one) => one.id !== id && one.state === 'ACTIVE' && hasRight(one.role, 'Administer')).length
  const isOwn = id === viewerId ? 'own' : 'another'
  const answer = decideMembership(membership, { kind: 'Remove' }, { otherAdministrators, isOwn }, whenever)
  return isRefusal(answer) ? answer.message : undefined
}
