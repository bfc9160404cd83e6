/** A person's membership of a desk (rulebook 2.7 to 2.10). There is one machine for each person and desk. */
import type { Instant } from '../../ids.ts'
import type { DeskRole } from '../roles.ts'

export type Membership =
  | { readonly state: 'ACTIVE'; readonly role: DeskRole }
  | { readonly state: 'SUSPENDED'; readonly role: DeskRole; readonly suspendedAt: Instant }
  | { readonly state: 'REMOVED' }

export type MembershipCommand =
  | { readonly kind: 'ChangeRole'; readonly role: DeskRole }
  | { readonly kind: 'Suspend' }
  | { readonly kind: 'Restore' }
  | { readonly kind: 'Remove' }

export type MembershipEvent =
  | { readonly kind: 'RoleChanged'; readonly role: DeskRole }
  | { readonly kind: 'MemberSuspended'; readonly at: Instant }
  | { readonly kind: 'MemberRestored' }
  | { readonly kind: 'MemberRemoved' }

/** Facts about the rest of the desk that the rules need. */
export type DeskAround = {
  /** Active administrators of the desk, other than this member. */
  readonly otherAdministrators: number
  /** Whether the member gives the command for their own membership. */
  readonly isOwn: 'own' | 'another'
}

export type MembershipRefusal = 'NotFound' | 'LastAdministrator' | 'OwnMembership'
