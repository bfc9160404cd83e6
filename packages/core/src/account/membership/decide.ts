import type { Instant } from '../../ids.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { hasRight } from '../roles.ts'
import { evolve } from './evolve.ts'
import type { DeskAround, Membership, MembershipCommand, MembershipEvent, MembershipRefusal } from './membership.ts'
import { can } from './transitions.ts'

/**
 * Returns events, or the first refusal in this order: no such member, the desk's last administrator, one's own membership (rulebook 2.7 to 2.9). A
 * command that changes nothing returns no events.
 */
export function decide(
  membership: Membership,
  command: MembershipCommand,
  { otherAdministrators, isOwn }: DeskAround,
  now: Instant,
): readonly MembershipEvent[] | Refusal<MembershipRefusal> {
  if (!can(command.kind, membership)) return refuse('NotFound', '2.9', 'The desk has no such member. Invite the person first.', 'id')
  const events = eventsOf(membership, command, now)
  const after = events.reduce(evolve, membership)
  if (administers(membership) && !administers(after) && otherAdministrators === 0)
    return refuse(
      'LastAdministrator',
      '2.7',
      'A desk must have at least one active administrator. Make another member an administrator first.',
    )
  if (isOwn === 'own' && events.length > 0)
    return refuse('OwnMembership', '2.8', 'You cannot change your own membership. Ask another administrator.')
  return events
}

function eventsOf(membership: Membership, command: MembershipCommand, now: Instant): readonly MembershipEvent[] {
  switch (command.kind) {
    case 'ChangeRole':
      return membership.state === 'REMOVED' || membership.role === command.role ? [] : [{ kind: 'RoleChanged', role: command.role }]
    case 'Suspend':
      return membership.state === 'ACTIVE' ? [{ kind: 'MemberSuspended', at: now }] : []
    case 'Restore':
      return membership.state === 'SUSPENDED' ? [{ kind: 'MemberRestored' }] : []
    case 'Remove':
      return [{ kind: 'MemberRemoved' }]
  }
}

const administers = (membership: Membership): boolean => membership.state === 'ACTIVE' && hasRight(membership.role, 'Administer')

/** Whether the person can still trade, so that their open orders on the desk can stay (rulebook 2.10). */
export const mayTrade = (membership: Membership): boolean => membership.state === 'ACTIVE' && hasRight(membership.role, 'Trade')
