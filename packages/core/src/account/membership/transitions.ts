import type { Membership, MembershipCommand } from './membership.ts'

type Row = Readonly<Record<MembershipCommand['kind'], Membership['state'] | undefined>>

/** Every state, every command: the next state, or undefined where the command is refused. The only copy of this knowledge. */
export const transitions: Readonly<Record<Membership['state'], Row>> = {
  ACTIVE: { ChangeRole: 'ACTIVE', Suspend: 'SUSPENDED', Restore: 'ACTIVE', Remove: 'REMOVED' },
  SUSPENDED: { ChangeRole: 'SUSPENDED', Suspend: 'SUSPENDED', Restore: 'ACTIVE', Remove: 'REMOVED' },
  REMOVED: { ChangeRole: undefined, Suspend: undefined, Restore: undefined, Remove: undefined },
}

/** Whether a screen may offer the command at all; who may give it is for `decide`. */
export const can = (command: MembershipCommand['kind'], membership: Membership): boolean =>
  transitions[membership.state][command] !== undefined
