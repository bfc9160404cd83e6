/** The reason why a member cannot be changed, from the rule that the server applies (rulebook 2.7, 2.8). */
import type { MemberView } from '@parley/contracts'
import { decideMembership, hasRight, isRefusal, type Instant, type Membership } from '@parley/core'

/** The suspension time does not matter to the rules used here. */
const whenever = 0 as Instant

/** Undefined if the change is possible. Checks a removal, which removes the most rights: if a removal is allowed, every other change is. */
export function unchangeableReason(member: MemberView, members: readonly MemberView[], viewerId: string): string | undefined {
  const { id, state, role } = member
  const membership: Membership = state === 'ACTIVE' ? { state, role } : { state, role, suspendedAt: whenever }
  const otherAdministrators = members.filter((one) => one.id !== id && one.state === 'ACTIVE' && hasRight(one.role, 'Administer')).length
  const isOwn = id === viewerId ? 'own' : 'another'
  const answer = decideMembership(membership, { kind: 'Remove' }, { otherAdministrators, isOwn }, whenever)
  return isRefusal(answer) ? answer.message : undefined
}
