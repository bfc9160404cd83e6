import type { Membership, MembershipCommand } from './membership.ts'

type Row = Readonly<Record<MembershipCommand['kind'], Membership['state'] | undefined>>

/** For every state and command, the next state, or undefined if the command is refused. This is the only copy of the table. */
export const transitions: Readonly<Record<Membership['state'], Row>> = {
  ACTIVE: { ChangeRole: 'ACTIVE', Suspend: 'SUSPENDED', Restore: 'ACTIVE', Remove: 'REMOVED' },
  SUSPENDED: { ChangeRole: 'SUSPENDED', Suspend: 'SUSPENDED', Restore: 'ACTIVE', Remove: 'REMOVED' },
  REMOVED: { ChangeRole: undefined, Suspend: undefined, Restore: undefined, Remove: undefined },
}

/** Whether a screen can offer the command at all. `decide` checks who can give it. */
export const can = (command: MembershipCommand['kind'], membership: Membership): boolean =>
  transitions[membership.state][command] !== undefined
