import type { Membership } from './membership.ts'

/** The label shown to the desk. A new state without a label does not compile. */
export function display(membership: Membership): 'Active' | 'Suspended' | 'Removed' {
  switch (membership.state) {
    case 'ACTIVE':
      return 'Active'
    case 'SUSPENDED':
      return 'Suspended'
    case 'REMOVED':
      return 'Removed'
  }
}
