/** Why a member cannot be changed, known before it is tried: the server refuses the same. */
import type { MemberView } from '@parley/contracts'

/** Undefined where the change may be tried. */
export function unchangeableReason(member: MemberView, members: readonly MemberView[], viewerId: string): string | undefined {
  if (member.id === viewerId) return 'Another administrator has to change your own membership.'
  const isAdministrator = (one: MemberView) => one.role === 'administrator' && one.state === 'ACTIVE'
  const isLast = isAdministrator(member) && members.filter(isAdministrator).length === 1
  return isLast ? 'A desk keeps at least one active administrator.' : undefined
}
