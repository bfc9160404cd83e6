import type { Membership, MembershipEvent } from './membership.ts'

/** Applies what was decided. It handles every event and checks no rule. */
export function evolve(membership: Membership, event: MembershipEvent): Membership {
  if (membership.state === 'REMOVED') return membership
  switch (event.kind) {
    case 'RoleChanged':
      return { ...membership, role: event.role }
    case 'MemberSuspended':
      return { state: 'SUSPENDED', role: membership.role, suspendedAt: event.at }
    case 'MemberRestored':
      return { state: 'ACTIVE', role: membership.role }
    case 'MemberRemoved':
      return { state: 'REMOVED' }
  }
}
